"""ArtifactsBench: checklists of ten items, staged pictures, and a referee model."""
