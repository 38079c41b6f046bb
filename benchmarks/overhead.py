"""What do we add to the time that models take? `python benchmarks/overhead.py --help`

A scripted model behind a real HTTP server answers every call after some seconds. So many items run at once, each from
brief to verdict by a model in all three roles. Wall time counts from the first call (when the first worker has started)
to the last record. Beside it is the ideal, the larger of two: the sum of the models' latencies by the number of
workers, and the CPU seconds spent by the number of processors.

It also prints how the CPU seconds were spent: by kind of process, before the first call and after it, and, with one
worker, by phase. The scripted model and this script run on the same processors as all the rest: they are `provider`.
A machine that is busy with other things has fewer processors to give: the share of others is printed, and the ideal
with the rest.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from timeline import KINDS, Timeline

from tests.provider import Provider
from tests.provider.competent import competent

_SETTINGS = """[tool.pytest-cookie]
max_steps = {steps}
prices = "prices.json"
"""
_PRICES = {"openai/any": {"input_per_million": 1, "output_per_million": 4}}
_BRIEFS = (
    "A counter for the visitors of a village library, with a way to start again.",
    "A booking form for a pottery course: name, email, how many people.",
    "A little arcade game: catch stars with the arrow keys.",
    "A tally for cups of tea that counts up and down.",
)
_MARKS = ("case.json", "artifact.json", "deployment.json", "evidence/evidence.json", "record.json")
_PHASES = ("generate", "deploy", "explore", "judge")
LONGEST_SECONDS = 1_800


@dataclass(frozen=True)
class Measured:
    """One run. Moments are seconds since the epoch."""

    began: float
    first_call: float
    last_record: float
    ended: float
    calls: int
    latency_seconds: float
    timeline: Timeline
    records: tuple[dict, ...]
    boundaries: tuple[tuple[float, ...], ...]

    @property
    def wall_seconds(self) -> float:
        """After start-up."""
        return self.last_record - self.first_call


def measure(folder: Path, *, items: int, workers: int, latency: float, steps: int) -> Measured:
    """Run the items in `folder`. Raises `RuntimeError` where the run breaks."""
    _write_project(folder, items=items, steps=steps)
    with Provider(competent, latency_seconds=latency) as provider:
        offset = time.time() - time.monotonic()
        began = time.time()
        run = subprocess.Popen(
            _command(workers), cwd=folder, env={**os.environ, **provider.environment}, stdout=subprocess.PIPE, text=True
        )
        try:
            with Timeline(run.pid) as timeline:
                output, _ = run.communicate(timeout=LONGEST_SECONDS)
        finally:
            run.kill()
            run.wait()
        ended = time.time()
        places = sorted((folder / "run/items").rglob("case.json"))
        if not provider.asked or len(places) < items:
            raise RuntimeError(f"the run has no result:\n{output[-4000:]}")
        return Measured(
            began=began,
            first_call=offset + provider.asked[0].at,
            last_record=max((place.parent / "record.json").stat().st_mtime for place in places),
            ended=ended,
            calls=len(provider.asked),
            latency_seconds=len(provider.asked) * latency,
            timeline=timeline,
            records=tuple(json.loads(line) for line in (folder / "run/records.jsonl").read_text().splitlines()),
            boundaries=tuple(tuple(_moments(place.parent)) for place in places),
        )


def _command(workers: int) -> list[str]:
    models = [f"--{role}=openai/any" for role in ("cookie-model", "cookie-agent", "cookie-judge")]
    quiet = ["-q", "-p", "no:cacheprovider", "-n", str(workers)]
    return [sys.executable, "-m", "pytest", *models, "--cookie-cases=cases.yaml", "--cookie-run=run", *quiet]


def _write_project(folder: Path, *, items: int, steps: int) -> None:
    (folder / "pyproject.toml").write_text(_SETTINGS.format(steps=steps))
    (folder / "prices.json").write_text(json.dumps(_PRICES))
    cases = (
        f"  - id: item-{number:02d}\n    leaf: formula-calculator\n    language: en\n"
        f"    brief: {json.dumps(f'{_BRIEFS[number % len(_BRIEFS)]} Number {number}.')}\n"
        for number in range(items)
    )
    (folder / "cases.yaml").write_text("cases:\n" + "".join(cases))


def _moments(item: Path) -> Iterator[float]:
    for mark in _MARKS:
        path = item / mark
        if path.is_file():
            yield path.stat().st_mtime


def _report(measured: Measured, *, workers: int, processors: int) -> str:
    cpu = measured.timeline.spent(measured.first_call, measured.last_record)
    by_models, by_processors = measured.latency_seconds / workers, sum(cpu.values()) / processors
    ideal = max(by_models, by_processors)
    over = 100 * (measured.wall_seconds / ideal - 1)
    others = measured.timeline.spent_by_others(measured.first_call, measured.last_record)
    left = max(0.1, processors - others / measured.wall_seconds)
    by_what_was_left = max(by_models, sum(cpu.values()) / left)
    over_that = 100 * (measured.wall_seconds / by_what_was_left - 1)
    outcomes = ", ".join(sorted(str(record["outcome"]) for record in measured.records))
    lines = [
        f"outcomes: {outcomes}",
        f"start-up {measured.first_call - measured.began:.1f} s, then {measured.wall_seconds:.1f} s until the last "
        f"record, then {measured.ended - measured.last_record:.1f} s",
        f"{measured.calls} calls, {measured.latency_seconds:.0f} s of latency / {workers} workers = {by_models:.1f} s; "
        f"{sum(cpu.values()):.1f} CPU s / {processors} processors = {by_processors:.1f} s",
        f"ideal {ideal:.1f} s, measured {measured.wall_seconds:.1f} s: {over:+.0f} %",
        f"others took {others:.0f} CPU s meanwhile, which left {left:.2f} processors: with these the ideal is "
        f"{by_what_was_left:.1f} s: {over_that:+.0f} %",
        _spent("CPU s from the first call on", cpu),
        _spent("CPU s before it", measured.timeline.spent(measured.began, measured.first_call)),
        _spent("CPU s after the last record", measured.timeline.spent(measured.last_record, measured.ended)),
    ]
    return "\n".join(
        lines
        + [_an_item(measured, workers)]
        + [_phase(measured, phase) for phase in _PHASES]
        + list(_cpu_by_phase(measured, workers))
    )


def _an_item(measured: Measured, workers: int) -> str:
    items, memory = len(measured.records), measured.timeline.most_memory()
    seconds = sum(measured.timeline.spent(measured.began, measured.ended).values()) / items
    told = ", ".join(f"{kind} {megabytes:.0f}" for kind, megabytes in memory.items())
    most = sum(memory.values())
    return (
        f"an item: {seconds:.1f} CPU s, start-up and provider included; {most / min(workers, items):.0f} MB, where "
        f"{min(workers, items)} at once took {most:.0f} MB at the most: {told}"
    )


def _spent(title: str, cpu: dict[str, float]) -> str:
    return f"{title}: " + ", ".join(f"{kind} {cpu[kind]:.1f}" for kind in KINDS)


def _phase(measured: Measured, phase: str) -> str:
    count = len(measured.records)
    wall = sum(record["phase_seconds"].get(phase, 0.0) for record in measured.records) / count
    spend = [record["spend"].get(phase, {}) for record in measured.records]
    waited = sum(one.get("latency_seconds", 0.0) for one in spend) / count
    calls = sum(one.get("calls", 0) for one in spend) / count
    return f"{phase}: {wall:.1f} s for each item, {waited:.1f} s of it for {calls:.1f} calls of models"


def _cpu_by_phase(measured: Measured, workers: int) -> Iterator[str]:
    """Processor time can be split by phase only if items do not overlap."""
    if workers > 1:
        return
    for index, phase in enumerate(_PHASES):
        spans = [moments[index : index + 2] for moments in measured.boundaries if len(moments) > index + 1]
        sums = [measured.timeline.spent(*span) for span in spans]
        yield _spent(f"CPU s in {phase}", {kind: sum(one[kind] for one in sums) for kind in KINDS})


def main() -> None:
    """Run once and print the result."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--items", type=int, default=16)
    parser.add_argument("--workers", type=int, default=16)
    parser.add_argument("--latency", type=float, default=2.0, metavar="SECONDS", help="of every answer (default 2)")
    parser.add_argument("--steps", type=int, default=50, help="of the agent, at most (default 50)")
    parser.add_argument("--processors", type=int, default=len(os.sched_getaffinity(0)))
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        measured = measure(
            Path(folder),
            items=options.items,
            workers=options.workers,
            latency=options.latency,
            steps=options.steps,
        )
    print(_report(measured, workers=options.workers, processors=options.processors))


if __name__ == "__main__":
    main()
