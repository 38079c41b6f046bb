"""Calls of models: messages in, completions out, with retries, limits, prices, a budget and a replay cache.

The only room that imports litellm, and only once a model is named.
"""
