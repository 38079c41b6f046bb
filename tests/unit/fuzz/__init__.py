"""Whatever a page says, nothing of ours raises: tried with values that nobody thought of (hypothesis)."""
