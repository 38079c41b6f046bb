"""The documentation as a site: `python -m tools.docs_site`."""
