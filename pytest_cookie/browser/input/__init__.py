"""Trusted input at human speed: pointer, keyboard, touch and files."""
