"""The commands of `pytest-cookie` for Interaction2Code."""
