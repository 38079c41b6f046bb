"""The rubric of the measured judge: its table, what a brief requires, and the context that items read."""
