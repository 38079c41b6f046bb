"""How many input tokens does a model judge take per item? `python benchmarks/judge_tokens.py RUN … --help`

Stored evidence is judged again by a judge whose model is an OpenAI-compatible endpoint on loopback with plain replies;
the runs are only read. What arrives over HTTP is counted as in `agent_tokens.py`: text / 4, and pictures by tiles (85,
and 170 for each tile of 512 px). The replies name functions of the page's source, since the source that stage 1 names
is sent again to later stages.

`--json FILE` writes the numbers, `--against FILE` shows them beside those of an earlier commit, and `--keep FOLDER`
writes each request as a text with its pictures beside it. `--agent TOKENS` adds an agent's input tokens per item, for
the sum of agent and judge.
"""

import argparse
import base64
import io
import json
import os
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from agent_tokens import tile_tokens
from PIL import Image

from pytest_cookie.judging.model.judge import ModelJudge
from pytest_cookie.judging.model.settings import JudgePrompts, JudgeSettings
from pytest_cookie.llm.models import Models, ModelSettings
from pytest_cookie.protocols.contract.added_checks import all_checks
from pytest_cookie.records.run import RunFolder
from tests.provider import Provider
from tests.provider.asked import Asked
from tests.provider.reply import Reply

_PROMPTS = Path(__file__).parents[1] / "pytest_cookie" / "protocols" / "cookie" / "prompts"
_STAGES = {"static_scoring": "stage 1", "problem_detection": "stage 3a", "score_adjustment": "stage 3b"}
_FUNCTION = re.compile(r"\bfunction ([A-Za-z]\w{3,})")
_HEADINGS = (
    "Brief", "Structure", "Console", "Source that", "Source", "Provisional scores", "Problems", "Measured facts",
    "Trace", "Sound", "Keyframes", "Pictures",
)  # fmt: skip
_SECTION = re.compile(rf"^## (?={'|'.join(_HEADINGS)})", re.MULTILINE)
_NAMED = 4
"""Functions that stage 1 names: about as many as a good reviewer does."""


@dataclass
class Cost:
    """The input tokens of one item by stage and by section of the prompt, and its number of pictures."""

    stages: dict[str, float] = field(default_factory=dict)
    sections: dict[str, float] = field(default_factory=dict)
    pictures: int = 0

    @property
    def input(self) -> float:
        """All input tokens."""
        return sum(self.stages.values())


class JudgedProvider(Provider):
    """A judge's model that names functions of the source, and keeps the bodies that arrive."""

    def __init__(self) -> None:
        super().__init__(self._answer)
        self.bodies: list[tuple[str, dict]] = []
        self._body: dict = {}

    def parsed(self, body: bytes) -> Asked:
        """As the parent does."""
        self._body = json.loads(body)
        return super().parsed(body)

    def _answer(self, asked: Asked) -> Reply:
        self.bodies.append((asked.reply_name, self._body))
        return Reply(text=json.dumps(_reply(asked)))


def _reply(asked: Asked) -> dict:
    empty = {"base": 6, "bonuses": [], "deductions": []}
    if asked.reply_name == "static_scoring":
        names = list(dict.fromkeys(_FUNCTION.findall(asked.text)))[:_NAMED]
        deductions = [{"points": 0.4, "reason": f"`{name}` does not handle an empty list."} for name in names]
        whole = {"functionality": empty | {"deductions": deductions}, "aesthetics": empty}
        return whole | {"reasoning": "Most of the request is there, and the code looks complete. " * 4}
    if asked.reply_name == "problem_detection":
        problem = {"dimension": "functionality", "severity": "major", "title": "The total stays as it is"}
        problem |= {
            "why": "After an entry was added, the total should rise; it stays.",
            "evidence": "step 3",
            "step": 3,
        }
        return {"problems": [problem] * 3, "summary": "Most of it works; the total does not follow. " * 5}
    sides = {name: {"adjustments": []} for name in ("functionality", "aesthetics")}
    return sides | {"reasoning": "The total decides."}


def measure(run: RunFolder, keep: Path | None, settings: JudgeSettings) -> Iterator[tuple[str, Cost]]:
    """Judge each item of a run and count its requests."""
    records, _ = run.gather()
    for record in records:
        item = run.item(record.folder)
        with tempfile.TemporaryDirectory() as folder, JudgedProvider() as provider:
            os.environ.update(provider.environment)
            models = Models(ModelSettings(state=Path(folder), replay=Path(folder) / "replay", replay_mode="off"))
            judge = ModelJudge("openai/any", models, JudgePrompts.read(_PROMPTS), settings, checks=all_checks())
            artifact, evidence = item.read_artifact(), item.read_evidence()
            judge.judge(item.read_case(), artifact, evidence, item.evidence, source=item.artifact)
            if keep:
                _keep(provider.bodies, keep / record.case / record.model.replace("/", "-"))
            yield f"{record.case} · {record.model}", _cost_of(provider.bodies)


