"""Page time on record: pictures and sound of a session become a film and a description of what was heard."""
