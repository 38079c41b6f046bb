"""Projects to build: one that is right, what models get wrong in it, and builds that mean harm."""
