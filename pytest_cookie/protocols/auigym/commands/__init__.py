"""The commands of `pytest-cookie` for AUI-Gym."""
