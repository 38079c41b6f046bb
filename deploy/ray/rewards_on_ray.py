"""Rewards of many pages on a Ray cluster: one actor with one browser each, retries, and no more work than they take.

    pip install -r requirements.txt && pytest-cookie browser --install     # on every node
    python rewards_on_ray.py pages.jsonl rewards.jsonl --workers 8

A line of `pages.jsonl` has `id`, `brief` and `page` (the text of a reply), and may have `leaf`. A line of
`rewards.jsonl` has `id` and the reward. Pages that have a line there already are left out, so an interrupted run goes
on. Give each actor two processors: a page takes about one, and its browser has helpers.
"""

import argparse
import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import ray
from ray.exceptions import RayError

_WAITING = 2
"""Pages that an actor has at once: the one that it scores, and the next."""
_RETRIES = 2
"""How often Ray scores a page once more whose actor died. Ray waits until the actor is back; a call of our own would be
refused at once until then."""


@ray.remote(num_cpus=1, max_restarts=-1, max_task_retries=_RETRIES)
class RewardActor:
    """Scores pages, one at a time. Ray starts it again after it died."""

    def __init__(self, effort: str, page_seconds: float) -> None:
        from pytest_cookie import Rewarder

        self._rewarder = Rewarder(effort=effort, workers=1, page_seconds=page_seconds)

    def score(self, page: dict[str, str]) -> dict[str, Any]:
        """The reward of a page as plain data."""
        leaves = [page["leaf"]] if page.get("leaf") else []
        [reward] = self._rewarder.score([page["page"]], [page["brief"]], leaves=leaves)
        return reward.model_dump()

    def process(self) -> int:
        """The id of the actor's process."""
        return os.getpid()


def score_all(pages: Iterable[dict[str, str]], actors: list[Any]) -> Iterator[dict[str, Any]]:
    """One line for each page, in the order in which they are done."""
    waiting = iter(pages)
    running: dict[Any, tuple[dict[str, str], Any]] = {}

    def submit(actor: "ray.actor.ActorHandle") -> None:
        page = next(waiting, None)
        if page is not None:
            running[actor.score.remote(page)] = (page, actor)

    for actor in actors * _WAITING:
        submit(actor)
    while running:
        [done], _ = ray.wait(list(running))
        page, actor = running.pop(done)
        try:
            yield {"id": page["id"], **ray.get(done)}
        except RayError as error:
            yield {"id": page["id"], "score": None, "parts": {}, "reason": f"not scored: {error}"}
        submit(actor)


def main() -> None:
    """Score the pages of a file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pages", type=Path)
    parser.add_argument("rewards", type=Path)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--effort", choices=("quick", "full"), default="quick")
    parser.add_argument("--page-seconds", type=float, default=120.0)
    options = parser.parse_args()
    ray.init(ignore_reinit_error=True)
    actors = [RewardActor.remote(options.effort, options.page_seconds) for _ in range(options.workers)]
    known = set()
    if options.rewards.exists():
        known = {json.loads(line)["id"] for line in options.rewards.read_text(encoding="utf-8").splitlines()}
    with options.pages.open(encoding="utf-8") as lines, options.rewards.open("a", encoding="utf-8") as written:
        pages = (page for page in map(json.loads, lines) if page["id"] not in known)
        for line in score_all(pages, actors):
            print(json.dumps(line, ensure_ascii=False), file=written, flush=True)


if __name__ == "__main__":
    main()
