"""A run folder without the pipeline: two models on four cases, with pictures, a hostile case and a broken one."""

from functools import cache
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw

from pytest_cookie.core.action import Click, Hold, Look, Type
from pytest_cookie.core.evidence import Evidence, SessionEvidence
from pytest_cookie.core.page import Box, ConsoleMessage, Control, Element, FailedRequest, Heading, Inventory, PageError
from pytest_cookie.core.perception import (
    DESKTOP,
    MOBILE,
    TABLET,
    AxeViolation,
    Layout,
    StaticPerception,
    Viewport,
    ViewportPerception,
)
from pytest_cookie.core.record import Cause, Manifest, Record
from pytest_cookie.core.trace import Change, Coverage, Step, Trace
from pytest_cookie.core.verdict import Finding, RubricItem, Verdict
from pytest_cookie.exploration.pictures import thumbnail
from pytest_cookie.protocols.cookie.scores import COOKIE_SCORES
from tests.scores import collect_scores

POLISHED, FLAWED = "sample/polished", "sample/flawed"
SCRIPT = "<script>window.pwned = 'script'</script>"
IMAGE = '"><img src=x onerror="window.pwned=\'image\'">'
LONG_WORD = "w" * 300
RIGHT_TO_LEFT = "\u202eevil\u202c مرحبا بالعالم"
CONTROLS = "\x1b[31mred\x1b[0m\x07\x00 \x1b]0;title\x07"
HOSTILE = f"{SCRIPT} {IMAGE} {CONTROLS} {RIGHT_TO_LEFT} </script> {{{{ 7 * 7 }}}} javascript:alert(1) {LONG_WORD}"

_LABELS = {
    "moth-and-lanterns": ("dynamic", "games", "action", "medium", "en"),
    "hostile-strings": ("static", "content", "product-landing", "easy", "en"),
    "单位换算": ("static", "utilities", "unit-converter", "easy", "zh"),
    "umsatz-uebersicht": ("dynamic", "analytics", "dashboard", "hard", "de"),
}
_SLUGS = {"单位换算": "unit-zh"}
_BRIEFS = {
    "moth-and-lanterns": (
        "Can you make me a little browser game for my daughter (she's 9)? You're a moth at night. You fly with the "
        "arrow keys or WASD, lanterns drift down and every lantern you touch is 10 points.\n\n"
        "Needs a start screen with a Start button, P for pause, and a Play again button when it's over."
    ),
    "hostile-strings": HOSTILE,
    "单位换算": "请做一个单位换算器：长度、重量、温度三类，输入即算，支持交换单位，结果保留四位小数，适配手机。",
    "umsatz-uebersicht": "Ein Dashboard für den Laden: Umsatz pro Woche, die fünf besten Artikel, Filter nach Filiale.",
}
CASES = tuple(_LABELS)


