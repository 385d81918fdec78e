"""The pages of the law book, and the page that answers a question."""
