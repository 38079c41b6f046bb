"""pytest-cookie: how good are the web artifacts this model makes?

The flow is Case → Artifact → Deployment → Evidence → Verdict → Record → Report; ARCHITECTURE.md draws it.
"""
