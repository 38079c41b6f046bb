"""The reward function for TRL and the actors for Ray, with a stand-in for the scores and for Ray."""

import importlib.util
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

import pytest_cookie
from pytest_cookie import Reward

DEPLOY = Path(__file__).parents[3] / "deploy"


class LengthRewarder:
    """Scores a page by its length; "late" has no score."""

    def __init__(self, **options: object) -> None:
        self.asked: list[tuple[str, str]] = []

    def score(self, pages: Sequence[str], briefs: Sequence[str], leaves: Sequence[str] = ()) -> list[Reward]:
        self.asked += zip(pages, briefs, strict=True)
        return [Reward(score=None if page == "late" else len(page) / 10) for page in pages]

    def close(self) -> None:
        pass


def load(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)  # type: ignore[arg-type]
    spec.loader.exec_module(module)  # type: ignore[union-attr]
    return module


def test_trl_gets_a_number_or_none_for_each_completion(monkeypatch: pytest.MonkeyPatch):
    """The call of `GRPOTrainer`: prompts, completions, ids and the columns of the dataset by keyword."""
    monkeypatch.setattr(pytest_cookie, "Rewarder", LengthRewarder, raising=False)
    module = load(DEPLOY / "trl" / "page_reward.py")
    found = module.page_reward(
        prompts=["p", "p"], completions=["page", "late"], completion_ids=[[1], [2]], brief=["a", "b"]
    )
    assert (found, module.unscored) == ([0.4, None], 1)
    chat = [[{"role": "assistant", "content": "a page"}]]
    assert module.page_reward(prompts=[[{"role": "user", "content": "Make it."}]], completions=chat) == [0.6]
    assert module._rewarder.asked[-1] == ("a page", "Make it.")


class StandInRay(ModuleType):
    """Runs each call when it is waited for. The page `lost` kills its actor as often as Ray tries it."""

    def __init__(self, lost: str) -> None:
        super().__init__("ray")
        self.lost = lost
        self.most_at_once = 0
        self.options: dict[str, object] = {}

    def remote(self, **options: object):
        self.options = options
        return lambda kind: kind

    def wait(self, running: list[str]) -> tuple[list[str], list[str]]:
        self.most_at_once = max(self.most_at_once, len(running))
        return running[:1], running[1:]

    def get(self, call: tuple[int, str]) -> dict[str, object]:
        if call[1] == self.lost:
            raise self.exceptions.RayError("the actor died")
        return {"score": 0.5, "parts": {}, "reason": ""}


@pytest.mark.parametrize("lost", ["none", "3"])
def test_every_page_has_one_reward_whatever_dies(lost: str, monkeypatch: pytest.MonkeyPatch):
    ray = StandInRay(lost)
    ray.exceptions = ModuleType("ray.exceptions")
    ray.exceptions.RayError = type("RayError", (Exception,), {})  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "ray", ray)
    monkeypatch.setitem(sys.modules, "ray.exceptions", ray.exceptions)
    module = load(DEPLOY / "ray" / "rewards_on_ray.py")
    calls = iter(range(100))
    actor = SimpleNamespace(score=SimpleNamespace(remote=lambda page: (next(calls), page["id"])))
    lines = list(module.score_all([{"id": str(number)} for number in range(8)], [actor, actor]))
    assert sorted(line["id"] for line in lines) == [str(number) for number in range(8)]
    assert [line["id"] for line in lines if line["score"] is None] == [lost] * (lost == "3")
    assert ray.most_at_once == 4
    # A call made while the actor comes back is refused at once, so that only Ray can try again.
    assert ray.options == {"num_cpus": 1, "max_restarts": -1, "max_task_retries": 2}