def _cost_of(bodies: list[tuple[str, dict]]) -> Cost:
    cost, stages, sections = Cost(), Counter[str](), Counter[str]()
    for name, body in bodies:
        stage, section = _STAGES[name], "system prompt"
        for part in _parts(body):
            if part["type"] != "text":
                tokens = tile_tokens(*_picture(part).size)
                cost.pictures += 1
                sections[f"{stage}: pictures"] += tokens
                stages[stage] += tokens
                continue
            stages[stage] += len(part["text"]) / 4
            for text in _SECTION.split(part["text"]):
                section = next((heading for heading in _HEADINGS if text.startswith(heading)), section)
                sections[f"{stage}: {section}"] += len(text) / 4
    cost.stages, cost.sections = dict(stages), dict(sections)
    return cost


def _parts(body: dict) -> Iterator[dict]:
    for message in body["messages"]:
        content = message.get("content") or ""
        yield from [{"type": "text", "text": content}] if isinstance(content, str) else content


def _picture(part: dict) -> Image.Image:
    return Image.open(io.BytesIO(base64.b64decode(part["image_url"]["url"].partition("base64,")[2])))


def _keep(bodies: list[tuple[str, dict]], folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, body in bodies:
        lines = []
        for number, part in enumerate(_parts(body), start=1):
            file = folder / f"{name}-{number:02}.jpg"
            if part["type"] != "text":
                _picture(part).save(file)
            lines.append(part["text"] if part["type"] == "text" else f"[{file.name}]")
        (folder / f"{name}.md").write_text("\n\n".join(lines), encoding="utf-8")


def _mean(costs: list[Cost]) -> Cost:
    def mean(field_name: str) -> dict[str, float]:
        total = Counter[str]()
        for cost in costs:
            total.update(getattr(cost, field_name))
        return {name: tokens / len(costs) for name, tokens in total.items()}

    return Cost(mean("stages"), mean("sections"), round(sum(cost.pictures for cost in costs) / len(costs)))


def _lines(costs: dict[str, Cost], earlier: dict[str, Cost], agent: int) -> Iterator[str]:
    heading = f"| item | {' | '.join(_STAGES.values())} | pictures | input |{' with agent |' if agent else ''}"
    yield from ("Input tokens per item:", "", heading, f"{'|---' * (heading.count('|') - 1)}|")
    for name, cost in costs.items():
        before = earlier.get(name)
        cells = [f"{cost.stages.get(stage, 0):,.0f}" for stage in _STAGES.values()]
        cells += [str(cost.pictures), _beside(cost.input, before.input if before else None)]
        cells += [f"{cost.input + agent:,.0f}"] if agent else []
        yield f"| {name} | {' | '.join(cells)} |"
    sections, before = costs["mean"].sections, earlier.get("mean", Cost()).sections
    yield from ("", "Mean by section:", "")
    for name in sorted({*sections, *before}):
        yield f"- {name}: {_beside(sections.get(name, 0), before.get(name) if before else None)}"


def _beside(tokens: float, before: float | None) -> str:
    return f"{tokens:,.0f}" if not before else f"{tokens:,.0f} of {before:,.0f} ({tokens / before:.0%})"


def main() -> None:
    """Judge the runs and print tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("runs", nargs="+", type=Path, metavar="RUN", help="run folders with evidence")
    parser.add_argument("--items", type=int, metavar="N", help="the first N items of each run only")
    parser.add_argument("--agent", type=int, default=0, metavar="TOKENS", help="input tokens of an agent per item")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the numbers here")
    parser.add_argument("--against", type=Path, metavar="FILE", help="numbers of an earlier run")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keep the requests here")
    told = parser.parse_args()
    costs = {}
    for run in told.runs:
        for number, (name, cost) in enumerate(measure(RunFolder.open(run), told.keep, JudgeSettings()), start=1):
            costs[name] = cost
            if number == told.items:
                break
    costs["mean"] = _mean(list(costs.values()))
    if told.json:
        told.json.write_text(json.dumps({name: asdict(cost) for name, cost in costs.items()}, indent=1))
    kept = json.loads(told.against.read_text()) if told.against else {}
    earlier = {name: Cost(**numbers) for name, numbers in kept.items()}
    print("\n".join(_lines(costs, earlier, told.agent)))


if __name__ == "__main__":
    main()
