"""The page of one item."""