def draw_page(path: Path, width: int, height: int, *, tint: tuple[int, int, int] = (36, 52, 92)) -> None:
    """Write a picture that looks like a page: a bar, a heading, lines of text, boxes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(_page_picture(width, height, tint))


@cache
def _page_picture(width: int, height: int, tint: tuple[int, int, int]) -> bytes:
    picture = Image.new("RGB", (width, height), (248, 247, 243))
    pen = ImageDraw.Draw(picture)
    pen.rectangle((0, 0, width, 64), fill=tint)
    pen.rectangle((24, 110, width * 0.6, 150), fill=tint)
    for line in range(4):
        pen.rectangle((24, 180 + 26 * line, width * (0.9 - 0.06 * line), 190 + 26 * line), fill=(190, 190, 190))
    for top in range(320, height - 120, 220):
        for column in range(max(1, width // 380)):
            left = 24 + column * 390
            box = (left, top, min(left + 360, width - 24), top + 190)
            pen.rounded_rectangle(box, 10, fill=(228, 224, 214), outline=tint)
    file = BytesIO()
    picture.save(file, "PNG", compress_level=1)
    return file.getvalue()


def _perception(*, flawed: bool, text: str) -> StaticPerception:
    sizes: tuple[tuple[Viewport, float], ...] = ((DESKTOP, 0), (TABLET, 0), (MOBILE, 143 if flawed else 0))
    views = tuple(
        ViewportPerception(
            viewport=viewport,
            screenshot=f"static/{viewport.name}.png",
            text_length=900,
            ink=0.4,
            layout=Layout(overflow_px=overflow, document_height=2000),
        )
        for viewport, overflow in sizes
    )
    box = Box(x=0, y=0, width=100, height=40)
    start = Control(ref="c1", role="button", name=text, tag="button", selector="#start", box=box, kind="k1")
    axe = AxeViolation(
        rule="color-contrast",
        impact="serious",
        help=f"Elements must meet minimum contrast {text}",
        count=3,
        elements=(Element(selector="p.hint", text=text),),
    )
    return StaticPerception(
        loaded=True,
        http_status=200,
        views=views,
        inventory=Inventory(
            title=text,
            lang="en",
            url="http://artifact.localhost/",
            text=text,
            text_length=900,
            headings=(Heading(level=1, text=text),),
            controls=(start,),
            element_count=120,
        ),
        axe=(axe,) if flawed else (),
        console=(ConsoleMessage(level="error" if flawed else "log", text=f"{text} on console"),),
        page_errors=(PageError(message=f"TypeError: {text}", stack="at start (app.js:12)"),) if flawed else (),
        failed_requests=(
            (
                FailedRequest(
                    url=f"https://cdn.example/{text}",
                    method="GET",
                    resource_type="script",
                    reason="refused",
                    blocked=True,
                ),
            )
            if flawed
            else ()
        ),
    )


def _shot(step: int) -> str:
    return f"screenshots/{step:03}.png"


def _trace(*, flawed: bool, text: str) -> Trace:
    error = PageError(message=f"ReferenceError: lives is not defined {text}", step=2)
    steps = (
        Step(index=0, thought="Look at the page before touching it.", action=Look(), screenshot=_shot(0)),
        Step(
            index=1,
            thought=f"The only button is “{text}”. It should start the game.",
            action=Click(ref="c1", target=text, selector="#start", role="button"),
            change=Change(seen=True, pixels=0.42, dom_added=3, appeared_text=("Score 0", text), focus="#game"),
            screenshot=_shot(1),
            page_ms=800,
        ),
        Step(
            index=2,
            thought="Hold the right arrow key: does the moth move?",
            action=Hold(value="ArrowRight"),
            change=Change(seen=not flawed, pixels=0.0 if flawed else 0.03),
            page_errors=(error,) if flawed else (),
            screenshot=_shot(2),
            page_ms=2100,
        ),
        Step(
            index=3,
            thought="Type a name that is too long.",
            action=Type(target="Name", selector="input[name=player]", value=text[:60], intent="invalid"),
            outcome="unreachable",
            problem=f"covered by {text}",
            page_ms=2600,
        ),
    )  # fmt: skip
    return Trace(
        policy="crawler",
        steps=steps,
        stopped="no_progress",
        coverage=Coverage(controls_found=9, controls_exercised=7, kinds_found=4, kinds_exercised=4),
        summary=f"Started, moved, paused. {text}",
    )


def _findings(*, flawed: bool, text: str) -> tuple[Finding, ...]:
    minor = Finding(
        dimension="aesthetics",
        severity="minor",
        title="Gaps follow no grid",
        why="Nineteen different gaps are in use; a page with a grid gets by with six.",
        item="8",
    )
    if not flawed:
        return (minor,)
    return (
        minor,
        Finding(
            dimension="functionality",
            severity="critical",
            title=f"The arrow keys do nothing {text}",
            why=f"The brief asks for flying with the arrow keys; nothing moved and an error was thrown. {text}",
            item="3",
            selector="canvas#game",
            step=2,
            video_ms=65_400,
            evidence="crawler/screenshots/002.png",
        ),
        Finding(
            dimension="functionality",
            severity="major",
            title="The page scrolls sideways at 375 px",
            why="The document is 143 px wider than the window, so that lines cannot be read without scrolling.",
            item="6",
            selector="main > table",
            evidence="static/mobile.png",
        ),
        Finding(
            dimension="functionality",
            severity="minor",
            title="A picture of this is missing",
            why="The file that was cited is not there.",
            item="15",
            evidence="static/gone.png",
        ),
        Finding(
            dimension="functionality",
            severity="minor",
            title="Cites a file outside",
            why="Paths that leave the folder must not become links.",
            evidence="../../../../../../etc/passwd",
        ),
    )


def _rubric_item(number: str, name: str, *, reason: str, **fields: object) -> RubricItem:
    whole = {"id": number, "name": name, "dimension": "functionality", "status": "scored", "reason": reason} | fields
    return RubricItem.model_validate(whole)


def _verdict(record: Record, *, flawed: bool, text: str) -> Verdict:
    logic = 0.2 if flawed else 0.9
    items = (
        _rubric_item("1", "Code renders", score=1, reason="900 characters of text, 40 % ink."),
        _rubric_item("3", "Logic correctness", score=logic, reason=f"Of 7 controls 6 had an effect. {text}"),
        _rubric_item("8", "Interface regularity", score=0.5, reason="19 gaps, 5 sizes.", dimension="aesthetics"),
        _rubric_item("2", "Intent alignment", status="unmeasured", reason="Needs a judge that reads the brief."),
        _rubric_item("16", "Audio and video behaviour", status="inapplicable", reason="The brief asks for no media."),
    )
    return Verdict(
        judge="measured",
        judge_version="1",
        runnable=True,
        scores=record.scores,
        items=items,
        findings=record.findings,
    )


def make_record(case: str = "moth-and-lanterns", model: str = POLISHED, **changes: object) -> Record:
    """A scored record of one of the four cases; `changes` replace fields."""
    page_type, domain, leaf, difficulty, language = _LABELS[case]
    fields: dict[str, object] = {
        "case": case,
        "model": model,
        "mode": "html",
        "repeat": 1,
        "outcome": "scored",
        "functionality": 90.0,
        "aesthetics": 80.0,
        "total": 85.0,
        "page_type": page_type,
        "domain": domain,
        "leaf": leaf,
        "difficulty": difficulty,
        "language": language,
        "brief": _BRIEFS[case],
        "agent": "crawler",
        "judge": "measured",
        "phase_seconds": {"generate": 0.1, "explore": 8.0, "judge": 0.4},
        "folder": f"items/{_SLUGS.get(case, case)}/{model.replace('/', '-')}/html/1",
        "thumbnail": "evidence/static/thumbnail.jpg",
        "node_id": f"benchmark_cases/test_cases.py::test_case[{case}]",
    }
    return Record.model_validate(collect_scores(fields | changes))


def _records() -> tuple[Record, ...]:
    blank = Finding(
        dimension="functionality",
        severity="critical",
        title="The page is blank",
        why="Nothing to see or use.",
        item="1",
    )
    cause = Cause(stage="explore", kind="BrowserError", message="Chromium did not answer for 60 s; see --cookie-resume")
    flawed = {"functionality": 38.5, "aesthetics": 61.0, "total": 49.75}
    zero = {"outcome": "failed", "functionality": 0, "aesthetics": 0, "total": 0, "findings": (blank,)}
    none = {
        "outcome": "unscored",
        "functionality": None,
        "aesthetics": None,
        "total": None,
        "cause": cause,
        "thumbnail": "",
    }
    return (
        make_record("moth-and-lanterns", POLISHED, findings=_findings(flawed=False, text="Start")),
        make_record("moth-and-lanterns", FLAWED, findings=_findings(flawed=True, text=""), **flawed),
        make_record("hostile-strings", POLISHED, findings=_findings(flawed=True, text=HOSTILE)),
        make_record("hostile-strings", FLAWED, **flawed),
        make_record("单位换算", POLISHED, functionality=96.0, aesthetics=88.0, total=92.0),
        make_record("单位换算", FLAWED, **zero),
        make_record("umsatz-uebersicht", POLISHED, functionality=85.0, aesthetics=79.0, total=82.0),
        make_record("umsatz-uebersicht", FLAWED, **none),
    )  # fmt: skip


def _write_item(root: Path, record: Record) -> None:
    folder = root / record.folder
    folder.mkdir(parents=True)
    (folder / "record.json").write_text(record.model_dump_json(), encoding="utf-8")
    (folder / "artifact").mkdir()
    (folder / "artifact" / "index.html").write_text("<h1>An artifact</h1><script>document.title='ran'</script>")
    if record.outcome == "unscored":
        return
    _write_verdict(folder, record)
    _write_evidence(folder, record)


def _text_of(record: Record) -> str:
    return HOSTILE if record.case == "hostile-strings" else "Start"


def _write_verdict(folder: Path, record: Record) -> None:
    verdict = _verdict(record, flawed=record.model == FLAWED, text=_text_of(record))
    (folder / "verdicts").mkdir()
    (folder / "verdicts" / "measured.json").write_text(verdict.model_dump_json(), encoding="utf-8")


def _write_evidence(folder: Path, record: Record) -> None:
    evidence = folder / "evidence"
    evidence.mkdir()
    flawed = record.model == FLAWED
    if record.case == "hostile-strings" and flawed:
        (evidence / "evidence.json").write_text('{"artifact_digest": ', encoding="utf-8")
        return
    tint = (120, 44, 40) if flawed else (36, 52, 92)
    for name, width, height in (
        ("viewport", 1280, 720),
        ("desktop", 1280, 1900),
        ("tablet", 768, 2300),
        ("mobile", 375, 3000),
    ):
        draw_page(evidence / "static" / f"{name}.png", width, height, tint=tint)
    (evidence / "static" / "thumbnail.jpg").write_bytes(thumbnail((evidence / "static" / "viewport.png").read_bytes()))
    for step in range(3):
        draw_page(evidence / "crawler" / "screenshots" / f"{step:03}.png", 1280, 720, tint=(36, 40 + 60 * step, 92))
    trace = _trace(flawed=flawed, text=_text_of(record))
    lines = "".join(step.model_dump_json() + "\n" for step in trace.steps)
    (evidence / "crawler" / "trace.jsonl").write_text(lines, encoding="utf-8")
    whole = Evidence(
        artifact_digest="d" * 64,
        explorer="crawler",
        browser="Chromium 156",
        clock="cooperative" if flawed else "stepped",
        clock_note="a frame <of> the page costs 0.9 s" if flawed else "",
        sessions=(
            SessionEvidence(name="static", files=("viewport.png", "desktop.png", "tablet.png", "mobile.png")),
            SessionEvidence(name="crawler", files=("trace.jsonl",)),
        ),
        perception=_perception(flawed=flawed, text=_text_of(record)),
        trace=trace,
    )
    (evidence / "evidence.json").write_text(whole.model_dump_json(), encoding="utf-8")


def make_manifest() -> Manifest:
    """The manifest of the synthetic run."""
    return Manifest(
        version="0.1.0",
        started="2026-02-03T10:20:30+00:00",
        scores=COOKIE_SCORES,
        models=(POLISHED, FLAWED),
        mode="html",
        agent="crawler",
        judge="measured",
        repeats=1,
        seed=0,
        browser="Chromium 156",
        python="3.11.2",
        platform="linux",
        cases=dict.fromkeys(CASES, "0" * 64),
        options={"cookie_mode": "html"},
    )


def write_synthetic_run(root: Path) -> Path:
    """Write the whole run folder to `root` and return it."""
    root.mkdir(parents=True, exist_ok=True)
    (root / "manifest.json").write_text(make_manifest().model_dump_json(), encoding="utf-8")
    records = _records()
    for record in records:
        _write_item(root, record)
    lines = "".join(record.model_dump_json() + "\n" for record in records)
    (root / "records.jsonl").write_text(lines, encoding="utf-8")
    return root
