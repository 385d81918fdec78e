"""The bare views with which recording a deal and asking for a ruling are compared."""

import json

from django.db import transaction
from django.http import HttpRequest, JsonResponse
from django.urls import include, path
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt

from scoring.clubs.models import SignInAttempt


@csrf_exempt
def bare(request: HttpRequest) -> JsonResponse:
    """Insert one row in a transaction, without account, checks, parsing or REST framework."""
    given = json.loads(request.body)
    with transaction.atomic():
        row = SignInAttempt.objects.create(subject=f"bid {given['bid']}", at=timezone.now())
    return JsonResponse({"id": row.pk}, status=201)


@csrf_exempt
def constant(request: HttpRequest) -> JsonResponse:
    """Give the same answer to every request, which is the least that Django does for a request."""
    return JsonResponse({"answer": 42})


urlpatterns = [path("bare/", bare), path("constant/", constant), path("", include("cinchclub.urls"))]
