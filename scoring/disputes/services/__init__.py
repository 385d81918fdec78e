"""The services of a dispute: raise, answer, choose, decide and appeal, each in one transaction."""
