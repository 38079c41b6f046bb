"""A judge's calibration as text: a note in the report of a run, and the terminal output of `calibrate`."""

import re
import shlex
from collections.abc import Iterator, Sequence
from statistics import fmean

from pytest_cookie.core.errors import RecordingError
from pytest_cookie.core.record import Record
from pytest_cookie.core.wording import count
from pytest_cookie.records.calibrations import calibration_of, is_shipped
from pytest_cookie.records.files import read_model
from pytest_cookie.records.item import ItemFolder
from pytest_cookie.records.run import RunFolder
from pytest_cookie.reporting.text import quantities
from pytest_cookie.reporting.text.terminal_cells import cut, pad, printable, wrapped
from pytest_cookie.stats import Interval
from pytest_cookie.stats.calibration import TOTAL, Calibration, Group, Numbers, PairResult, won
from pytest_cookie.stats.controls import CONTROL_NAMES, CONTROLS
from pytest_cookie.stats.judge_match import PeopleMatch

_NAME = 26
_PANEL = re.compile(r"panel\((.+)\)", re.S)
"""The id of a panel, whose judges the options name separated by commas."""
_FEW = 10
_MOST_LISTED = 12


def judge_notes(run: RunFolder, records: Sequence[Record]) -> tuple[str, ...]:
    """A sentence per judge of a run: how often it is right, or how to measure that. Only Cookie's can be calibrated."""
    judged = [record for record in records if record.outcome != "unscored" and record.protocol == "cookie"]
    by_judge = {record.judge: record for record in reversed(judged)}
    return tuple(_note(run, by_judge[judge]) for judge in sorted(by_judge))


def _note(run: RunFolder, record: Record) -> str:
    judge = printable(record.judge)
    path = calibration_of(run, record.judge)
    if path is None:
        panel = _PANEL.fullmatch(record.judge)
        option = f"--judge={panel[1] if panel else record.judge}"
        measuring = f"`pytest-cookie calibrate --fast {shlex.quote(printable(option))}`"
        return f"Judge {judge} has no calibration; {measuring} measures how often it is right."
    try:
        calibration = read_model(path, Calibration)
    except RecordingError as error:
        return f"Judge {judge}: cannot read its calibration: {printable(str(error))}"
    remarks = "".join(f"; {remark}" for remark in _remarks(run, record, calibration))
    whose = " (the calibration that comes with pytest-cookie)" if is_shipped(path) else ""
    return f"Judge {judge}, calibrated {calibration.made}{whose}: {in_a_line(calibration)}{remarks}"


def number_beside(run: RunFolder, records: Sequence[Record]) -> float | None:
    """The calibration number a gate uses for these records; None unless they have one judge, calibrated as it is."""
    judged = [record for record in records if record.outcome != "unscored"]
    path = calibration_of(run, judged[0].judge) if len({record.judge for record in judged}) == 1 else None
    try:
        calibration = read_model(path, Calibration) if path else None
    except RecordingError:
        return None
    return calibration.number if calibration and not any(_remarks(run, judged[0], calibration)) else None


def _remarks(run: RunFolder, record: Record, calibration: Calibration) -> Iterator[str]:
    """Differences between this run and the calibration: judge, version, agent."""
    version = _version_of(run, record)
    if record.judge != calibration.terms.judge:
        yield f"measured for judge {printable(calibration.terms.judge)}"
    elif version != calibration.terms.judge_version:
        yield "measured for another version of the judge" if version else "the judge's version in this run is unknown"
    if record.agent != calibration.terms.agent:
        yield f"measured with agent {printable(calibration.terms.agent)}"


def _version_of(run: RunFolder, record: Record) -> str:
    try:
        return ItemFolder(run.item_folder(record)).read_verdict(record.judge).judge_version
    except RecordingError:
        return ""


def in_a_line(calibration: Calibration) -> str:
    """Accuracy, recall, false alarms and the number of pairs, as part of a sentence."""
    numbers = calibration.numbers
    pairs = count(calibration.pairs, "pair")
    people = f"; {describe_people(calibration.people)}" if calibration.people else ""
    return (
        f"right about {_rate(numbers.overall.accuracy)} of {pairs} of a baseline artifact and a mutant with a defect, "
        f"names {_rate(numbers.overall.recall)} of the defects, {_alarms(numbers)} per baseline artifact{people}"
    )


def describe_people(found: PeopleMatch) -> str:
    """The judge's agreement with people, as part of a sentence, with the agreement of people among themselves."""
    among = "" if found.people.mean is None else f" (people among themselves: {_rate(found.people)})"
    return (
        f"prefers the same artifact as people in {_rate(found.match)} of {count(found.pairs, 'comparison')} of the "
        f"{found.score} by {count(found.raters, 'rater')}{among}"
    )


def _rate(interval: Interval) -> str:
    return f"{quantities.percent(interval.mean)}{_span(interval)}"


def _span(interval: Interval, *, percent: bool = True) -> str:
    if interval.low is None or interval.high is None:
        return ""
    if percent:
        return f" ({100 * interval.low:.0f}–{100 * interval.high:.0f})"
    return f" ({interval.low:.2f}–{interval.high:.2f})"


def _alarms(numbers: Numbers, noun: str = " false alarms") -> str:
    alarms = numbers.false_alarms
    if alarms.mean is None:
        return f"an unknown number of{noun}"
    return f"{alarms.mean:.2f}{noun}{_span(alarms, percent=False)}"


