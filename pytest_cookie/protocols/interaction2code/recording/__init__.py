"""The recorder of references: tries the controls of a page and keeps what they do as an interaction graph."""
