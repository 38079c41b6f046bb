"""Settings shared by the benchmark and the tests of this repository."""

collect_ignore = ["reports"]  # run folders hold code written by models, which `pytest .` would import as tests
