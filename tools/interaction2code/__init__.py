"""Builds the reference pages of Interaction2Code, and measures how well failures are named on seeded rebuilds."""
