"""The key in a request's environment by which the server tells the middleware to refuse the request."""

REFUSED = "cinchclub.refused"
"""Present if the body of the request was not read. The value is the HTTP status of the answer."""
