"""The recorder of references: tries the controls of a page and keeps their effects as an interaction graph."""
