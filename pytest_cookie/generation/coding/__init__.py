"""A model builds a repository: it works on a scaffold through tools, sees its builds and mends them (React setting)."""
