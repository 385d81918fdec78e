"""The environment key by which the server tells the middleware that it refused a request."""

REFUSED = "cinchclub.refused"
"""The key in the environment of a request whose body was not read; its value is the HTTP status to answer."""
