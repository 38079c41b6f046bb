"""A run folder of any size, without the pipeline: `python benchmarks/large_run.py FOLDER --queries 1000 --models 13`.

Records differ as those of a real run do: skill by model, difficulty by query, failures, unscored items, findings,
money; 20 to 45 steps each. Heavy files that look alike anyway (pictures, evidence, artifact) are made once for each
model and hard-linked.
"""

import argparse
import errno
import os
import random
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.labels import LANGUAGES, Mode
from pytest_cookie.core.record import Cause, Record
from pytest_cookie.core.spend import Spend, Usage
from pytest_cookie.core.verdict import Finding, Severity, Verdict
from pytest_cookie.dataset.taxonomy import Leaf, taxonomy
from pytest_cookie.exploration.pictures import thumbnail
from tests.scores import collect_scores
from tests.synthetic_run import FLAWED, draw_page, make_manifest, write_synthetic_run

MODELS = (
    "aurora/large", "aurora/small", "basalt-4", "basalt-4-mini", "cirrus/coder-32b", "cirrus/coder-7b", "delta/reason",
    "ember-2", "ember-2-flash", "fjord/web-70b", "granite/code-20b", "harbor/open-120b", "iris/preview",
)  # fmt: skip
MODES: tuple[Mode, ...] = ("html", "react")
_SPREAD = 11.0
_FEWEST_STEPS, _MORE_STEPS, _STEP_MS = 20, 2, 900
"""The second: with each model that comes later in the list."""
_COST_USD = (0.31, 0.06, 0.22, 0.04, 0.02, 0.006, 0.55, 0.17, 0.03, 0.05, 0.02, 0.08, None)
_DIFFICULTY = (("easy", 6.0), ("medium", 0.0), ("hard", -9.0))
_WANTED = (
    "It has to work on my phone, too.", "Please no sign-up, it is for my family.", "Keep what I entered when I reload.",
    "I would like to filter by date and by name.", "Big buttons, my hands are shaky.", "With a dark mode, if you can.",
    "Everything on one page.", "The numbers must add up at the bottom.", "Show me an empty state that helps.",
)  # fmt: skip
_DEFECTS: tuple[tuple[str, Severity, str], ...] = (
    ("functionality", "critical", "The {} button does nothing"),
    ("functionality", "major", "Entries in {} are lost after a reload"),
    ("functionality", "major", "The page scrolls sideways by {} px at 375 px"),
    ("functionality", "minor", "{} can be reached by mouse alone"),
    ("aesthetics", "major", "Text on {} has a contrast of 2.4:1"),
    ("aesthetics", "minor", "Nineteen different gaps are in use around {}"),
    ("aesthetics", "minor", "{} jumps when its pictures load"),
)  # fmt: skip
_PLACES = ("Save", "the filter", "the calendar", "the chart", "143", "the header", "Start", "the list", "the footer")


@dataclass(frozen=True)
class Size:
    """Of a run: `queries` × `models` × two modes × `repeats` items."""

    queries: int = 1000
    models: int = 13
    repeats: int = 1

    @property
    def items(self) -> int:
        """How many items it has."""
        return self.queries * self.models * len(MODES) * self.repeats


def write_large_run(root: Path, size: Size, *, seed: int = 0) -> Path:
    """Write it to `root`, which must not be there, and return it."""
    models = MODELS[: size.models]
    root.mkdir(parents=True)
    with tempfile.TemporaryDirectory(dir=root) as scratch:
        templates = [_template(Path(scratch) / str(index), index) for index in range(len(models))]
        with (root / "records.jsonl").open("w", encoding="utf-8") as lines:
            for record in _records(size, random.Random(seed)):
                _write_item(root, record, templates[models.index(record.model)])
                lines.write(record.model_dump_json() + "\n")
    cases = dict.fromkeys((_case(index) for index in range(size.queries)), "0" * 64)
    manifest = make_manifest().model_copy(update={"models": models, "cases": cases, "repeats": size.repeats})
    (root / "manifest.json").write_text(manifest.model_dump_json(), encoding="utf-8")
    return root


def _template(scratch: Path, index: int) -> Path:
    """The files of one item, with a first screen in a colour of the model's own."""
    run = write_synthetic_run(scratch)
    item = run / "items" / "moth-and-lanterns" / FLAWED.replace("/", "-") / "html" / "1"
    tint = (40 + 53 * index % 160, 40 + 97 * index % 140, 60 + 31 * index % 150)
    static = item / "evidence" / "static"
    draw_page(static / "viewport.png", 1280, 720, tint=tint)
    (static / "thumbnail.jpg").write_bytes(thumbnail((static / "viewport.png").read_bytes()))
    _explore_longer(item / "evidence", _FEWEST_STEPS + _MORE_STEPS * index)
    for name in ("record.json", "verdicts/measured.json"):
        (item / name).rename(scratch / Path(name).name)
    return item


def _explore_longer(folder: Path, count: int) -> None:
    """Go on with the steps there are, to `count` of them, a picture each."""
    path = folder / "evidence.json"
    evidence = Evidence.model_validate_json(path.read_bytes())
    first = evidence.trace.steps
    pictures = folder / evidence.trace.policy
    steps = []
    for index in range(count):
        shot = f"screenshots/{index:03}.png"
        if not (pictures / shot).exists():
            os.link(pictures / first[1].screenshot, pictures / shot)
        again = first[index] if index < len(first) else first[1 + index % (len(first) - 1)]
        steps.append(again.model_copy(update={"index": index, "screenshot": shot, "page_ms": _STEP_MS * index}))
    trace = evidence.trace.model_copy(update={"steps": tuple(steps)})
    path.write_text(evidence.model_copy(update={"trace": trace}).model_dump_json(), encoding="utf-8")


