"""Attempts to sign in or to open a table with a secret, counted so that nobody can go on guessing."""

from django.db import models


class SignInAttempt(models.Model):
    """One attempt that has not succeeded (yet). ``subject`` is a digest, not the name that was typed."""

    subject = models.CharField(max_length=64)
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["subject", "at"], name="attempts_of_a_subject")]

    def __str__(self) -> str:
        return f"attempt at {self.at:%Y-%m-%d %H:%M}"
