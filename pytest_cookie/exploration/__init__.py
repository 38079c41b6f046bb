"""Deployment → Evidence: static perception, then an agent's observe–think–act loop."""
