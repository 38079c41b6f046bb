"""How many input tokens does a model agent take per step? `python benchmarks/agent_tokens.py --help`

Scripted sessions (a booking form, a board, a game on a canvas, a long article) run against an OpenAI-compatible
endpoint on loopback. What arrives there over HTTP is counted, request by request:

- text: characters / 4, of tools and messages, OpenAI's rule of thumb for English
- pictures: width × height / 750, as Anthropic documents
- input: text and pictures. `by tiles` counts pictures as OpenAI documents for high detail instead: 85, and 170 for each
  tile of 512 px, after fitting into 2,048 × 2,048 px and the shorter side to 768 px
- repeated: the share of input in the part of a request that begins exactly like the request before it, which a
  provider's prompt cache can serve
- billed: input with repeated tokens at a tenth of the price, as Anthropic and OpenAI (GPT-5) charge for cached input

A step is an action in the page; a turn with several calls has several. `--history N` sets the agent's
`history_tokens`. `--json FILE` writes the numbers, and `--against FILE` shows them beside those of an earlier run, such
as one of another commit.
"""

import argparse
import base64
import io
import itertools
import json
import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from pages import BenchmarkPage, any_case, served
from PIL import Image

from pytest_cookie.browser.host import BrowserHost
from pytest_cookie.checks.registry import make_watches
from pytest_cookie.exploration.agent.model_agent import ModelAgent
from pytest_cookie.exploration.agent.settings import AgentPrompts, AgentSettings
from pytest_cookie.exploration.explorer import BrowserExplorer
from pytest_cookie.exploration.loop import Budget
from pytest_cookie.llm.models import Models, ModelSettings
from tests.provider import Provider
from tests.provider.asked import Asked
from tests.provider.reply import Call, Reply

_PAGES = Path(__file__).parent / "agent_pages"
_PROMPTS = Path(__file__).parents[1] / "pytest_cookie" / "protocols" / "cookie" / "prompts"
_BUDGET = Budget(max_steps=60, max_seconds=90, max_wall_seconds=900, max_item_seconds=1_200)
_CACHED_SHARE = 0.1

Turn = Callable[[str], tuple[Call, ...]]
"""The calls of a turn, from the text of the whole request."""


def _ref(text: str, name: str) -> str:
    """The reference of a control in the newest line of the request that lists it."""
    found = re.findall(rf'\[(e\d+)\] [\w()-]+ "{re.escape(name)}"', text)
    return found[-1] if found else "e1"


def _on(tool: str, name: str, **arguments: object) -> Turn:
    thought = f"What does {name} do?"
    return lambda text: (Call(tool, {"thought": thought, "ref": _ref(text, name), **arguments}),)


def _do(tool: str, **arguments: object) -> Turn:
    return lambda _: (Call(tool, {"thought": f"See what follows from {tool}.", **arguments}),)


def _together(*turns: Turn) -> Turn:
    return lambda text: tuple(call for turn in turns for call in turn(text))


def _type(name: str, text: str) -> Turn:
    return _on("type", name, text=text, input="valid")


_END = _do("finish", summary="Everything was tried; what worked and what did not is in the steps.")

