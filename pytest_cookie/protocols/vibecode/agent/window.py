"""`Window`: what an evaluating model sees of the page at one moment: address, numbered elements, texts, a picture."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from pytest_cookie.browser.page.observation import Observation
from pytest_cookie.core.page import Control
from pytest_cookie.core.text import shorten
from pytest_cookie.exploration.page_facts import Detail, PageFacts
from pytest_cookie.llm.messages.quoting import quoted

MAX_ELEMENTS = 150
_MAX_TEXT = 4_000
_NAME, _VALUE, _OPTIONS = 80, 80, 30
_TICKED = frozenset({"checkbox", "radio"})


@dataclass(frozen=True)
class Window:
    """One moment of a page. `controls` are the numbered elements, the first with the number 1."""

    url: str
    text: str
    controls: tuple[Control, ...]
    details: tuple[Detail, ...]
    png: bytes
    left_out: int = 0

    @classmethod
    def of(cls, observation: Observation, facts: PageFacts) -> "Window":
        """Number the elements: those in the window first, as many as fit, then all in the order of the document."""
        found = observation.inventory.controls
        ranked = sorted(range(len(found)), key=lambda at: (not found[at].in_viewport, at))[:MAX_ELEMENTS]
        controls = tuple(found[at] for at in sorted(ranked))
        return cls(
            url=observation.url,
            text=observation.inventory.whole_text,
            controls=controls,
            details=tuple(facts.of(control) for control in controls),
            png=observation.screenshot,
            left_out=len(found) - len(controls),
        )

    def describe(self) -> str:
        """Address, elements and texts as text, quoted since the application wrote them."""
        lines = [_line(at, *pair) for at, pair in enumerate(zip(self.controls, self.details, strict=True), start=1)]
        lines += [f"({self.left_out} more elements outside of the window)"] if self.left_out else []
        text = self.text if len(self.text) <= _MAX_TEXT else f"{self.text[:_MAX_TEXT]}…"
        parts = [
            quoted("address", self.url[:500]),
            "ELEMENTS",
            quoted("elements", "\n".join(lines) or "none"),
            "TEXTS",
            quoted("texts", text or "none"),
        ]
        return "\n".join(parts)

    def new_lines(self, before: "Window") -> tuple[str, ...]:
        """Lines of text that were not there `before`."""
        known = set(_lines(before.text))
        return tuple(line for line in _lines(self.text) if line not in known)


def _lines(text: str) -> list[str]:
    return [line for line in (" ".join(line.split()) for line in text.splitlines()) if line]


def _line(number: int, control: Control, detail: Detail) -> str:
    words = [f"[{number}]", control.role or control.tag, _string(control.name or detail.label, _NAME)]
    if detail.within:
        words.append(f"in={_string(' | '.join(detail.within), _NAME)}")
    words += _state(control, detail)
    return " ".join(words)


def _state(control: Control, detail: Detail) -> list[str]:
    flags = {"checked": control.checked, "expanded": control.expanded, "selected": control.selected}
    words = [f"{name}={'yes' if flag else 'no'}" for name, flag in flags.items() if flag is not None]
    if control.value and control.input_type not in _TICKED:
        words.append(f"value={_string(control.value, _VALUE)}")
    if control.input_type not in ("", "text"):
        words.append(f"type={control.input_type}")
    if detail.placeholder:
        words.append(f"placeholder={_string(detail.placeholder, _VALUE)}")
    if detail.options and control.tag == "select":
        words.append(f"options={_string(' | '.join(_labels(detail)), 600)}")
    outside = [] if control.in_viewport else ["outside-of-the-window"]
    return words + ["disabled"] * control.disabled + ["covered"] * control.covered + outside


def _labels(detail: Detail) -> Sequence[str]:
    labels = [option.label for option in detail.options[:_OPTIONS]]
    return labels if len(detail.options) <= _OPTIONS else [*labels, "…"]


def _string(text: str, length: int) -> str:
    return json.dumps(shorten(text, length), ensure_ascii=False)
