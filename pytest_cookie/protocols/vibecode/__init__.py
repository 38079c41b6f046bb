"""Vibe Code Bench: whole applications, judged by workflows that users go through in a browser.

A case is a specification with workflows, each a list of substeps. Applications run in a sandbox with their services.
Every workflow has a browser session of its own and begins with the application in its seeded state.
"""
