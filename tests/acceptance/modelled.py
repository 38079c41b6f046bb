"""A user's project with a model in every role: cases without artifacts, and the user's own prices."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from tests.acceptance.conftest import Project

MODEL = "openai/any"
AGENT, JUDGE = f"--cookie-agent={MODEL}", f"--cookie-judge={MODEL}"
ROLES = (f"--model={MODEL}", AGENT, JUDGE)
DOLLARS_A_MILLION = {"input": 1.0, "output": 4.0}
SETTINGS = """[tool.pytest-cookie]
max_steps = 5
max_seconds = 15
film = false
prices = "prices.toml"
call_seconds = 8
answer_seconds = 20
"""
PRICES = f"""["{MODEL}"]
input_per_million = {DOLLARS_A_MILLION["input"]}
output_per_million = {DOLLARS_A_MILLION["output"]}
"""


class Modelled:
    """A `Project` with briefs instead of pages; by default a model has all three roles."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self.path = project.path
        self._cases: list[str] = []
        (self.path / "prices.toml").write_text(PRICES)
        self.settings("")

    def settings(self, more: str) -> None:
        """The usual settings and `more` lines of TOML; of a name that is in both, the later."""
        names = [line.partition("=")[0] for line in more.splitlines()]
        usual = [line for line in SETTINGS.splitlines() if line.partition("=")[0] not in names]
        (self.path / "pyproject.toml").write_text("\n".join([*usual, more, ""]))

    def brief(self, case_id: str, brief: str, *, page: str = "") -> None:
        """One more case; with `page`, of a ready page instead of one that the model makes."""
        lines = [f"  - id: {case_id}", "leaf: formula-calculator", "language: en", f"brief: {json.dumps(brief)}"]
        if page:
            self.project.page(f"{case_id}.html", page)
            lines.append(f"artifact: pages/{case_id}.html")
        self._cases.append("\n    ".join(lines) + "\n")
        (self.path / "cases.yaml").write_text("cases:\n" + "".join(self._cases))

    def run(self, *arguments: str, run: str = "run") -> pytest.RunResult:
        """With a model as author, agent and judge."""
        return self.project.run(*ROLES, *arguments, run=run)

    def use(self, *arguments: str, run: str = "run") -> pytest.RunResult:
        """With a model as agent and judge of ready pages."""
        return self.project.run(AGENT, JUDGE, *arguments, run=run)

    def records(self, run: str = "run") -> dict[str, dict]:
        """By case."""
        return {str(record["case"]): dict(record) for record in self.project.records(run)}

    def outcomes(self, run: str = "run") -> dict[str, str]:
        """By case."""
        return {case: record["outcome"] for case, record in self.records(run).items()}

    def item(self, case: str, run: str = "run") -> Path:
        """The only item of a case."""
        (place,) = (self.path / run / "items" / case).rglob("record.json")
        return place.parent

    def verdict(self, case: str, run: str = "run") -> dict:
        """The only verdict of a case."""
        (path,) = (self.item(case, run) / "verdicts").glob("*.json")
        return json.loads(path.read_text())

    def trace(self, case: str, run: str = "run") -> dict:
        """The trace of the only item of a case."""
        return json.loads((self.item(case, run) / "evidence/evidence.json").read_text())["trace"]


def timeless(record: dict) -> dict:
    """A record without what a clock measured and what was replayed."""
    measured = {"latency_seconds": 0, "replayed_calls": 0, "replayed_usd": 0.0}
    spend = {stage: {**spent, **measured} for stage, spent in record["spend"].items()}
    return {**record, "phase_seconds": sorted(record["phase_seconds"]), "spend": spend}
