"""React mode: the empty project that a model builds upon."""