def _case(index: int) -> str:
    leaves = taxonomy().leaves
    return f"{leaves[index % len(leaves)].slug}-{index:04}"


def _records(size: Size, dice: random.Random) -> Iterator[Record]:
    leaves = taxonomy().leaves
    for index in range(size.queries):
        leaf, (difficulty, ease) = leaves[index % len(leaves)], dice.choice(_DIFFICULTY)
        ease += dice.gauss(0, 6)
        brief = f"I need a {leaf.name.lower()}. {' '.join(dice.sample(_WANTED, 4))} {leaf.definition}"
        fields = {"difficulty": difficulty, "language": dice.choice(LANGUAGES), "brief": brief}
        for place, model in enumerate(MODELS[: size.models]):
            for mode in MODES:
                for repeat in range(1, size.repeats + 1):
                    key = {"case": _case(index), "model": model, "mode": mode, "repeat": repeat}
                    yield _record(key | fields, leaf, place, ease, dice)


def _record(fields: dict[str, object], leaf: Leaf, place: int, ease: float, dice: random.Random) -> Record:
    skill = 82 - 2.4 * place + ease
    low_high = [min(100.0, max(1.0, dice.gauss(skill + shift, _SPREAD))) for shift in (2.0, -4.0)]
    price = _COST_USD[place]
    spent = None if price is None else price * dice.lognormvariate(0, 0.4)
    folder = "items/{case}/{model}/{mode}/{repeat}".format(**fields | {"model": str(fields["model"]).replace("/", "-")})
    usage = Usage(input_tokens=dice.randint(2_000, 60_000), output_tokens=dice.randint(3_000, 20_000))
    asked = Spend(calls=3, usage=usage, cost_usd=spent, latency_seconds=dice.uniform(10, 90))
    whole = fields | _outcome(*low_high, dice) | {
        "page_type": leaf.page_type, "domain": leaf.domain, "leaf": leaf.slug, "agent": "crawler", "judge": "measured",
        "cost_usd": spent, "spend": {"generate": asked}, "folder": folder, "thumbnail": "evidence/static/thumbnail.jpg",
        "phase_seconds": {"generate": dice.uniform(20, 90), "explore": dice.uniform(8, 40), "judge": dice.random()},
    }  # fmt: skip
    return Record.model_validate(collect_scores(whole))


def _outcome(functionality: float, aesthetics: float, dice: random.Random) -> dict[str, object]:
    chance = dice.random()
    if chance < 0.01:
        cause = Cause(stage="explore", kind="BrowserError", message="Chromium did not answer for 60 s")
        return {"outcome": "unscored", "cause": cause, "thumbnail": ""}
    if chance < 0.05:
        blank = Finding(
            dimension="functionality", severity="critical", title="The page is blank", why="Nothing to use."
        )
        return {"outcome": "failed", "functionality": 0, "aesthetics": 0, "total": 0, "findings": (blank,)}
    scores = {"functionality": functionality, "aesthetics": aesthetics, "total": (functionality + aesthetics) / 2}
    return {"outcome": "scored", "findings": tuple(_findings(dice, dice.randint(0, 8))), **scores}


def _findings(dice: random.Random, count: int) -> Iterator[Finding]:
    for dimension, severity, title in dice.choices(_DEFECTS, k=count):
        why = "Measured in the page as it was left after the step; a reader of the brief would expect it to work here."
        said = title.format(dice.choice(_PLACES))
        yield Finding(
            dimension=dimension, severity=severity, title=said, why=why, item="3", selector="main > p", step=2
        )


def _link(path: Path, target: Path) -> None:
    """A file system has a most of links of a file (ext4: 65,000); after these `path` is a new file with the same."""
    try:
        os.link(path, target)
    except OSError as error:
        if error.errno != errno.EMLINK:
            raise
        fresh = path.with_name(f"{path.name}.fresh")
        shutil.copyfile(path, fresh)
        fresh.replace(path)
        os.link(path, target)


def _write_item(root: Path, record: Record, template: Path) -> None:
    folder = root / record.folder
    for path in sorted(template.rglob("*")):
        target = folder / path.relative_to(template)
        if path.is_dir():
            target.mkdir(parents=True, exist_ok=True)
        else:
            _link(path, target)
    (folder / "record.json").write_text(record.model_dump_json(), encoding="utf-8")
    if record.outcome == "unscored":
        return
    verdict = Verdict.model_validate_json((template.parents[4] / "measured.json").read_bytes())
    own = {name: getattr(record, name) for name in ("scores", "findings")}
    (folder / "verdicts" / "measured.json").write_text(
        verdict.model_copy(update=own).model_dump_json(), encoding="utf-8"
    )


def main() -> None:
    """Write a run by the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--queries", type=int, default=Size.queries)
    parser.add_argument("--models", type=int, default=Size.models, choices=range(1, len(MODELS) + 1))
    parser.add_argument("--repeats", type=int, default=Size.repeats)
    options = parser.parse_args()
    began, size = time.monotonic(), Size(options.queries, options.models, options.repeats)
    write_large_run(options.folder, size)
    print(f"{options.folder}: {size.items} items in {time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
