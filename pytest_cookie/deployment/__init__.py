"""Artifact → Deployment: the files at a fixed origin, with no way out of it."""
