"""A model with scripted replies that records its requests; a page in use, with pictures, film and source."""

import json
from collections.abc import Callable
from functools import cache
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image

from pytest_cookie.core.artifact import Artifact
from pytest_cookie.core.evidence import Evidence, SessionEvidence
from pytest_cookie.core.film import Chapter, FilmSummary
from pytest_cookie.core.page import ConsoleMessage
from pytest_cookie.core.spend import Spend, Usage
from pytest_cookie.core.trace import Change, Trace
from pytest_cookie.judging.model.judge import ModelJudge
from pytest_cookie.judging.model.settings import JudgePrompts, JudgeSettings
from pytest_cookie.llm.messages.completion import Completion
from pytest_cookie.llm.messages.messages import Picture, Request, Sound, Text, Video
from tests.unit.judging.evidence_builders import artifact, case, evidence, perception, step
from tests.unit.judging.model.films import failed_jump, world, write_film

PROMPTS = JudgePrompts.read(Path(__file__).parents[4] / "pytest_cookie" / "protocols" / "cookie" / "prompts")
PRICE = Spend(calls=1, usage=Usage(input_tokens=100, output_tokens=10), cost_usd=0.01, latency_seconds=1.0)

NOTHING_WRONG = {"problems": [], "summary": "All worked."}
NO_CHANGE = {"functionality": {"adjustments": []}, "aesthetics": {"adjustments": []}, "reasoning": "Confirmed."}
STATIC = {
    "functionality": {
        "base": 7.0,
        "bonuses": [{"points": 1.0, "reason": "all there"}],
        "deductions": [{"points": 0.5, "reason": "the title is cut off"}],
    },
    "aesthetics": {"base": 6.0, "bonuses": [], "deductions": []},
    "reasoning": "Looks whole.",
}
STEP = {"functionality": 6.5, "aesthetics": 6.0, "reasoning": "It moved."}
REPLIES = {
    "static_scoring": STATIC,
    "problem_detection": NOTHING_WRONG,
    "score_adjustment": NO_CHANGE,
    "step_scoring": STEP,
}

JUMPING = 3
"""The step of the jump that fails."""

SOURCE = "<!DOCTYPE html><title>Jump</title><canvas id=game></canvas><script>const gravity = 9.81;</script>"


def problem(**fields: object) -> dict[str, object]:
    told = {
        "dimension": "functionality",
        "severity": "major",
        "title": "The jump falls short",
        "why": "It cannot be won.",
    }
    return {**told, "step": JUMPING, "video_seconds": 1.3, "evidence": "keyframe 3", **fields}


class ScriptedModel:
    """Replies by the name of the requested form; a function gets the request, an exception is raised."""

    def __init__(self, **replies: object) -> None:
        self.replies = {**REPLIES, **replies}
        self.requests: list[Request] = []

    def complete(self, request: Request) -> Completion:
        self.requests.append(request)
        reply = self.replies[request.reply_name]
        if isinstance(reply, Callable):
            reply = reply(request)
        if isinstance(reply, Exception):
            raise reply
        return Completion(text=reply if isinstance(reply, str) else json.dumps(reply), spend=PRICE)

    @property
    def asked(self) -> list[str]:
        return [request.reply_name for request in self.requests]

    def request(self, name: str, nth: int = 0) -> Request:
        return [request for request in self.requests if request.reply_name == name][nth]


def parts_of(request: Request, kind: type) -> list:
    return [part for message in request.messages for part in message.parts if isinstance(part, kind)]


def text_of(request: Request) -> str:
    return "\n\n".join(part.text for part in parts_of(request, Text))


def media_of(request: Request) -> list:
    return parts_of(request, Picture | Sound | Video)


def judge(model: ScriptedModel, ablation: str | None = None, **settings: object) -> ModelJudge:
    return ModelJudge("openai/x", model, PROMPTS, JudgeSettings(**settings), ablation=ablation)


@cache
def _film() -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "film.mp4"
        write_film(path, range(0, 3_000, 66), lambda moment: world(*failed_jump(moment), drift=80))
        return path.read_bytes()


@cache
def _pictures(shrinks_by: int) -> dict[str, bytes]:
    """Every picture of the evidence, by its path."""
    sizes = {"desktop": (1280, 1500), "tablet": (768, 1000), "mobile": (375, 800)}
    pictures = {f"static/{name}.png": world(540, 520).resize(size) for name, size in sizes.items()}
    pictures["crawler/steps/000.png"] = Image.new("RGB", (1280, 720), "white")
    for index in (1, 2, 3):
        pictures[f"crawler/steps/{index:03}.png"] = world(540, 520, drift=40 * min(index, 2))
    return {name: _png(picture.reduce(shrinks_by)) for name, picture in pictures.items()}


def _png(picture: Image.Image) -> bytes:
    content = BytesIO()
    picture.save(content, "PNG")
    return content.getvalue()


class Item:
    """A platformer in use: three steps (the third jumps and falls), with its files below `folder`.

    Pictures are smaller by `shrinks_by`, since a judge takes three times as long for those of full size.
    """

    def __init__(
        self, folder: Path, *, film: bool = True, source: str = SOURCE, shrinks_by: int = 4, **replaced: object
    ) -> None:
        self.folder, self.source, self.artifact = folder / "evidence", folder / "artifact", artifact()
        self.source.mkdir(parents=True)
        (self.source / "index.html").write_text(source, encoding="utf-8")
        self._write_pictures(shrinks_by)
        summary = self._write_film() if film else None
        self.evidence = self._evidence(summary, **replaced)

    def judged_by(self, model: ScriptedModel, ablation: str | None = None, **settings: object):
        return judge(model, ablation, **settings).judge(
            case("action", brief="Super Mario"), self.artifact, self.evidence, self.folder, source=self.source
        )

    def _write_pictures(self, shrinks_by: int) -> None:
        for name, content in _pictures(shrinks_by).items():
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)

    def _write_film(self) -> FilmSummary:
        path = self.folder / "crawler" / "film.mp4"
        path.write_bytes(_film())
        chapters = (Chapter(page_ms=100, title="1 click Start"), Chapter(page_ms=400, title="2 wait"))
        return FilmSummary(
            file="film.mp4", duration_ms=3_000, width=1280, height=720, video_codec="h264", fps_cap=30, staleness_ms=34,
            bytes=path.stat().st_size, max_bytes=64_000_000, hand_drawn=True,
            chapters=(*chapters, Chapter(page_ms=800, title="3 press Space")),
        )  # fmt: skip

    def _evidence(self, film: FilmSummary | None, **replaced: object) -> Evidence:
        moved = Change(seen=True, pixels=0.4, appeared_text=("Score 0",))
        steps = (
            step(0, "look", page_ms=50),
            step(1, ref="b0", change=moved, page_ms=390),
            step(2, "wait", change=moved, page_ms=790),
            step(JUMPING, "press", value="Space", change=Change(), page_ms=2_990),
        )
        fields = {
            "perception": perception(console=(ConsoleMessage(level="log", text="game ready"),)),
            "trace": Trace(policy="crawler", steps=steps, summary="Three actions.", report=""),
            "sessions": (SessionEvidence(name="static"), SessionEvidence(name="crawler", film=film)),
            **replaced,
        }
        return evidence(**fields)


def other(item: Item) -> Artifact:
    return item.artifact.model_copy(update={"digest": "b" * 64})
