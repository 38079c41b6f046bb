"""Which check of the tester is which check of the gold."""
