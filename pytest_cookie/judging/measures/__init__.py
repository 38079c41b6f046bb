"""Measures that several items and checks share, and findings that belong to no item."""
