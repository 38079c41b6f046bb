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
from pytest_cookie.protocols.interaction2code.marks import draw_mark
from pytest_cookie.protocols.interaction2code.metrics.changed_part import Box, Picture, find_changed_part
from pytest_cookie.protocols.interaction2code.options import Options
from pytest_cookie.protocols.interaction2code.reference import read_picture

_FOLDER = Path(__file__).parent / "prompts"


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
        parts += _pictures(fields, screens, options)
    if options.prompt == "mark" and options.modality != "text":
        parts.append(Text(prompts.marks.fill()))
    if options.prompt == "chain-of-thought":
        parts.append(Text(prompts.steps.fill()))
    return [system(prompts.system.fill()), user(*parts)]


def _describe(number: int, edge: Interaction, fields: InteractionFields, options: Options) -> str:
    """The interaction in a line. With pictures alone, neither action nor effect are named (paper, 6.6)."""
    begins = f"the page after {cause}" if (cause := _cause(edge, fields)) else "the page at rest"
    if options.modality == "visual":
        return f"Interaction {number}: on {begins}."
    what = edge.action.replace("_", "-") + (f" “{edge.value}”" if edge.value else "")
    return f"Interaction {number}: {what}, on {begins}. {edge.description}".rstrip()


def _cause(edge: Interaction, fields: InteractionFields) -> str:
    """`interaction 2`, after which this one begins; "" for the page at rest."""
    numbers = [number for number, one in enumerate(fields.interactions, start=1) if one.target == edge.source]
    return f"interaction {numbers[0]}" if numbers else ""


def _pictures(fields: InteractionFields, screens: dict[str, Picture], options: Options) -> list[Part]:
    rest = screens[fields.screens[0].id]
    if options.prompt == "mark":
        for edge in fields.interactions:
            if edge.element_box and edge.source == fields.screens[0].id:
                left, top, width, height = edge.element_box
                rest = draw_mark(rest, Box(left, top, left + width, top + height))
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
