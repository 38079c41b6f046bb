"""The elements that a page shows: for interactions, their texts and their effects."""
