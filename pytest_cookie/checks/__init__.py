"""One folder per check: what is watched, what the crawler does for it, and what the judge says of it."""
