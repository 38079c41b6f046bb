"""The three-stage model judge (Cookie-Bench 4.1, B.3): static scoring, problem detection, score adjustment."""