SESSIONS: dict[str, tuple[Turn, ...]] = {
    "form": (
        _on("click", "Book the course"),
        _together(_type("Full name", "Ada Lovelace"), _type("Email address", "ada.example"), _type("People", "3")),
        _on("click", "Book the course"),
        _type("Email address", "ada@example.org"),
        _type("Evening", "Friday"),
        _on("click", "I accept the terms"),
        _on("click", "Book the course"),
        _type("Search bookings", "ada"),
        _type("Search bookings", ""),
        _on("click", "Cancel"),
        _on("click", "About the course"),
        _do("scroll", direction="top"),
        _type("People", "-4"),
        _on("click", "Clear the form"),
        _do("resize", width=375, height=812),
        _do("resize", width=1280, height=720),
        _do("press", keys="F5"),
        _END,
    ),
    "board": (
        _type("New task", "Water the plants"),
        _on("click", "Add task"),
        _on("click", "Forward"),
        _on("click", "Forward"),
        _on("click", "Back"),
        _on("click", "Delete"),
        _type("Filter tasks", "the"),
        _type("Filter tasks", "zzz"),
        _type("Filter tasks", ""),
        _together(_type("New task", "Buy stamps"), _type("Column", "Done"), _on("click", "Add task")),
        _on("click", "Add task"),
        _do("drag", x=200, y=300, to_x=640, to_y=300),
        _on("hover", "Delete"),
        _on("click", "Delete"),
        _do("press", keys="Tab"),
        _do("resize", width=375, height=812),
        _END,
    ),
    "game": (
        _do("press", keys="Space"),
        _do("hold", keys="ArrowRight", ms=500),
        _do("hold", keys="ArrowLeft", ms=900),
        _do("wait", ms=1_000),
        _do("hold", keys="ArrowRight", ms=700),
        _do("press", keys="ArrowUp"),
        _do("hold", keys="ArrowLeft+Space", ms=400),
        _do("wait", ms=2_000),
        _do("click", x=300, y=200),
        _do("hold", keys="ArrowRight", ms=1_200),
        _do("wait", ms=500),
        _do("press", keys="F5"),
        _do("press", keys="Space"),
        _do("hold", keys="ArrowLeft", ms=1_200),
        _END,
    ),
    "article": (
        _on("click", "The flood of 1872"),
        _on("click", "The towpath today"),
        _do("scroll", direction="top"),
        _on("click", "Dark theme"),
        _on("click", "Dark theme"),
        _on("click", "Larger text"),
        _do("scroll", amount=700),
        _do("scroll", amount=700),
        _on("click", "Sources for chapter 1"),
        _do("scroll", direction="bottom"),
        _on("click", "Back to the top"),
        _do("wait", ms=500),
        _on("hover", "Larger text"),
        _do("press", keys="Tab"),
        _do("resize", width=375, height=812),
        _END,
    ),
}


@dataclass(frozen=True)
class Block:
    """A piece of a request in reading order: text, or the hash of a picture."""

    content: str
    tokens: float
    tiles: float = 0.0
    is_picture: bool = False

    def shared_tokens(self, other: "Block") -> float:
        """The tokens of the common beginning."""
        if self == other:
            return self.tokens
        if self.is_picture or other.is_picture:
            return 0.0
        pairs = zip(self.content, other.content, strict=False)
        return sum(1 for _ in itertools.takewhile(lambda pair: pair[0] == pair[1], pairs)) / 4


@dataclass(frozen=True)
class Cost:
    """The input tokens of a session's requests."""

    requests: int
    steps: int
    text: float
    pictures: float
    tiles: float
    repeated: float

    @property
    def input(self) -> float:
        """All input tokens."""
        return self.text + self.pictures

    @property
    def input_by_tiles(self) -> float:
        """All input tokens, with pictures counted by tiles."""
        return self.text + self.tiles

    @property
    def billed(self) -> float:
        """Input tokens at the full price that cost as much."""
        return self.input - (1 - _CACHED_SHARE) * self.repeated


class RecordingProvider(Provider):
    """Keeps the bodies that arrive."""

    def __init__(self, turns: Sequence[Turn]) -> None:
        super().__init__(self._answer)
        self.bodies: list[dict] = []
        self._turns = list(turns)

    def parsed(self, body: bytes) -> Asked:
        """As the parent does."""
        self.bodies.append(json.loads(body))
        return super().parsed(body)

    def _answer(self, asked: Asked) -> Reply:
        turn = self._turns.pop(0) if len(self._turns) > 1 else self._turns[0]
        return Reply(calls=turn(asked.text))


