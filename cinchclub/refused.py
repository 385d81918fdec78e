"""The key in a request's environment by which the server tells the middleware to refuse the request."""

REFUSED = "cinchclub.refused"
"""The key. It is present if the request's body was not read; its value is the HTTP status of the answer."""
