"""A local library of registry packages, from which requests to content delivery networks are answered."""
