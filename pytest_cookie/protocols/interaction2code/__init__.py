"""Interaction2Code: does a page that was rebuilt from pictures do what the original did?

So far its metrics alone; the protocol that composes them is not built yet.
"""
