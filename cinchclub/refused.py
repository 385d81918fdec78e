"""The environment key by which the server tells the middleware that it refused a request."""

REFUSED = "cinchclub.refused"
"""Set in the environment of a request whose body was not read; the value is the HTTP status of the answer."""
