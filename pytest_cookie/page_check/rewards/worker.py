"""`python -m pytest_cookie.page_check.rewards.worker`: scores pages from standard input with one browser."""

import os
import shutil
import sys
from pathlib import Path
from tempfile import mkdtemp

from pytest_cookie.core.errors import CookieError
from pytest_cookie.core.inner_path import leads_out
from pytest_cookie.generation.extraction import extract
from pytest_cookie.page_check.checker import Checker, PageCheck
from pytest_cookie.page_check.rewards.messages import Reward, RewardTask, WorkerOptions
from pytest_cookie.protocols.contract.settings import Settings
from pytest_cookie.records.temp_dir import TempDir

_NAMED = 3
"""Findings in a reason."""


def main() -> None:
    """Answer each line until the input ends. What else is printed goes to standard error."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    options = WorkerOptions.model_validate_json(sys.stdin.readline())
    settings = Settings(max_item_seconds=options.page_seconds, max_wall_seconds=options.page_seconds)
    with (
        TempDir("check") as folder,
        Checker(effort=options.effort, judge=options.judge, settings=settings, output=folder / "checks") as checker,
    ):
        for line in sys.stdin:
            reward = score(checker, RewardTask.model_validate_json(line), folder)
            answers.write(reward.model_dump_json() + "\n")
            answers.flush()


def score(checker: Checker, task: RewardTask, folder: Path) -> Reward:
    """The reward of one page; nothing of it stays on the disk."""
    place = Path(mkdtemp(dir=folder))
    try:
        page = Path(task.path) if task.path else _written(task.reply, place)
        if page is None:
            return Reward(score=0.0, reason=f"no page in the reply: {extract(task.reply).why_not}")
        found = checker.check(page, brief=task.brief, leaf=task.leaf)
        shutil.rmtree(found.run, ignore_errors=True)
        return _reward(found)
    except CookieError as error:
        return Reward(score=None, reason=f"not scored: {error}")
    finally:
        shutil.rmtree(place, ignore_errors=True)


def _written(reply: str, place: Path) -> Path | None:
    """The folder with the page of a reply; None without one."""
    found = extract(reply)
    for name, text in found.files.items():
        if leads_out(name):
            continue
        path = place / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", errors="replace")
    return place / found.entry if found.files else None


def _reward(found: PageCheck) -> Reward:
    parts = {name: None if value is None else round(value / 100, 4) for name, value in found.scores.items()}
    named = [f"{finding.severity}: {finding.title}" for finding in found.findings[:_NAMED]]
    reason = "; ".join(named) or "no findings"
    return Reward(score=parts.get("total"), parts=parts, reason=reason)


if __name__ == "__main__":
    main()
