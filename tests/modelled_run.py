"""A run folder as models leave it: a judge with its stages, a hostile panel, an ablation, a reply without a page."""

from fractions import Fraction
from pathlib import Path

import av
import numpy as np

from pytest_cookie.core.action import Click, Hold, Look
from pytest_cookie.core.artifact import Artifact, ArtifactFile, ArtifactProblem, ItemKey
from pytest_cookie.core.evidence import Evidence, SessionEvidence
from pytest_cookie.core.film import FilmSummary
from pytest_cookie.core.page import DownloadedFile, Popup
from pytest_cookie.core.perception import StaticPerception
from pytest_cookie.core.record import Record
from pytest_cookie.core.spend import Spend, Usage
from pytest_cookie.core.trace import Change, Coverage, Step, Trace
from pytest_cookie.core.verdict import Finding, Points, StageOpinion, Verdict
from tests.scores import scores
from tests.synthetic_run import HOSTILE, draw_page, make_manifest, make_record

MODEL = "openai/author-large"
JUDGE = "openai/judge-vision"
PANEL = "panel(openai/judge-a,openai/judge-b,openai/judge-c,measured)"
_PROMPT = "static-scoring 1 3f5a0c11d2e4b697"
_PICTURES = "evidence/agent/screenshots"
_FILM = "evidence/agent/film.mp4"


def spend(calls: int = 1, tokens: int = 12_000, cost: float | None = 0.0123) -> Spend:
    usage = Usage(
        input_tokens=tokens, output_tokens=tokens // 12, cached_tokens=tokens // 4, reasoning_tokens=tokens // 40
    )
    return Spend(calls=calls, usage=usage, cost_usd=cost, latency_seconds=8.2 * calls)


def problem(text: str, **changes: object) -> Finding:
    fields = {
        "dimension": "functionality",
        "severity": "major",
        "title": f"The jump does not clear the first gap {text}".strip(),
        "why": "In three tries the figure falls at the same place; the second platform cannot be reached.",
        "step": 2,
        "video_ms": 1_400,
        "evidence": "agent/screenshots/002.png",
    }
    return Finding.model_validate(fields | changes)


def stages(judge: str, text: str = "", *, cost: float | None = 0.0123) -> tuple[StageOpinion, ...]:
    """The three stages of a judge, with what each was shown."""
    found = (
        problem(text),
        problem(text, severity="minor", step=99, video_ms=None, evidence="", dimension="aesthetics"),
    )
    return (
        StageOpinion(
            stage="static",
            judge=judge,
            scores={"functionality": 8, "aesthetics": 6.5},
            points=(
                Points(
                    dimension="functionality", points=7, reason=f"Everything the brief asks for is in the source {text}"
                ),
                Points(dimension="functionality", points=1, reason="Pause and restart are there, too"),
                Points(dimension="aesthetics", points=7, reason="A consistent night palette"),
                Points(dimension="aesthetics", points=-0.5, reason="The score sits on the edge of the window"),
            ),
            reasoning=f"The source looks complete: gravity, platforms and collisions are all handled. {text}",
            prompt=_PROMPT,
            saw=("evidence/static/viewport.png: The first screen", "artifact/index.html: The source, 1 of 1 files"),
            spend=spend(cost=cost),
        ),
        StageOpinion(
            stage="detection",
            judge=judge,
            problems=found,
            reasoning="What the source promises, the film does not show.",
            prompt="problem-detection 1 90ab12cd34ef5678",
            saw=(
                *(f"{_PICTURES}/{step:03}.png: Step {step}, at {step * 0.7:.1f} s {text}" for step in range(4)),
                f"{_FILM}: Keyframe 4: step 2 (hold ArrowUp), 1.25 s: on the way",
                "evidence/agent/sound.json: The sound in numbers",
            ),
            spend=spend(tokens=48_000, cost=cost),
        ),
        StageOpinion(
            stage="adjustment",
            judge=judge,
            scores={"functionality": 7, "aesthetics": 6.5},
            points=(
                Points(dimension="functionality", points=-1, reason=f"Problem 1: the level cannot be finished {text}"),
            ),
            reasoning="The gap is not visible in the source, so nothing is deducted twice.",
            prompt="score-adjustment 1 77aa66bb55cc44dd",
            spend=spend(cost=cost),
        ),
    )


def reactive(judge: str) -> tuple[StageOpinion, ...]:
    """A judge that scores after each step."""
    steps = (
        StageOpinion(
            stage="step",
            judge=judge,
            scores={"functionality": 8 - step, "aesthetics": 6},
            reasoning=f"After step {step}.",
        )
        for step in range(1, 4)
    )
    return (stages(judge)[0], *steps)


