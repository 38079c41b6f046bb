"""AUI-Gym: can tasks be done in an interface? Each case has tasks, with a checker and a reference solution each.

Here so far is what needs no model: reference solutions are replayed, each in a browser session of its own, and checkers
decide. Tasks by a proposer, checkers by a verifier, agents that are models, and revisions are not built yet.
"""
