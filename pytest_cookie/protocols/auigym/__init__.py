"""AUI-Gym: can tasks be done in an interface? Each task has a browser session of its own, and a checker decides.

Reference solutions are replayed without a model, or a model does the tasks by coordinates. A verifier writes missing
checkers, and a coder revises the artifact after feedback.
"""
