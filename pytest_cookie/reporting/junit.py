"""Adds the run's numbers as properties and the gate's rules as test suites to pytest's JUnit file."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from xml.etree import ElementTree as Xml

from pytest_cookie.core.errors import RecordingError
from pytest_cookie.gate import GateDecision
from pytest_cookie.gate.decision import worst
from pytest_cookie.records.files import write_text
from pytest_cookie.records.plain_tree import read_bounded
from pytest_cookie.records.run import RunFolder
from pytest_cookie.reporting.gate_report.files import gate_junit
from pytest_cookie.reporting.leaderboard import leaderboards
from pytest_cookie.reporting.text.quantities import score
from pytest_cookie.reporting.text.terminal_cells import printable

_CLASS = "pytest_cookie.benchmark"
_MOST_BYTES = 1_000_000_000


def complete_junit(path: Path, run: RunFolder, decisions: Sequence[GateDecision], *, gate_problem: str = "") -> None:
    """Rewrite pytest's JUnit file. Raises `RecordingError` if it cannot be read or written.

    Items of the installed benchmark get the module's name as their class name: pytest derives it from the file path,
    which differs between machines. Without a gate no suite is added and pytest's counts are unchanged.
    """
    try:
        root = Xml.fromstring(read_bounded(path, _MOST_BYTES))
    except (OSError, Xml.ParseError) as error:
        raise RecordingError(f"cannot add the run's numbers to {path}: {error}") from error
    for case in root.iter("testcase"):
        if _is_of_benchmark(case):
            case.set("classname", _CLASS)
    suite = root.find("testsuite")
    if suite is not None:
        _add_properties(suite, [*_numbers(run), *_gate(decisions, gate_problem)])
    if decisions:
        root.extend(Xml.fromstring(gate_junit(decisions)))
    write_text(path, Xml.tostring(root, encoding="unicode", xml_declaration=True) + "\n")


def _is_of_benchmark(case: Xml.Element) -> bool:
    named = case.get("classname") or _CLASS
    is_its_file = named == _CLASS or named.endswith(f".{_CLASS}")
    return is_its_file and (case.get("name") or "").startswith("test_artifact[")


def _add_properties(suite: Xml.Element, added: list[tuple[str, str]]) -> None:
    """Add to the properties of other plugins, if any. The schema requires them to be the first element."""
    properties = suite.find("properties")
    if properties is None:
        properties = Xml.Element("properties")
        suite.insert(0, properties)
    for name, value in added:
        Xml.SubElement(properties, "property", name=printable(f"cookie.{name}"), value=printable(value))


def _numbers(run: RunFolder) -> Iterator[tuple[str, str]]:
    yield "run", run.path.name
    records = run.records()
    boards = leaderboards(records, run.scores_of(records))
    has_judges = len({board.judge for board in boards}) > 1
    has_modes = len({board.mode for board in boards}) > 1
    for board in boards:
        for row in board.rows:
            one = row.aggregate
            means = ((spec, one.judged[spec.id].mean) for spec in board.scores)
            scores = [
                f"{spec.label} {score(mean, spec.digits)}{spec.unit and f' {spec.unit}'}"
                for spec, mean in means
                if mean is not None
            ]
            counts = [f"{one.n} items", f"{one.failed} failed", f"{one.unscored} unscored"]
            name = f"model.{one.model} · {board.mode}" if has_modes else f"model.{one.model}"
            name += f" · judge {board.judge}" if has_judges else ""
            yield name, ", ".join([*scores, *counts, f"judge {board.judge}", f"agent {board.agent}"])


def _gate(decisions: Sequence[GateDecision], problem: str) -> Iterator[tuple[str, str]]:
    if problem:
        yield "gate", f"broken: {problem}"
    elif decisions:
        yield "gate", worst(decisions)
        for decision in decisions:
            yield f"gate.{decision.name}", decision.outcome
