"""Lists of the API come in pages."""

from rest_framework.pagination import PageNumberPagination


class Pages(PageNumberPagination):
    """``?page=`` and ``?page_size=``, the latter up to a cap."""

    page_size_query_param = "page_size"
    max_page_size = 200
