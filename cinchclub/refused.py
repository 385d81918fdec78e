"""The key in a request's environment by which the server tells the middleware to refuse the request."""

REFUSED = "cinchclub.refused"
"""The key in the environment. It is set if the server did not read the body of the request.

Its value is the HTTP status with which the middleware then answers.
"""
