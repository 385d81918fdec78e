"""The Django project: settings, URLs, error pages, start-up. `laws` and `scoring` do not import it."""
