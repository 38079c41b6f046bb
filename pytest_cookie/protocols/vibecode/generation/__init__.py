"""A model builds a whole application: it writes files, runs commands, starts the application, looks at it, asks SQL."""
