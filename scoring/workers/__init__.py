"""Sending tasks to Celery, and the heartbeat of its workers."""
