"""Artifact → Deployment: serves the files at a fixed origin without network access."""
