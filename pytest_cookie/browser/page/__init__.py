"""A page as it is seen: documents, frames, events, traffic, pictures and observations."""
