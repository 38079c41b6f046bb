"""Case → Artifact: ready files and the project's own samples."""
