"""Case → Artifact: ready files, the project's own samples, and what a model replies in a chat."""
