"""People's labels of rebuilt interactions: usability, failures, and which of two rebuilds is better."""
