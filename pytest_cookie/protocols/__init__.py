"""Protocols: the contract, the run of one, one folder for each, and their registry above them."""
