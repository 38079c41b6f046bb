"""A local library of registry packages that answers requests to content delivery networks."""