def _verdict(judge: str, text: str = "", **changes: object) -> Verdict:
    whole = {
        "judge": judge,
        "judge_version": "1",
        "runnable": True,
        "scores": scores(87.5, 81.25),
        "findings": (problem(text),),
        "stages": stages(judge, text),
        "notes": (f"The source was cut to 40,000 of 61,000 characters {text}".strip(),),
        "spend": spend(3, 72_000, 0.0369),
    }
    return Verdict.model_validate(whole | changes)


def _trace(text: str) -> Trace:
    window = Popup(url=f"http://artifact.localhost/help?{text}", title=f"Help {text}", screenshot="popups/001.png")
    gone = Popup(url="http://artifact.localhost/gone", problem=f"It did not load {text}")
    table = DownloadedFile(name=f"scores{text}.csv", path="downloads/scores.csv", size_bytes=3_400, type="text/csv")
    page = DownloadedFile(name="evil.html", path="downloads/evil.html", size_bytes=120, type="text/html")
    lost = DownloadedFile(name="big.zip", size_bytes=12_000_000, problem="larger than 10 MB, not kept")
    steps = (
        Step(index=0, thought="What is there?", action=Look(), screenshot="screenshots/000.png", page_ms=300),
        Step(
            index=1,
            thought="The help opens somewhere else.",
            action=Click(target="Help"),
            change=Change(seen=True, popups=("Help",)),
            popups=(window, gone),
            screenshot="screenshots/001.png",
            page_ms=900,
        ),
        Step(
            index=2,
            thought="Jump over the gap.",
            action=Hold(value="ArrowUp:400"),
            change=Change(seen=True, pixels=0.02),
            screenshot="screenshots/002.png",
            page_ms=2100,
        ),
        Step(
            index=3,
            thought="Save the scores.",
            action=Click(target="Export"),
            change=Change(seen=True, downloads=("scores.csv",)),
            downloads=(table, page, lost),
            screenshot="screenshots/003.png",
            page_ms=2800,
        ),
    )
    report = f"I started the game and tried the first gap three times; each time the figure fell. {text}"
    return Trace(
        policy="agent",
        steps=steps,
        coverage=Coverage(controls_found=4, controls_exercised=3, kinds_found=2, kinds_exercised=2),
        summary="3 actions used 3 of 4 controls (2 of 2 kinds).",
        report=report,
    )


def _record(model: str, text: str = "", case: str = "moth-and-lanterns", **changes: object) -> Record:
    fields = {
        "functionality": 87.5,
        "aesthetics": 81.25,
        "total": 84.38,
        "findings": (problem(text),),
        "agent": "openai/agent-hands",
        "judge": JUDGE,
        "cost_usd": 0.1412,
        "spend": {
            "generate": spend(2, 340, 0.02),
            "explore": spend(14, 180_000, 0.0843),
            "judge": spend(3, 72_000, 0.0369),
        },
        "phase_seconds": {"generate": 16.4, "deploy": 0.1, "explore": 131.0, "judge": 24.6},
        "folder": f"items/{case}/{model.replace('/', '-')}/html/1",
    }
    return make_record(case, model, **(fields | changes))


def _write(root: Path, record: Record, verdicts: tuple[Verdict, ...], text: str = "") -> None:
    folder = root / record.folder
    (folder / "verdicts").mkdir(parents=True)
    (folder / "record.json").write_text(record.model_dump_json(), encoding="utf-8")
    for verdict in verdicts:
        name = verdict.judge.replace("/", "-")
        (folder / "verdicts" / f"{name}.json").write_text(verdict.model_dump_json(), encoding="utf-8")
    _write_artifact(folder, record)
    if record.outcome == "scored":
        _write_evidence(folder, text)


def _write_artifact(folder: Path, record: Record) -> None:
    (folder / "reply-1.md").write_text(f"```html\n<h1>{HOSTILE}</h1>", encoding="utf-8")
    (folder / "reply-2.md").write_text("```", encoding="utf-8")
    bad = record.outcome == "failed"
    if not bad:
        (folder / "artifact").mkdir()
        (folder / "artifact" / "index.html").write_text("<h1>An artifact</h1>")
    artifact = Artifact(
        key=ItemKey(case=record.case, model=record.model, mode="html"),
        files=() if bad else (ArtifactFile(path="index.html", size_bytes=20, sha256="0" * 64),),
        entry=None if bad else "index.html",
        digest="d" * 64,
        problem=ArtifactProblem(kind="no_code", message="The reply has no HTML page: “I'm sorry”") if bad else None,
        replies=("reply-1.md",) if bad else ("reply-1.md", "reply-2.md"),
        prompt="generation-system+generation-user+generation-continue 1.1.1 2c5d8f7a90b1c3e4",
        spend=spend(2, 340, 0.02),
    )
    (folder / "artifact.json").write_text(artifact.model_dump_json(), encoding="utf-8")


