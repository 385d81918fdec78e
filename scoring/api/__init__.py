"""The API's doors: translate a request, call one service or selector, translate the answer."""
