"""The items of the rubric, one file each."""
