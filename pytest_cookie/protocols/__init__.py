"""The pipeline of an item, and one folder per protocol, which composes the stages."""
