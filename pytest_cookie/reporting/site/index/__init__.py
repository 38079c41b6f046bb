"""The index page and the data files it loads."""
