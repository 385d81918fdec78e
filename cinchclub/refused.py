"""How the server tells the middleware of a request that it refused before Django saw it."""

REFUSED = "cinchclub.refused"
"""The key in the environment of a request whose body was not read; its value is the status of the answer."""
