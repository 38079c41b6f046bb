"""The commands of `pytest-cookie` for Vibe Code Bench."""
