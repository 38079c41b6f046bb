"""Several runs of one benchmark over time: scores, kinds of findings, items that began to fail."""
