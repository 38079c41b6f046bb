"""The competent model as builder of a project: it looks around, writes an app with one mistake in it, reads, mends."""

import re
from pathlib import Path

from tests.provider.asked import Asked
from tests.provider.reply import Call, Reply

SHELF = Path(__file__).parents[1] / "projects" / "shelf"
MISTAKEN, MEANT = "BookOpenn", "BookOpen"
"""An icon that does not exist, as models invent them, and the one that was meant."""
_FAULTY = "src/components/PageHeader.tsx"
_A_TURN = 5
_PLAN = ["Look at what there is", "Write the parts", "Build and mend", "Finish"]


def work_on(asked: Asked) -> Reply:
    """The next reply, by how many there were and what the last one's calls were answered with."""
    turn = sum(said.role == "assistant" for said in asked.messages)
    writing = _writing()
    if turn == 0:
        return Reply("I look around first.", (_plan(0), Call("list_files", {"folder": "src"}), _read("src/App.tsx")))
    if turn <= len(writing):
        return Reply(None, writing[turn - 1])
    last = asked.messages[-1].text
    if re.match(r"It does not build \(phantom import", last):
        mended = {"path": _FAULTY, "old": MISTAKEN, "new": MEANT, "everywhere": True}
        looked = Call("grep", {"pattern": MISTAKEN, "literal": True})
        return Reply("There is no such icon.", (looked, Call("edit_file", mended), Call("build", {})))
    if last.startswith("It builds"):
        return Reply("It builds.", (_plan(len(_PLAN)), Call("finish", {"summary": "A shelf of books."})))
    return Reply(None, (_plan(2), Call("build", {})))


def _writing() -> list[tuple[Call, ...]]:
    paths = sorted(path.relative_to(SHELF).as_posix() for path in SHELF.rglob("*.ts*"))
    calls = [Call("create_file", {"path": path, "content": _content(path)}) for path in paths]
    return [tuple(calls[at : at + _A_TURN]) for at in range(0, len(calls), _A_TURN)]


def _content(path: str) -> str:
    text = (SHELF / path).read_text()
    return text.replace(MEANT, MISTAKEN) if path == _FAULTY else text


def _plan(done: int) -> Call:
    return Call("update_plan", {"steps": _PLAN, "done": done})


def _read(path: str) -> Call:
    return Call("read_file", {"path": path})
