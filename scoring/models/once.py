"""Keys of requests that had an effect: the same request twice is one. Written with the effect itself."""

from django.db import models


class RequestKey(models.Model):
    """One request by one actor, with the answer it got; a repeat gets the same answer again."""

    actor = models.CharField(max_length=40, help_text="member:ID or link:ID.")
    key = models.UUIDField()
    fingerprint = models.CharField(max_length=64, help_text="SHA-256 of what was asked, in hexadecimal.")
    status = models.PositiveSmallIntegerField()
    body = models.JSONField()
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["actor", "key"], name="a_key_is_used_once")]

    def __str__(self) -> str:
        return f"{self.actor} {self.key}"
