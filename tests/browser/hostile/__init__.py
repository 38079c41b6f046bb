"""Pages that want to harm the machine, their neighbours or the judge, each with its expected outcome."""