def calibration_lines(calibration: Calibration, width: int) -> list[str]:
    """The terminal output after a calibration."""
    terms, numbers = calibration.terms, calibration.numbers
    lines = [
        cut(
            f"judge {printable(terms.judge)} · agent {printable(terms.agent)} · "
            f"mutation operators version {printable(terms.families_version)}",
            width,
        ),
        *([cut(f"partial calibration: {printable(calibration.part)}", width)] if calibration.part else []),
        "",
        *_counts(calibration),
        "",
        _heading(),
        _row(numbers.overall),
        *(_row(group) for group in numbers.by_dimension),
        *(_row(half.overall, half=name) for name, half in calibration.halves.items()),
        *_control_lines(calibration),
        "",
        f"false alarms: {_alarms(numbers, '')} critical or major findings per baseline artifact",
        *(f"  {name}: {_alarms(half, '')}" for name, half in calibration.halves.items()),
        *_list_some([f"{good.artifact}: {title}" for good in calibration.goods for title in good.titles], width),
        _retest(numbers),
        *_people_lines(calibration, width),
        "",
        "mutation operators, lowest accuracy first",
        *(_row(group) for group in worst_first(numbers.by_family)),
    ]
    lines += ["", *_list_wrong_pairs(calibration, width)]
    return [line.rstrip() for line in lines]


def _counts(calibration: Calibration) -> Iterator[str]:
    pairs = count(calibration.pairs, "pair")
    yield f"{pairs} of {count(calibration.artifacts, 'baseline artifact')}, 95 % intervals over artifacts"
    if calibration.not_observable:
        yield f"left out: {count(calibration.not_observable, 'defect')} without an observable effect"
    if calibration.unscored:
        yield f"left out: {count(calibration.unscored, 'pair')} unscored"
    if calibration.other_clock:
        yield f"left out: {count(calibration.other_clock, 'pair')} whose pages ran under different clocks"
    if calibration.median_seconds is not None:
        yield f"median time per item: {quantities.duration(calibration.median_seconds)}"
    if calibration.artifacts < _FEW:
        yield f"fewer than {_FEW} artifacts: the intervals are rough"


def _control_lines(calibration: Calibration) -> Iterator[str]:
    """The accuracy of taking the larger page for the better one, beside the judge's."""
    numbers = calibration.numbers
    rows = {group.name: group for group in (numbers.overall, *numbers.by_dimension)}
    rows |= {f"{name} half": half.overall for name, half in calibration.halves.items()}
    if not any(group.controls for group in rows.values()):
        return
    yield ""
    yield _control_row("accuracy of the larger page", [CONTROL_NAMES[control] for control in CONTROLS])
    for name, group in rows.items():
        cells = [quantities.percent(found.mean) for one in CONTROLS if (found := group.controls.get(one))]
        yield _control_row(name, cells)


def _control_row(name: str, cells: Sequence[str]) -> str:
    return pad(name, 28) + "".join(pad(cell, 18, right=True) for cell in cells)


def _heading() -> str:
    cells = ["accuracy", "95 %", "in dimension", "recall", "95 %", "pairs"]
    return _line("", cells)


def _row(group: Group, *, half: str = "") -> str:
    accuracy, recall = group.accuracy, group.recall
    cells = [
        quantities.percent(accuracy.mean),
        _span(accuracy).strip(" ()"),
        quantities.percent(group.in_dimension.mean),
        quantities.percent(recall.mean),
        _span(recall).strip(" ()"),
        str(group.pairs),
    ]
    return _line(f"{half} half" if half else group.name, cells)


def _line(name: str, cells: Sequence[str]) -> str:
    widths = (9, 8, 13, 8, 8, 6)
    return pad(name, _NAME) + "".join(pad(cell, width, right=True) for cell, width in zip(cells, widths, strict=True))


def _retest(numbers: Numbers) -> str:
    retest = numbers.retest
    if retest is None:
        return "test–retest: not measured; use --repeats=2 or more"
    apart = f"{retest.mean:.2f} points apart on average, {retest.largest:.2f} at most"
    return f"test–retest: totals of {count(retest.items, 'item')} {apart}"


def worst_first(groups: Sequence[Group]) -> list[Group]:
    """Mutation operators by accuracy, then recall, lowest first."""
    return sorted(groups, key=lambda group: (group.accuracy.mean or 0.0, group.recall.mean or 0.0, group.name))


def _people_lines(calibration: Calibration, width: int) -> list[str]:
    found = calibration.people
    text = f"people: {describe_people(found)}, in {printable(found.run)}" if found else ""
    return wrapped(text, width)


def _list_some(names: Sequence[str], width: int) -> Iterator[str]:
    for name in names[:_MOST_LISTED]:
        yield cut(f"  {printable(name)}", width)
    if len(names) > _MOST_LISTED:
        yield f"  … and {len(names) - _MOST_LISTED} more, all in the report"


def _list_wrong_pairs(calibration: Calibration, width: int) -> Iterator[str]:
    """The pairs whose mutant scored above its baseline artifact."""
    counted = [pair for pair in calibration.results if pair.left_out is None]
    wrong = [pair for pair in counted if (outcome := won(pair, TOTAL)) is not None and outcome < 0.5]
    if wrong:
        yield "mutants that scored above their baseline artifact"
        yield from _list_some([_describe_wrong(pair) for pair in wrong], width)


def _describe_wrong(pair: PairResult) -> str:
    baseline, mutant = (fmean(each.get(TOTAL) or 0.0 for each in side) for side in (pair.good, pair.twin))
    totals = f"{quantities.score(baseline)} < {quantities.score(mutant)}"
    return f"{pair.artifact} · {pair.family}: {totals}, {pair.where}"
