"""The computer-using agent: a `Policy` that asks a model what to do next (Cookie-Bench 4.1, stage 2)."""
