"""How numbers and untrusted text are written in terminals and Markdown."""
