"""Asks models to rebuild a page from its pictures."""
