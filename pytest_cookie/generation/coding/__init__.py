"""A model builds a repository: it changes a scaffold with tools, sees its builds and fixes them (React setting)."""
