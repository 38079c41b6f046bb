"""Lets a scripted model use a page, over HTTP."""

import re
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from pytest_cookie.checks.registry import make_watches
from pytest_cookie.core.deployment import ORIGIN, Deployment
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.perception import StaticPerception
from pytest_cookie.exploration.agent.model_agent import ModelAgent
from pytest_cookie.exploration.agent.settings import AgentSettings
from pytest_cookie.exploration.explorer import BrowserExplorer
from pytest_cookie.exploration.loop import Budget
from pytest_cookie.llm.models import Models, ModelSettings
from tests.provider import Provider
from tests.provider.asked import Asked
from tests.provider.reply import Call, Reply
from tests.unit.exploration.agent.scripted import PROMPTS
from tests.unit.exploration.pages import case

Turn = Call | Callable[[Asked], Call]
LONG = AgentSettings(history_tokens=100_000)


def call(tool: str, **arguments: object) -> Call:
    return Call(tool, {"thought": f"What does {tool} do?", **arguments})


def last(asked: Asked) -> str:
    """Return the newest observation."""
    return [said.text for said in asked.messages if "OBSERVATION after" in said.text][-1]


def named(asked: Asked, role_and_name: str, row: str = "") -> str:
    """Return the reference in the newest line for this control."""
    beside = rf' in="[^"]*{re.escape(row)}[^"]*"' if row else ""
    return re.findall(rf"\[(e\d+)\] {re.escape(role_and_name)}{beside}", asked.text)[-1]


class Session:
    """Lets a scripted model use a page; `asked` lists the requests that arrived at the endpoint.

    The static perception is left out: it takes as long as all steps of a test, and no request depends on it.
    """

    def __init__(self, browser_host, gateway_of, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._host, self._gateway_of, self._folder, self._patch = browser_host, gateway_of, folder, monkeypatch
        self.asked: tuple[Asked, ...] = ()

    def run(self, html: str, turns: Sequence[Turn], settings: AgentSettings = LONG) -> Evidence:
        left = [*turns, call("finish", summary="All of it.")]

        def answer(asked: Asked) -> Reply:
            turn = left.pop(0) if len(left) > 1 else left[0]
            return Reply(calls=(turn if isinstance(turn, Call) else turn(asked),))

        seen = StaticPerception(loaded=True)
        self._patch.setattr("pytest_cookie.exploration.explorer.perceive", lambda *_args, **_more: seen)
        with Provider(answer) as provider:
            for name, value in provider.environment.items():
                self._patch.setenv(name, value)
            models = Models(ModelSettings(self._folder / "state", self._folder / "replay", replay_mode="off"))
            explorer = BrowserExplorer(
                self._host,
                lambda: ModelAgent("openai/any", models, PROMPTS, settings),
                budget=Budget(max_steps=14, max_seconds=60),
                watches=make_watches,
            )
            deployment = Deployment(url=f"{ORIGIN}/", gateway=self._gateway_of(html).address, artifact_digest="0")
            evidence = explorer.explore(case(brief="A list."), deployment, self._folder / "evidence")
            self.asked = provider.asked
        return evidence
