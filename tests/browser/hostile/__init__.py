"""Pages that want to harm: the machine, their neighbours, the judge. Each with what has to come of it."""
