"""Where Django looks for the admin: see `scoring.office.admin`."""

from scoring.office import admin

__all__ = ["admin"]
