"""Texts of a page: interface words, placeholder text, code examples, values in state changes."""