def _write_evidence(folder: Path, text: str) -> None:
    evidence = folder / "evidence"
    draw_page(evidence / "static" / "viewport.png", 1280, 720)
    for step in range(4):
        draw_page(folder / _PICTURES / f"{step:03}.png", 1280, 720, tint=(36, 40 + 50 * step, 92))
    draw_page(evidence / "agent" / "popups" / "001.png", 640, 400, tint=(120, 90, 30))
    (evidence / "agent" / "downloads").mkdir()
    (evidence / "agent" / "downloads" / "scores.csv").write_text("name,score\n")
    (evidence / "agent" / "downloads" / "evil.html").write_text("<script>window.pwned = 'download'</script>")
    (evidence / "agent" / "sound.json").write_text("{}")
    _draw_film(evidence / "agent" / "film.mp4")
    film = FilmSummary(
        file="film.mp4", duration_ms=2800, width=320, height=180, video_codec="h264", fps_cap=30, staleness_ms=34,
        max_bytes=64_000_000, hand_drawn=True,
    )  # fmt: skip
    whole = Evidence(
        artifact_digest="d" * 64,
        explorer="openai/agent-hands",
        browser="Chromium 156",
        clock="stepped",
        sessions=(SessionEvidence(name="static"), SessionEvidence(name="agent", film=film)),
        perception=StaticPerception(loaded=True, http_status=200),
        trace=_trace(text),
        impression=stages(JUDGE)[0],
        prompt="agent+agent-observation 1.1 8d7c6b5a40392817",
        spend=spend(14, 180_000, 0.0843),
    )
    (evidence / "evidence.json").write_text(whole.model_dump_json(), encoding="utf-8")


def _draw_film(path: Path) -> None:
    with av.open(path, "w") as container:
        stream = container.add_stream("libx264", rate=Fraction(10))
        stream.width, stream.height, stream.pix_fmt = 320, 180, "yuv420p"
        for number in range(28):
            picture = np.full((180, 320, 3), 8 * number, dtype=np.uint8)
            container.mux(stream.encode(av.VideoFrame.from_ndarray(picture, format="rgb24")))
        container.mux(stream.encode())


def write_modelled_run(root: Path) -> Path:
    """Write the whole run folder to `root` and return it. Four items of `MODEL` and others.

    The first has a measured verdict beside its own; the second a panel of three, hostile texts and an unknown cost; the
    third is judged step by step; the fourth has no page.
    """
    root.mkdir(parents=True, exist_ok=True)
    manifest = make_manifest().model_copy(update={"models": (MODEL,), "judge": JUDGE, "agent": "openai/agent-hands"})
    (root / "manifest.json").write_text(manifest.model_dump_json(), encoding="utf-8")
    measured = _verdict("measured", scores=scores(62.0, 70.0), stages=(), notes=(), spend=Spend())
    unknown = {"explore": spend(14, 180_000, None), "judge": spend(9, 216_000, 0.11)}
    members = ("openai/judge-a", f"openai/judge-b {HOSTILE}", "openai/judge-c")
    panel = _verdict(
        PANEL,
        HOSTILE,
        stages=tuple(stage for judge in members for stage in stages(judge, HOSTILE, cost=None)),
        spend=spend(9, 216_000, None),
    )
    none = problem("", severity="critical", title="The reply holds no page", step=None, video_ms=None, evidence="")
    zero = {"outcome": "failed", "functionality": 0, "aesthetics": 0, "total": 0, "findings": (none,)}
    of_none = _verdict(JUDGE, runnable=False, scores=scores(0, 0), findings=(none,), stages=(), notes=())
    items: tuple[tuple[Record, tuple[Verdict, ...], str], ...] = (
        (_record(MODEL), (_verdict(JUDGE), measured), ""),
        (
            _record("openai/hostile", HOSTILE, "hostile-strings", judge=PANEL, cost_usd=None, spend=unknown),
            (panel,),
            HOSTILE,
        ),
        (_record("openai/small"), (_verdict(JUDGE, ablation="no_deferred_scoring", stages=reactive(JUDGE)),), ""),
        (
            _record(MODEL, case="umsatz-uebersicht", spend={"generate": spend(1, 340, 0.02)}, cost_usd=0.02, **zero),
            (of_none,),
            "",
        ),
    )
    for record, verdicts, text in items:
        _write(root, record, verdicts, text)
    lines = "".join(record.model_dump_json() + "\n" for record, _, _ in items)
    (root / "records.jsonl").write_text(lines, encoding="utf-8")
    return root
