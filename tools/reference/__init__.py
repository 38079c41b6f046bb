"""Generates `docs/reference/` from the code: options, settings, commands, records, tables and the rubric.

`python -m tools.reference` writes the pages. With `--check` it only compares them and fails if a page is out of date.
"""
