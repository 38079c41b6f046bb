"""A reward function for TRL's GRPOTrainer: `reward_funcs=[page_reward]`, with a column `brief` in the dataset.

TRL calls it with the prompts, the completions and all columns, and takes one number for each completion. None leaves a
completion out of this reward. If it is the only reward, TRL then counts 0: that can pull a group's mean down, so log
how many there are (`unscored` below), and drop such groups if they are more than a few.
"""

import atexit
from collections.abc import Sequence
from typing import Any

from pytest_cookie import Rewarder

_rewarder = Rewarder(effort="quick")  # starts its browsers with the first page, and keeps them
atexit.register(_rewarder.close)
unscored = 0


def page_reward(prompts: Sequence[Any], completions: Sequence[Any], **columns: list[str]) -> list[float | None]:
    """0 to 1 for each completion: text, or a conversation whose last message has the page."""
    global unscored
    texts = [one if isinstance(one, str) else one[-1]["content"] for one in completions]
    briefs = columns.get("brief") or [one if isinstance(one, str) else one[-1]["content"] for one in prompts]
    scores = [reward.score for reward in _rewarder.score(texts, briefs)]
    unscored += scores.count(None)
    return scores
