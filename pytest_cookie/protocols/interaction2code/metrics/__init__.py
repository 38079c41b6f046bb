"""Similarity of a rebuilt page with its reference: of whole pictures, and of the part that an interaction changed."""
