"""Six runs of one benchmark without the pipeline: scores rise, the judge changes, an item begins to fail."""

from pathlib import Path

from pytest_cookie.core.verdict import Finding
from tests.cookie_scores import rescored
from tests.synthetic_run import CASES, FLAWED, POLISHED, make_manifest, make_record

NAMES = ("mon", "tue", "wed", "thu", "fri", "sat")
JUDGED_ANEW = 3
"""From this run on, another version of the judge."""
FAILS_FROM = 2
"""From this run on, the game of the flawed model fails."""


def write_six_runs(folder: Path) -> Path:
    """Write the runs into `folder` and return it. Dates descend with the alphabet, so names do not sort them."""
    for number, name in enumerate(NAMES):
        run = folder / f"{9 - number}-{name}"
        run.mkdir(parents=True)
        prompts = {"generate": "generate v1" if number < 1 else "generate v2"}
        changes = {
            "started": f"2026-02-{number + 3:02}T10:20:30+00:00",
            "judge_version": "8" if number >= JUDGED_ANEW else "7",
            "prompts": prompts,
        }
        (run / "manifest.json").write_text(make_manifest().model_copy(update=changes).model_dump_json())
        (run / "records.jsonl").write_text("".join(_lines(number)), encoding="utf-8")
    return folder


def _lines(number: int) -> list[str]:
    lines = []
    for place, case in enumerate(CASES):
        for model, base in ((POLISHED, 70), (FLAWED, 50)):
            total = min(100, base + 4 * number + 2 * place)
            record = rescored(make_record(case, model), {"total": total, "functionality": total, "aesthetics": total})
            findings = [_finding("dead-control")] * (model == FLAWED) + [_finding("late-kind")] * (number > 3)
            changes: dict[str, object] = {"findings": tuple(findings)}
            if model == FLAWED and place == 0 and number >= FAILS_FROM:
                changes |= {"outcome": "failed", "scores": dict.fromkeys(record.scores, 0.0)}
            lines.append(record.model_copy(update=changes).model_dump_json() + "\n")
    return lines


def _finding(kind: str) -> Finding:
    title = f"A {kind} <script>window.pwned = 1</script>"
    return Finding(dimension="functionality", severity="major", title=title, why="seen", kind=kind)
