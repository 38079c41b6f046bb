"""Writes `docs/reference/` from the code: options, settings, commands, records, tables and the rubric.

`python -m tools.reference` writes the pages; with `--check` it writes nothing and fails where a page is stale.
"""
