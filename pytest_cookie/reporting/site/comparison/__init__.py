"""The page of a comparison: runs, models or judges side by side, in a folder that opens from disk."""
