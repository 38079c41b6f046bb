"""One call to a provider: arguments, keys, limits, retries, failures, provider quirks, and what may pass over HTTP."""