def tile_tokens(width: int, height: int) -> float:
    """The tokens of a picture by OpenAI's formula."""
    scale = min(1.0, 2_048 / max(width, height))
    scale *= min(1.0, 768 / (min(width, height) * scale))
    across, down = -(-width * scale // 512), -(-height * scale // 512)
    return 85 + 170 * across * down


def _blocks(body: dict) -> list[Block]:
    tools = json.dumps(body.get("tools", []), ensure_ascii=False)
    blocks = [Block(tools, len(tools) / 4)]
    for message in body["messages"]:
        content = message.get("content") or ""
        parts = [{"type": "text", "text": content}] if isinstance(content, str) else content
        blocks += [_block(part) for part in parts]
        for call in message.get("tool_calls") or ():
            text = f"{call['function']['name']}{call['function']['arguments']}"
            blocks.append(Block(text, len(text) / 4))
    return blocks


def _block(part: dict) -> Block:
    if part["type"] == "text":
        return Block(part["text"], len(part["text"]) / 4)
    url = part["image_url"]["url"]
    with Image.open(io.BytesIO(base64.b64decode(url.partition("base64,")[2]))) as picture:
        width, height = picture.size
    return Block(url, width * height / 750, tile_tokens(width, height), is_picture=True)


def _repeated(before: list[Block], now: list[Block]) -> float:
    shared = 0.0
    for one, other in zip(before, now, strict=False):
        shared += one.shared_tokens(other)
        if one != other:
            break
    return shared


def cost_of(bodies: Sequence[dict], steps: int) -> Cost:
    """Count the requests of one session."""
    requests = [_blocks(body) for body in bodies]
    every = [block for blocks in requests for block in blocks]
    return Cost(
        requests=len(requests),
        steps=steps,
        text=sum(block.tokens for block in every if not block.is_picture),
        pictures=sum(block.tokens for block in every if block.is_picture),
        tiles=sum(block.tiles for block in every),
        repeated=sum(_repeated(before, now) for before, now in itertools.pairwise(requests)),
    )


def run(name: str, folder: Path, settings: AgentSettings) -> Cost:
    """Run one session."""
    with RecordingProvider(SESSIONS[name]) as provider:
        os.environ.update(provider.environment)
        models = Models(ModelSettings(state=folder / "state", replay=folder / "replay", replay_mode="off"))
        prompts = AgentPrompts.read(_PROMPTS)
        host = BrowserHost()
        try:
            with served(BenchmarkPage(name, _PAGES / name)) as deployment:
                explorer = BrowserExplorer(
                    host,
                    lambda: ModelAgent("openai/any", models, prompts, settings),
                    budget=_BUDGET,
                    watches=make_watches,
                )
                evidence = explorer.explore(any_case(), deployment, folder / "evidence")
        finally:
            host.close()
        steps = sum(not step.action.is_bookkeeping for step in evidence.trace.steps)
        return cost_of(provider.bodies, steps)


def _lines(costs: dict[str, Cost], earlier: dict[str, Cost]) -> list[str]:
    heading = "| session | requests | steps | text | pictures | input | input by tiles | repeated | billed |"
    lines = ["Tokens per step:", "", heading, f"{'|---' * (heading.count('|') - 1)}|"]
    for name, cost in costs.items():
        before = earlier.get(name)
        cells = [str(cost.requests), str(cost.steps), f"{cost.text / cost.steps:,.0f}"]
        cells += [f"{cost.pictures / cost.steps:,.0f}"]
        cells += [_beside(cost.input / cost.steps, before.input / before.steps if before else None)]
        cells += [_beside(cost.input_by_tiles / cost.steps, before.input_by_tiles / before.steps if before else None)]
        cells += [f"{cost.repeated / cost.input:.0%}"]
        cells += [_beside(cost.billed / cost.steps, before.billed / before.steps if before else None)]
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return lines


def _beside(tokens: float, before: float | None) -> str:
    return f"{tokens:,.0f}" if before is None else f"{tokens:,.0f} of {before:,.0f} ({tokens / before:.0%})"


def _total(costs: Iterable[Cost]) -> Cost:
    fields = [asdict(cost) for cost in costs]
    return Cost(**{name: sum(one[name] for one in fields) for name in fields[0]})


def main() -> None:
    """Run the chosen sessions and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sessions", nargs="*", metavar="SESSION", help=f"{', '.join(SESSIONS)}; all by default")
    parser.add_argument("--history", type=int, metavar="N", help="the agent's `history_tokens`")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the numbers here")
    parser.add_argument("--against", type=Path, metavar="FILE", help="numbers of an earlier run")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keep evidence and transcripts here")
    told = parser.parse_args()
    usual = AgentSettings()
    settings = replace(usual, history_tokens=told.history) if told.history else usual
    costs = {}
    for name in told.sessions or SESSIONS:
        with tempfile.TemporaryDirectory() as folder:
            costs[name] = run(name, (told.keep or Path(folder)) / name, settings)
    if told.json:
        told.json.write_text(json.dumps({name: asdict(cost) for name, cost in costs.items()}, indent=1))
    kept = json.loads(told.against.read_text()) if told.against else {}
    earlier = {name: Cost(**numbers) for name, numbers in kept.items() if name in costs}
    if len(costs) > 1:
        costs["all"] = _total(costs.values())
        if earlier:
            earlier["all"] = _total(earlier.values())
    print("\n".join(_lines(costs, earlier)))


if __name__ == "__main__":
    main()
