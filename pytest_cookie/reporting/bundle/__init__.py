"""A small copy of a run and its report, to send: without keys, paths or names of the machine."""
