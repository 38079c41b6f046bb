"""Checks one page: a file, a folder or a text of HTML, for the command line and for Python."""
