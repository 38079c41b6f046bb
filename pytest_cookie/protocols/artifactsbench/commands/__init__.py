"""The commands of `pytest-cookie` for ArtifactsBench."""
