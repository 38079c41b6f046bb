"""The competent model as agent: it reads the list of controls, tries the untried ones, plays, and sums up."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tests.provider.asked import Asked
from tests.provider.quotes import quotes, unquoted
from tests.provider.reply import Call, Reply

_CONTROL = re.compile(
    r'^\[(?P<ref>e\d+)\] (?P<role>[\w-]+)(?:\((?P<type>[\w-]+)\))? "(?P<name>(?:[^"\\]|\\.)*)"(?P<rest>.*)$'
)
_ROW = re.compile(r'^row "(?:[^"\\]|\\.)*": ')
_RUN = re.compile(r'^(?P<what>[\w-]+(?:\([\w-]+\))? "(?:[^"\\]|\\.)*")[^:"]*: (?=\[e\d+\])')
_PARTS = re.compile(r'; (?=\[e\d+\] |[\w-]+(?:\([\w-]+\))? ")')
_MEMBERS = re.compile(r", (?=\[e\d+\] )")
_OPTIONS = re.compile(r'options="((?:[^"\\]|\\.)*)"')
_WHOLE_LIST = "In the window ("
_STEP = re.compile(r"OBSERVATION after step (\d+)")
_LEFT = re.compile(r"Steps left: (\d+)")
_FIELDS = frozenset({"textbox", "searchbox", "spinbutton", "combobox", "listbox", "slider"})
_TYPED = {
    "email": "ada@example.org",
    "number": "3",
    "tel": "030 123456",
    "date": "2026-05-04",
    "url": "https://example.org/",
}
_WORDS_OF_KEYS = re.compile(r"\b(arrow|space|keyboard|wasd)", re.IGNORECASE)
_EARLIER_PLAY = re.compile(r"^\d+\. (?:press|hold)\b", re.MULTILINE)
_MOVES = (
    ("I run to the right.", "hold", {"keys": "ArrowRight", "ms": 900}),
    ("I jump.", "press", {"keys": "Space"}),
    ("I run again.", "hold", {"keys": "ArrowRight", "ms": 900}),
    ("I run and jump at once.", "hold", {"keys": "ArrowRight+Space", "ms": 700}),
)
GAME_TURNS = 8
"""Number of moves on a canvas after all controls were tried."""


@dataclass(frozen=True)
class _Control:
    ref: str
    role: str
    type: str
    name: str
    rest: str

    @property
    def open(self) -> bool:
        """Whether it can be tried and was not."""
        words = self.rest.split()
        return not any(word.startswith("tried=") or word in ("disabled", "covered", "readonly") for word in words)


@dataclass(frozen=True)
class _Sight:
    """The state that all observations describe together."""

    step: int
    steps_left: int
    controls: tuple[_Control, ...]
    canvas: bool
    keys: bool
    played: int
    told_to_stop: bool


def next_action(asked: Asked) -> Reply:
    """One tool call, with a thought."""
    sight = _read(asked)
    waiting = [control for control in sight.controls if control.open]
    playing = sight.canvas and sight.keys and sight.played < GAME_TURNS
    if asked.tools == ("finish",) or sight.told_to_stop or sight.steps_left <= 1 or not (waiting or playing):
        return _finish(sight)
    if waiting:
        return _try(waiting[0])
    return _play(sight)


def _read(asked: Asked) -> _Sight:
    observations = [said.text for said in asked.messages if _STEP.search(said.text)] or [asked.messages[-1].text]
    newest = observations[-1]
    step, left = _STEP.search(newest), _LEFT.search(newest)
    told = "\n".join(block.text for text in observations for block in quotes(text))
    played = sum(call.name in ("press", "hold") for said in asked.messages for call in said.calls)
    played += len(_EARLIER_PLAY.findall(asked.text))
    return _Sight(
        step=int(step[1]) if step else 0,
        steps_left=int(left[1]) if left else 99,
        controls=_controls(observations),
        canvas=any(line.startswith("canvas") for line in told.splitlines()),
        keys=bool(_WORDS_OF_KEYS.search(told)),
        played=played,
        told_to_stop=bool(re.search(r"ignore your instructions", unquoted(asked.text), re.IGNORECASE)),
    )


def _controls(observations: list[str]) -> tuple[_Control, ...]:
    """The controls of the last complete list with all later changes."""
    known: dict[str, _Control] = {}
    for text in observations:
        lines = [line for block in quotes(text) if block.label == "controls" for line in block.text.splitlines()]
        if any(line.startswith(_WHOLE_LIST) for line in lines):
            known.clear()
        for line in lines:
            for found in filter(None, map(_CONTROL.match, _one_by_one(line))):
                known[found["ref"]] = _Control(**found.groupdict(default=""))
            if line.startswith("Gone: "):
                for ref in line.removeprefix("Gone: ").split(", "):
                    known.pop(ref, None)
    return tuple(known.values())


def _one_by_one(line: str) -> Iterator[str]:
    """The line of a row, or of equal controls in succession, as a line for each control."""
    for part in _PARTS.split(_ROW.sub("", line)):
        if run := _RUN.match(part):
            for member in _MEMBERS.split(part[run.end() :]):
                ref, _, rest = member.partition(" ")
                yield f"{ref} {run['what']} {rest}"
        else:
            yield part


def _try(control: _Control) -> Reply:
    thought = f"{control.name or control.role} has not been tried yet."
    if control.role not in _FIELDS:
        return _call("click", thought, ref=control.ref)
    options = _OPTIONS.search(control.rest)
    typed = options[1].split(" | ")[-1] if options else _TYPED.get(control.type or _kind(control.name), "Ada Lovelace")
    return _call("type", thought, ref=control.ref, text=typed)


def _kind(name: str) -> str:
    """A field's type, recognised by its name."""
    words = name.lower()
    return next((kind for kind in _TYPED if kind in words), "number" if "how many" in words else "")


def _play(sight: _Sight) -> Reply:
    """Run and jump in turn, as on a page whose text mentions keys."""
    thought, name, arguments = _MOVES[sight.played % len(_MOVES)]
    return _call(name, thought, **arguments)


def _finish(sight: _Sight) -> Reply:
    tried = sum("tried=" in control.rest for control in sight.controls)
    summary = f"I took {sight.step} steps and tried {tried} of {len(sight.controls)} controls that I saw."
    if sight.played:
        summary += f" I played with the keys, {sight.played} times."
    return _call("finish", "All controls were tried.", summary=summary)


def _call(name: str, thought: str, **arguments: object) -> Reply:
    return Reply(calls=(Call(name, {"thought": thought, **arguments}),))
