"""The crawler: a deterministic agent that tries a page as a patient tester would."""
