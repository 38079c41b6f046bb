"""Plays a game in its own time, over and over, until it goes on for long: what comes of each input is learned by trial.

The search follows planning by replay in deterministic games, "the Brute" of Machado et al., Revisiting the Arcade
Learning Environment, JAIR 61 (2018), section 4.3: the best sequence so far is cut and continued in another way.
"""
