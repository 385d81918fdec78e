"""Handing tasks to Celery, and whether anybody works on them."""
