"""The parts of a test that a model can do: the checklist, the results from the record, the comparison with gold."""
