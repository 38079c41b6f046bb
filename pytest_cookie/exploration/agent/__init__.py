"""The computer-using agent: an `Agent` that lets a model choose the next action (Cookie-Bench 4.1, stage 2)."""
