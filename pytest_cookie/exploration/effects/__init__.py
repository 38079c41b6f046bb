"""The effects of an action: what changed, how soon, and whether a person could see it."""
