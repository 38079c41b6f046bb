"""Cookie: static perception, autonomous interaction, deferred scoring (Cookie-Bench, section 4)."""
