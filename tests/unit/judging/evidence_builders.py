"""Small builders of evidence: by default a good page; fields replace parts of it."""

from typing import Any

from pytest_cookie.checks.registry import BUILT_IN
from pytest_cookie.core.action import Drag, new_action
from pytest_cookie.core.artifact import Artifact, ArtifactFile, ItemKey
from pytest_cookie.core.case import Case, Complexity
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.page import (
    Box,
    Canvas,
    ConsoleMessage,
    Control,
    Element,
    FailedRequest,
    Heading,
    Inventory,
    Media,
)
from pytest_cookie.core.perception import DESKTOP, MOBILE, TABLET, Layout, StaticPerception, Styling, ViewportPerception
from pytest_cookie.core.trace import Change, Coverage, Step, Trace
from pytest_cookie.core.verdict import Verdict
from pytest_cookie.judging.rubric.context import RubricContext

TEXT = "\n".join(
    [
        "Bike ride planner",
        "Choose a district and a day to see how many bicycles are free at every station of the town.",
        "Stations in the old town are full on weekends, so plan your way back before you leave.",
        "Prices are per ride and include the first thirty minutes, after that every minute counts.",
    ]
)


def case(leaf: str = "dashboard", brief: str = "A planner for bike rides.", **labels: Any) -> Case:
    scores = dict.fromkeys(Complexity.model_fields, labels.pop("complexity", 1))
    return Case(
        id="case",
        brief=brief,
        page_type=labels.pop("page_type", "dynamic"),
        domain=labels.pop("domain", "analytics"),
        leaf=leaf,
        language=labels.pop("language", "en"),
        complexity=Complexity.model_validate(scores),
        source="test",
        version=1,
        origin="test",
        digest="case-digest",
    )


def artifact(**fields: Any) -> Artifact:
    files = (ArtifactFile(path="index.html", size_bytes=9, sha256="0"),)
    return Artifact(
        **{
            "key": ItemKey(case="case", model="m", mode="html"),
            "files": files,
            "entry": "index.html",
            "digest": "a" * 64,
            **fields,
        }
    )


def control(ref: str, name: str = "", role: str = "button", **fields: Any) -> Control:
    place = {
        "x": 20.0,
        "y": 200.0 + 60 * (int(ref.strip("abcdefghijklmnopqrstuvwxyz") or 0)),
        "width": 120.0,
        "height": 40.0,
    }
    fields = {
        "tag": "a" if role == "link" else "button",
        "selector": f"#{ref}",
        "kind": ref,
        "box": Box(**place),
        **fields,
    }
    return Control(ref=ref, role=role, name=name or ref, **fields)


def medium(tag: str = "img", **fields: Any) -> Media:
    """A picture, sound or video of the page."""
    box = Box(x=0, y=0, width=50, height=50)
    return Media(**{"tag": tag, "selector": tag, "source": f"{OWN}/a.png", "alt": "A", "box": box, **fields})


def element(text: str = "thing", selector: str = "#thing", detail: str = "") -> Element:
    return Element(selector=selector, text=text, detail=detail)


def layout(**fields: Any) -> Layout:
    return Layout(**{"overflow_px": 0, "document_height": 900, **fields})


def views(*, desktop: Layout | None = None, tablet: Layout | None = None, mobile: Layout | None = None, **fields: Any):
    widths = ((DESKTOP, desktop), (TABLET, tablet), (MOBILE, mobile))
    return tuple(
        ViewportPerception(
            viewport=viewport,
            screenshot=f"static/{viewport.name}.png",
            layout=geometry or layout(),
            **{"text_length": 400, "ink": 0.3, **fields},
        )
        for viewport, geometry in widths
    )


def inventory(text: str = TEXT, **fields: Any) -> Inventory:
    return Inventory(
        **{
            "title": "Page",
            "lang": "en",
            "url": "http://artifact.localhost/",
            "text": text,
            "text_length": len(text),
            "headings": (Heading(level=1, text="Bike ride planner"),),
            "landmarks": ("main",),
            "controls": tuple(control(f"b{index}", f"Button {index}") for index in range(4)),
            "element_count": 120,
            **fields,
        }
    )


def styling(**fields: Any) -> Styling:
    return Styling(
        **{
            "font_sizes": {"16": 300, "24": 40, "32": 20},
            "font_families": {"Inter": 360},
            "gaps": {"8": 20, "16": 20},
            "radii": {"8": 10},
            "hues": {"210": 5000.0},
            "backgrounds": 5,
            "shadows": 2,
            "transitioned_controls": 4,
            "controls": 4,
            "hover_rules": 3,
            "styled_rules": 40,
            "viewport_meta": True,
            **fields,
        }
    )


def perception(**fields: Any) -> StaticPerception:
    good = {"loaded": True, "http_status": 200, "views": views(), "inventory": inventory(), "styling": styling()}
    return StaticPerception(**{**good, **fields})


def step(index: int, kind: str = "click", ref: str = "", change: Change | None = None, **fields: Any) -> Step:
    names = {
        "target": f"Button {ref.removeprefix('b')}" if ref else "",
        "selector": f"#{ref}" if ref else "",
        "role": "button" if ref else "",
    }
    action = {**names, **{name: fields.pop(name) for name in list(fields) if name in Drag.model_fields}}
    return Step(
        index=index,
        thought="t",
        action=new_action(kind, ref=ref, **action),
        change=change or Change(),
        screenshot=f"steps/{index:03d}.png",
        **fields,
    )


ANSWER = Change(seen=True, pixels=0.02, dom_changed=2, appeared_text=("Twelve bicycles are free",))


def trace(*steps: Step, **fields: Any) -> Trace:
    """The given steps; without any, a click on each of four buttons that answers."""
    steps = steps or tuple(step(index, ref=f"b{index}", change=ANSWER) for index in range(4))
    return Trace(
        **{"policy": "crawler", "steps": steps, "coverage": Coverage(controls_found=4, controls_exercised=4), **fields}
    )


def evidence(**fields: Any) -> Evidence:
    good = {"perception": perception(), "trace": trace()}
    return Evidence(**{"artifact_digest": "a" * 64, "explorer": "crawler", "browser": "chromium", **good, **fields})


def subject(*, of: Case | None = None, **fields: Any) -> RubricContext:
    """A good page of a dashboard brief, with `fields` of its perception, or its `trace`, replaced."""
    used = fields.pop("trace", trace())
    return RubricContext(of or case(), evidence(perception=perception(**fields), trace=used), checks=BUILT_IN)


def page_in_use(*steps: Step, **fields: Any) -> RubricContext:
    """`subject` after these steps."""
    return subject(trace=trace(*steps), **fields)


def item(verdict: Verdict, item_id: str):
    return next(item for item in verdict.items if item.id == item_id)


WORKS = [step(index, ref=f"c{index}", change=ANSWER) for index in range(4)]
OWN = "http://artifact.localhost"
STAGE = Canvas(selector="canvas", box=Box(x=0, y=0, width=1280, height=720), blank=False)


def request(url: str, resource_type: str = "script", **fields) -> FailedRequest:
    return FailedRequest(url=url, method="GET", resource_type=resource_type, reason="404", **fields)


def message(text: str, level: str = "error") -> ConsoleMessage:
    return ConsoleMessage(level=level, text=text)


def uses(*changes: Change, **fields):
    return trace(*(step(index, ref=f"b{index}", change=change, **fields) for index, change in enumerate(changes)))
