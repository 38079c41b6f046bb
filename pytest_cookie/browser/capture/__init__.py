"""Recording in page time: turns a session's pictures and sound into a film and a description of the sound."""
