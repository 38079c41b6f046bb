"""The pytest plugin: options, collection, fixtures, outcome, transport between processes."""
