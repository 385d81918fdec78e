"""Cutting-out tables: five or six players share a table of four. After a game some of them give way."""
