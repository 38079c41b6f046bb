"""The nouns, the stages as Protocols and the error tree. No I/O."""
