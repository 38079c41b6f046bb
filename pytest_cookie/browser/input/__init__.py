"""Trusted input: pointer, keyboard, touch and files, at a person's pace."""
