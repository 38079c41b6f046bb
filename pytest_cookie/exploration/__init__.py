"""Deployment → Evidence: static perception, then the observe–think–act loop under a policy."""
