"""Runs a protocol: plans the items, takes each from case to record, reuses finished phases, judges again."""
