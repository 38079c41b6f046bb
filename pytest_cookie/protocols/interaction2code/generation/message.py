"""`make_messages`: the request to a model: instructions, the pictures, the interactions."""

import io
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image

from pytest_cookie.core.case import Case
from pytest_cookie.llm.messages.messages import Message, Part, Text, system, user
from pytest_cookie.llm.messages.messages import Picture as PictureMessage
from pytest_cookie.llm.messages.prompt import Prompt, identity_of, read_prompt
from pytest_cookie.protocols.interaction2code.case_fields import Interaction, InteractionFields
from pytest_cookie.protocols.interaction2code.generation.magnify import magnify
from pytest_cookie.protocols.interaction2code.marks import copy_mark, draw_mark
from pytest_cookie.protocols.interaction2code.metrics.changed_part import Box, Picture, find_changed_part
from pytest_cookie.protocols.interaction2code.options import Options
from pytest_cookie.protocols.interaction2code.reference import read_picture

_FOLDER = Path(__file__).parent / "prompts"
_AT_REST = "at rest, around elements that the user acts on; "


@dataclass(frozen=True)
class RebuildPrompts:
    """`steps` is added for chain-of-thought, `marks` where red boxes were drawn."""

    system: Prompt
    page: Prompt
    steps: Prompt
    marks: Prompt

    @classmethod
    def read(cls) -> "RebuildPrompts":
        """Read the files."""
        return cls(*(read_prompt(_FOLDER / f"rebuild-{name}.md") for name in ("system", "page", "steps", "marks")))

    def identity(self, options: Options) -> str:
        """The identity of the prompts that these options use."""
        extra = {"direct": (), "chain-of-thought": (self.steps,), "mark": (self.marks,)}[options.prompt]
        return identity_of((self.system, self.page, *extra))


def make_messages(case: Case, options: Options, prompts: RebuildPrompts) -> list[Message]:
    """The system message and the user's. Raises `UsageError` and `ValueError` for unreadable pictures."""
    fields = InteractionFields.model_validate(case.fields)
    screens = {screen.id: read_picture(screen.picture.read(case.folder)) for screen in fields.screens}
    first = screens[fields.screens[0].id]
    width = (fields.window or (first.shape[1], 0))[0]
    listed = "\n".join(
        _describe(number, edge, fields, options) for number, edge in enumerate(fields.interactions, start=1)
    )
    asked = prompts.page.fill(width=str(width), count=str(len(fields.interactions)), interactions=listed)
    parts: list[Part] = [Text(asked)]
    if options.modality != "text":
        rest = _mark_rest(case, fields, screens) if options.prompt == "mark" else first
        parts += _pictures(fields, screens, options, rest)
        if options.prompt == "mark":
            parts.append(Text(prompts.marks.fill(at_rest=_AT_REST if rest is not first else "")))
    if options.prompt == "chain-of-thought":
        parts.append(Text(prompts.steps.fill()))
    return [system(prompts.system.fill()), user(*parts)]


def _describe(number: int, edge: Interaction, fields: InteractionFields, options: Options) -> str:
    """The interaction in a line. With pictures alone, neither action nor effect are named (paper, 6.6)."""
    path = fields.path_to(number)
    begins = f"the page after interaction {path[-1]}" if path else "the page at rest"
    if options.modality == "visual":
        return f"Interaction {number}: on {begins}."
    what = edge.action.replace("_", "-") + (f" “{edge.value}”" if edge.value else "")
    return f"Interaction {number}: {what}, on {begins}. {edge.description}".rstrip()


def _mark_rest(case: Case, fields: InteractionFields, screens: dict[str, Picture]) -> Picture:
    """The page at rest with red boxes around elements: by the case's places, or as in its marked pictures."""
    rest = screens[fields.screens[0].id]
    for number, edge in enumerate(fields.interactions, start=1):
        if fields.path_to(number):
            continue
        if edge.element_box:
            left, top, width, height = edge.element_box
            rest = draw_mark(rest, Box(left, top, left + width, top + height))
        elif edge.marked_before:
            copied = copy_mark(rest, screens[edge.source], read_picture(edge.marked_before.read(case.folder)))
            rest = rest if copied is None else copied
    return rest


def _pictures(fields: InteractionFields, screens: dict[str, Picture], options: Options, rest: Picture) -> list[Part]:
    parts: list[Part] = [_encode(rest, "Picture 1: the page at rest")]
    for number, edge in enumerate(fields.interactions, start=1):
        before, after = screens[edge.source], screens[edge.target]
        part = find_changed_part(before, after)
        box = (part.after or part.before) if part else None
        shown = draw_mark(after, box) if box and options.prompt == "mark" else after
        if box:
            shown = magnify(shown, box, options.magnification)
        parts.append(_encode(shown, f"Picture {number + 1}: after interaction {number}"))
    return parts


def _encode(picture: Picture, caption: str) -> PictureMessage:
    stream = io.BytesIO()
    Image.fromarray(np.ascontiguousarray(picture)).save(stream, "PNG", optimize=False)
    return PictureMessage(stream.getvalue(), "image/png", caption)
