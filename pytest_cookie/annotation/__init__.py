"""People rate, rank, review and arbitrate the artifacts of a run in a local web application."""
