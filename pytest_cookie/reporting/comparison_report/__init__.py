"""Two runs or models compared: the inputs, the terminal tables and the Markdown."""
