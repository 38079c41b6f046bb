"""What a protocol is: its description, its stages and roles, the settings it is given, and entry points."""
