"""Code shared by the pages and APIs of several features."""
