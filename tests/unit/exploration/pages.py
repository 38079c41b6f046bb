"""Synthetic observations for the pure parts: what a page shows, without a page."""

import io
from dataclasses import dataclass

from PIL import Image, ImageDraw

from pytest_cookie.browser.page.observation import ElementState, Observation
from pytest_cookie.core.action import Action, Click
from pytest_cookie.core.case import Case, Complexity
from pytest_cookie.core.page import Box, Canvas, Control, Inventory
from pytest_cookie.core.trace import Change, Step
from pytest_cookie.exploration.agent_protocol import View
from pytest_cookie.exploration.page_facts import Detail, PageFacts
from pytest_cookie.exploration.tactic import Tactic, Turn

Rectangle = tuple[int, int, int, int]


def picture(*rectangles: Rectangle, colour: str = "black", size: tuple[int, int] = (1280, 720)) -> bytes:
    """A white window with filled rectangles (left, top, right, bottom; both ends included)."""
    image = Image.new("RGB", size, "white")
    pen = ImageDraw.Draw(image)
    for rectangle in rectangles:
        pen.rectangle(rectangle, fill=colour)
    buffer = io.BytesIO()
    image.save(buffer, "png")
    return buffer.getvalue()


def control(ref: str, role: str = "button", name: str = "", **fields) -> Control:
    place = fields.pop("box", Box(x=10, y=10, width=100, height=30))
    known = {"tag": role, "selector": f"#{ref}", "kind": f"kind of {role}", **fields}
    return Control(ref=ref, role=role, name=name or ref, box=place, **known)


def text(words: str, state: str = "", box: Rectangle = (10, 10, 100, 20), *, placed: bool = True) -> ElementState:
    return ElementState(text=words, state=state, box=box, placed=placed)


def observation(
    *,
    screenshot: bytes | None = None,
    elements: dict[str, ElementState] | None = None,
    controls: tuple[Control, ...] = (),
    canvases: tuple[Canvas, ...] = (),
    words: str = "",
    url: str = "http://artifact.localhost/",
    **fields,
) -> Observation:
    inventory = Inventory(
        title="", lang="en", url=url, text=words, text_length=len(words), controls=controls, canvases=canvases
    )
    return Observation(
        url=url, screenshot=screenshot or picture(), inventory=inventory, elements=elements or {}, **fields
    )


@dataclass
class Desk:
    """Makes the views of one exploration, one after the other."""

    steps_left: int = 30
    seconds_left: float = 25.0

    def view(self, *controls: Control, last=None, details: dict[str, Detail] | None = None, **fields) -> View:
        told = {
            name: fields.pop(name)
            for name in ("has_modal", "draggables", "stores", "window_width", "window_height")
            if name in fields
        }
        around = PageFacts(details=details or {}, **told)
        return View(
            observation=observation(controls=controls, **fields),
            page_facts=around,
            last=last,
            steps_left=self.steps_left,
            seconds_left=self.seconds_left,
            page_seconds_left=self.seconds_left,
        )


def case(**fields) -> Case:
    known = {
        "id": "test", "brief": "A page.", "page_type": "dynamic", "domain": "utilities", "leaf": "converter",
        "language": "en", "source": "test", "version": 1, "origin": "test", "digest": "0",
        "complexity": Complexity(**dict.fromkeys(Complexity.model_fields, 1)),
    }  # fmt: skip
    return Case(**{**known, **fields})


def turn(view: View, room: int = 5, *, of: Case | None = None, is_played: bool = False, **fields) -> Turn:
    """A turn of the crawler with so many steps left."""
    made = Turn(of or case(), view, room, room, **fields)
    vars(made)["is_played"] = is_played
    return made


def pressed(ref: str, change: Change, *, role: str = "button", name: str = "", **fields) -> Step:
    """A press on a control, and what it changed."""
    action = Click(ref=ref, target=name or ref, role=role, selector=f"#{ref}", **fields)
    return Step(index=1, thought="", action=action, change=change)


def after_press(tactic: Tactic, of: Control, change: Change, *, room: int = 20, **fields) -> Action | None:
    """What a tactic proposes right after a press on the only control of a page."""
    view = Desk().view(of, last=pressed(of.ref, change, role=of.role, name=of.name), **fields)
    decision = tactic.propose(turn(view, room))
    return decision.action if decision else None
