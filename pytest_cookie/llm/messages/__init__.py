"""Requests and responses: messages, prompts, schemas, structured replies."""
