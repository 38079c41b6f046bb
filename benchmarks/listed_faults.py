"""How many of the samples' listed faults does a judge name? `python benchmarks/listed_faults.py [RUN]`, see --help.

A finding names a fault if it belongs to one of the rubric's items that the list gives for it (`items`; so it is of
the fault's dimension, too) and one of `told_by` is in its title, its selector or its reason, letter case aside.
A fault without these two fields is matched by `where`: a finding of its dimension that has one of the ids, classes
or attributes there. No other finding counts. One finding may name several faults, if it has the words of each.
"""

import argparse
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from pytest_cookie.core.record import Record
from pytest_cookie.core.verdict import MEASURED, Finding, Verdict
from pytest_cookie.dataset.builtin import builtin_samples_folder
from pytest_cookie.dataset.sample import FaultList, SampleFault, read_fault_list, sample_folders
from pytest_cookie.judging.rubric.dimensions import ITEMS_OF
from pytest_cookie.records.item import ItemFolder
from pytest_cookie.records.run import RunFolder

_SHARE_WANTED = 0.6


@dataclass(frozen=True)
class Looked:
    """A listed fault of a case and the findings that name it."""

    case: str
    fault: SampleFault
    findings: tuple[Finding, ...]


def names(finding: Finding, fault: SampleFault) -> bool:
    """Whether a finding is of this fault, by the rules of the module's docstring."""
    if finding.dimension != fault.dimension or (fault.items and finding.item not in fault.items):
        return False
    said = f"{finding.title}\n{finding.selector}\n{finding.why}".casefold()
    return any(word.casefold() in said for word in fault.told_by or _names_in(fault.where))


def _names_in(where: str) -> list[str]:
    return re.findall(r"[#.][\w-]{3,}|\[[^\]]+\]", where)


def compare(faults: FaultList, verdict: Verdict) -> list[Looked]:
    """Every fault of the list with the findings that name it, in the list's order."""
    return [
        Looked(faults.case, fault, tuple(finding for finding in verdict.findings if names(finding, fault)))
        for fault in faults.faults
    ]


def looked_for(folders: Iterable[Path], verdicts: dict[tuple[str, str], Verdict]) -> list[Looked]:
    """All faults of the lists whose sample has a verdict. A list that cannot be read ends the program."""
    found: list[Looked] = []
    for folder in folders:
        faults, problems = read_fault_list(folder, str(folder), ITEMS_OF)
        if faults is None or problems:
            sys.exit("\n".join(map(str, problems)))
        if verdict := verdicts.get((faults.case, f"sample/{faults.version}")):
            found += compare(faults, verdict)
    return found


def read_verdicts(run: Path) -> dict[tuple[str, str], Verdict]:
    """The verdicts of a finished run, by case and model."""
    verdicts = {}
    for path in sorted((run / "items").glob("*/*/*/*/record.json")):
        record = Record.model_validate_json(path.read_text(encoding="utf-8"))
        if record.outcome != "unscored":
            verdicts[record.case, record.model] = ItemFolder(path.parent).read_verdict(MEASURED)
    return verdicts


def run_samples(workers: str, only: str) -> Path:
    """A fresh run over both versions of the samples; its folder."""
    run = Path(tempfile.mkdtemp(prefix="listed-faults-")) / "run"
    models = [f"--model=sample/{version}" for version in ("polished", "flawed")]
    chosen = ["-k", only] if only else []
    command = [sys.executable, "-m", "pytest", *models, "-n", workers, "-q", f"--cookie-run={run}", *chosen]
    subprocess.run(command, check=False)
    RunFolder.open(run)
    return run


def report(looked: Sequence[Looked], verdicts: dict[tuple[str, str], Verdict]) -> list[str]:
    """The lines: every fault, the scores of every pair, found and listed by case, and missed faults."""
    cases = list(dict.fromkeys(one.case for one in looked))
    lines = [line for one in looked for line in _told(one)]
    lines += ["", f"{'case':28} {'found':>5} {'listed':>6}   polished  flawed"]
    for case in cases:
        mine = [one for one in looked if one.case == case]
        found = sum(bool(one.findings) for one in mine)
        totals = [_total(verdicts.get((case, f"sample/{version}"))) for version in ("polished", "flawed")]
        lines.append(f"{case:28} {found:5} {len(mine):6}   {totals[0]:>8}  {totals[1]:>6}")
    found = sum(bool(one.findings) for one in looked)
    share = found / len(looked) if looked else 0.0
    lines += [f"{'all':28} {found:5} {len(looked):6}   {share:.0%} found, {_SHARE_WANTED:.0%} wanted", "", "missed:"]
    lines += [f"- {one.case}, {one.fault.where}: {one.fault.what}" for one in looked if not one.findings]
    return lines


def _told(one: Looked) -> list[str]:
    mark = "found " if one.findings else "missed"
    lines = [f"{mark} {one.case}: {one.fault.severity} {one.fault.where}"]
    return lines + [f"         item {finding.item}: {finding.title}" for finding in one.findings[:2]]


def _total(verdict: Verdict | None) -> str:
    total = verdict.scores["total"] if verdict else None
    return "–" if total is None else f"{total:.1f}"


def main() -> int:
    """Exit code 0 where enough is found and every polished sample is above its flawed one."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("run", nargs="?", type=Path, help="a finished run folder; without it the samples are run first")
    parser.add_argument("-n", default="1", dest="workers", help="workers of a fresh run (default 1)")
    parser.add_argument("-k", default="", dest="only", help="which samples to run, as pytest's -k")
    options = parser.parse_args()
    run = options.run or run_samples(options.workers, options.only)
    verdicts = read_verdicts(run)
    looked = looked_for(sample_folders(builtin_samples_folder()), verdicts)
    print("\n".join([*report(looked, verdicts), "", f"run: {run}"]))
    enough = bool(looked) and sum(bool(one.findings) for one in looked) >= _SHARE_WANTED * len(looked)
    return 0 if enough and _in_order(verdicts) else 1


def _in_order(verdicts: dict[tuple[str, str], Verdict]) -> bool:
    pairs = [(verdicts.get((case, "sample/polished")), verdicts.get((case, "sample/flawed"))) for case, _ in verdicts]
    totals = [tuple(one and one.scores["total"] for one in pair) for pair in pairs]
    return all(good is not None and bad is not None and good > bad for good, bad in totals)


if __name__ == "__main__":
    sys.exit(main())
