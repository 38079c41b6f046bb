"""Data of other benchmarks → cases: recognizes a format by its content, reads it, writes YAML case files."""
