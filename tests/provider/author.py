"""The competent model as author: it writes a small page that depends on the brief, with prose around it."""

import html
import re
from pathlib import Path
from string import Template

from tests.provider.asked import Asked
from tests.provider.reply import Reply

SLOPPY = "sloppy"
"""A model with this in its name writes pages with dead buttons and errors on the console."""
_PAGES = Path(__file__).parent / "pages"
_KINDS = {"game": ("game", "arcade", "platformer", "puzzle"), "form": ("form", "booking", "sign up", "survey")}
_MAX_TITLE = 60


def write_page(asked: Asked) -> Reply:
    """The whole reply, or the rest of an earlier reply that was cut off."""
    whole = _answer(asked)
    begun = "".join(said.text for said in asked.messages if said.role == "assistant")
    return Reply(text=whole[len(begun) :] if begun and whole.startswith(begun) else whole)


def _answer(asked: Asked) -> str:
    brief = brief_of(asked)
    kind = "faulty" if SLOPPY in asked.model else _kind(brief)
    page = Template((_PAGES / f"{kind}.html").read_text()).substitute(title=html.escape(title_of(brief)))
    return (
        f"Here is the page, a {kind} in one file with no dependencies.\n\n```html\n{page}```\n\n"
        "Open it in any browser. I can add `other colours` or more features."
    )


def brief_of(asked: Asked) -> str:
    """The first message of the user."""
    return next(said.text for said in asked.messages if said.role == "user")


def title_of(brief: str) -> str:
    """The first sentence of the brief's last paragraph, cut at a word."""
    paragraph = [part for part in re.split(r"\n\s*\n", brief.strip()) if part.strip()][-1]
    sentence = re.split(r"(?<=[.!?。！？])\s|\n", paragraph.strip())[0].strip(" .#*>")
    return sentence if len(sentence) <= _MAX_TITLE else sentence[:_MAX_TITLE].rsplit(" ", 1)[0]


def _kind(brief: str) -> str:
    words = brief.lower()
    return next((kind for kind, names in _KINDS.items() if any(name in words for name in names)), "counter")
