"""One call to a provider: arguments, keys, limits, retries, failures, and what may pass over HTTP."""
