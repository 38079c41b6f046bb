"""On the pairs of a calibration, how often are other tools right? `python benchmarks/other_judges.py CALIBRATION …`

CALIBRATION is a `calibration.json`, EVIDENCE the folder of its items (`reports/calibrations/evidence/…`). axe-core's
violations are counted in that evidence, on all pairs; Lighthouse and gremlins.js run each page of `--sample` pairs,
drawn from every kind of defect alike. For these two a `node_modules` is needed: `npm i --ignore-scripts
lighthouse@12.8.2 gremlins.js@2.2.0`. Ratings are kept in `--store` and not repeated. The table is
Markdown, on stdout.
"""

import argparse
import json
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from contenders import AxeViolations, Contender, Gremlins, Lighthouse

from pytest_cookie.records.item import ItemFolder
from pytest_cookie.stats.calibration import TIE, Calibration, PairResult, select_counted, won
from pytest_cookie.stats.interval import Interval, clustered_rate

Outcome = Callable[[PairResult], float | None]
"""1, 0.5 or 0 of a pair; None if unknown."""


class Ratings:
    """What a tool rated the items, by their folder; kept in a file."""

    def __init__(self, tool: Contender, evidence: Path, store: Path) -> None:
        self._tool, self._evidence, self._store = tool, evidence, store
        self._known: dict[str, float | None] = json.loads(store.read_text(encoding="utf-8")) if store.is_file() else {}

    def of(self, folder: str) -> float | None:
        """The rating of the item in `folder`; the tool runs if there is none yet."""
        if folder not in self._known:
            began = time.monotonic()
            self._known[folder] = self._tool.rate(ItemFolder(self._evidence / folder))
            self._store.parent.mkdir(parents=True, exist_ok=True)
            self._store.write_text(json.dumps(self._known, indent=1), encoding="utf-8")
            seconds = time.monotonic() - began
            print(f"{self._tool.name}: {folder}: {self._known[folder]} in {seconds:.0f} s", file=sys.stderr)
        return self._known[folder]

    def outcome(self, pair: PairResult) -> float | None:
        """Whether the good page is rated above its twin; alike counts as half."""
        good, twin = self.of(f"items/{pair.artifact}/good/html/1"), self.of(pair.folder)
        if good is None or twin is None:
            return None
        return 0.5 if abs(good - twin) <= TIE else float(good > twin)


@dataclass(frozen=True)
class Line:
    """A line of the table."""

    judge: str
    pairs: int
    accuracy: Interval
    functionality: Interval
    aesthetics: Interval
    ties: float

    def markdown(self) -> str:
        """The line as Markdown."""
        whole = f"{_percent(self.accuracy.mean)} ({_percent(self.accuracy.low)}–{_percent(self.accuracy.high)})"
        parts = f"{_percent(self.functionality.mean)} | {_percent(self.aesthetics.mean)}"
        return f"| {self.judge} | {self.pairs} | {whole} | {parts} | {_percent(self.ties)} |"


def _percent(value: float | None) -> str:
    return "–" if value is None else f"{100 * value:.0f} %"


def line_of(judge: str, pairs: Sequence[PairResult], outcome: Outcome) -> Line:
    """How often a judge is right about these pairs; the intervals are over artifacts, as in a calibration."""
    known = [(pair, value) for pair in pairs if (value := outcome(pair)) is not None]
    return Line(
        judge=judge,
        pairs=len(known),
        accuracy=_rate(known),
        functionality=_rate([one for one in known if one[0].dimension == "functionality"]),
        aesthetics=_rate([one for one in known if one[0].dimension == "aesthetics"]),
        ties=sum(value == 0.5 for _, value in known) / len(known) if known else 0.0,
    )


def _rate(known: Sequence[tuple[PairResult, float]]) -> Interval:
    by_artifact: dict[str, list[float]] = defaultdict(list)
    for pair, value in known:
        by_artifact[pair.artifact].append(value)
    return clustered_rate([(sum(values), len(values)) for values in by_artifact.values()])


def sampled(pairs: Sequence[PairResult], count: int, seed: int) -> list[PairResult]:
    """`count` pairs, of each kind of defect alike."""
    chance = Random(f"{seed}:sample")
    by_family: dict[str, list[PairResult]] = defaultdict(list)
    for pair in pairs:
        by_family[pair.family].append(pair)
    kinds = sorted(by_family)
    chance.shuffle(kinds)
    for kind in kinds:
        chance.shuffle(by_family[kind])
    rounds = max(map(len, by_family.values()), default=0)
    return [by_family[kind][turn] for turn in range(rounds) for kind in kinds if turn < len(by_family[kind])][:count]


def table(lines: Sequence[Line]) -> str:
    """The table as Markdown."""
    head = "| judge | pairs | accuracy (95 %) | functionality | aesthetics | ties |\n|---|---|---|---|---|---|"
    return "\n".join([head, *(line.markdown() for line in lines)])


def compared(calibration: Calibration, options: argparse.Namespace) -> list[Line]:
    """All lines: on every pair the judge and axe-core, on the sample all of them."""
    pairs = select_counted(calibration.results)
    some = sampled(pairs, options.sample, options.seed)
    judge = calibration.terms.judge
    axe = Ratings(AxeViolations(), options.evidence, options.store / "axe.json").outcome
    lines = [line_of(judge, pairs, lambda pair: won(pair, "total")), line_of(AxeViolations().name, pairs, axe)]
    lines += [line_of(f"{judge}, sample", some, lambda pair: won(pair, "total"))]
    lines += [line_of(f"{AxeViolations().name}, sample", some, axe)]
    tools: dict[str, Contender] = {
        "lighthouse": Lighthouse(options.node_modules), "gremlins": Gremlins(options.node_modules, options.gremlins),
    }  # fmt: skip
    for name in options.tools:
        rated = Ratings(tools[name], options.evidence, options.store / f"{name}.json")
        lines.append(line_of(f"{tools[name].name}, sample", some, rated.outcome))
    return lines


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("calibration", type=Path, help="a calibration.json")
    parser.add_argument("evidence", type=Path, help="the folder of its items: reports/calibrations/evidence/…")
    parser.add_argument("--node-modules", type=Path, default=Path("node_modules"), help="with lighthouse, gremlins.js")
    parser.add_argument("--tools", nargs="*", choices=("lighthouse", "gremlins"), default=["lighthouse", "gremlins"])
    parser.add_argument("--sample", type=int, default=60, help="pairs for the slow tools (default 60)")
    parser.add_argument("--seed", type=int, default=0, help="of the sample (default 0)")
    parser.add_argument("--gremlins", type=int, default=200, help="how many gremlins a page (default 200)")
    parser.add_argument("--store", type=Path, default=Path("reports/other-judges"), help="where ratings are kept")
    options = parser.parse_args()
    options.node_modules = options.node_modules.resolve()
    calibration = Calibration.model_validate_json(options.calibration.read_text(encoding="utf-8"))
    print(table(compared(calibration, options)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
