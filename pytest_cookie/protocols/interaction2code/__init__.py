"""Interaction2Code: does a page that was rebuilt from pictures do what the original did?"""
