"""Checks that several items share, and findings that belong to no single item."""
