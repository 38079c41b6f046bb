"""Scores of pages as rewards for training: many pages, bounded time, and no score where something else failed."""
