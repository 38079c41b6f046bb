"""Batches of rewards, with workers that answer, die, hang and print, in place of those with a browser."""

import sys
from pathlib import Path

import pytest

from pytest_cookie.core.errors import UsageError
from pytest_cookie.page_check.rewards import rewarder
from pytest_cookie.page_check.rewards.rewarder import Rewarder

WORKER = """
import json, os, sys, time
sys.stdin.readline()
for line in sys.stdin:
    task = json.loads(line)
    words = task["reply"].split()
    if "once" in words and not os.path.exists(words[-1]):
        open(words[-1], "w").close()
        os._exit(9)
    if "dies" in words:
        os._exit(9)
    if "hangs" in words:
        time.sleep(600)
    print(json.dumps({"score": 0.5, "reason": task["reply"] + " for " + task["brief"]}), flush=True)
"""


@pytest.fixture(autouse=True)
def _workers_without_browser(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(rewarder, "_COMMAND", (sys.executable, "-c", WORKER))


def test_each_page_has_one_reward_in_its_place(tmp_path: Path):
    pages = [f"page {number}" for number in range(9)]
    pages[2], pages[5] = "dies", f"once {tmp_path / 'mark'}"
    with Rewarder(workers=3) as scorer:
        rewards = scorer.score(pages, [f"brief {number}" for number in range(9)])
        again = scorer.score(["page"], ["brief"])
    assert [reward.score for reward in rewards] == [0.5, 0.5, None, *[0.5] * 6]
    assert rewards[2].reason == "not scored: the worker ended with 9 before it answered"
    assert rewards[5].reason.startswith("once "), "scored by a new worker"
    assert [rewards[index].reason for index in (0, 8)] == ["page 0 for brief 0", "page 8 for brief 8"]
    assert again[0].score == 0.5


def test_a_worker_that_does_not_answer_in_time_is_replaced(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(rewarder, "_GRACE_SECONDS", 1.0)
    with Rewarder(workers=1, page_seconds=0.5) as scorer:
        late, next_one = scorer.score(["hangs", "page"], ["a", "b"])
    assert (late.score, late.reason) == (None, "not scored: no answer within 1.5 s")
    assert next_one.score in {0.5, None}, "None only if a process takes longer than that to start"


def test_what_cannot_be_scored_is_refused_at_once(tmp_path: Path):
    with pytest.raises(UsageError, match="unknown effort 'fast'"):
        Rewarder(effort="fast")  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="must be positive"):
        Rewarder(workers=0)
    with Rewarder(workers=1) as scorer:
        with pytest.raises(UsageError, match="2 pages need as many briefs and leaves, not 1 and 0"):
            scorer.score(["a", "b"], ["a"])
        with pytest.raises(UsageError, match="no such page"):
            scorer.score([tmp_path / "missing"], ["a"])
