"""The run folder on disk: atomic writes, items, manifest, records."""
