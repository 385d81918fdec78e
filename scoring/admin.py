"""Loads the admin, which is in `scoring.office.admin`; Django expects it in this module."""

from scoring.office import admin

__all__ = ["admin"]
