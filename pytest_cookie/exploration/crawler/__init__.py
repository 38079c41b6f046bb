"""The crawler: a deterministic agent that tests a page as a patient tester would."""
