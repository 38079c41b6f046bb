"""Static perception: what a page shows before anyone uses it."""
