"""What is sent to a model and what comes back: messages, prompts, schemas, structured replies."""
