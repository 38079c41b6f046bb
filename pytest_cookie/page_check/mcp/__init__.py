"""A server of the Model Context Protocol, with which coding agents check the pages that they make."""
