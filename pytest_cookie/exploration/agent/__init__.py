"""The computer-using agent: an `Agent` that asks a model what to do next (Cookie-Bench 4.1, stage 2)."""
