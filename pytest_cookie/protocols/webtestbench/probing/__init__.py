"""Tries on fresh pages: entries that should be refused, and suspected defects, in page time."""
