"""Case → Artifact: ready files, the project's own samples, and replies of models."""
