"""The label words of a case, and the kinds of page time; slugs of free text never contain one of them."""

import hashlib
import re
from typing import Literal

PageType = Literal["static", "dynamic"]
Difficulty = Literal["easy", "medium", "hard", "expert"]
Tier = Literal["easy", "medium", "hard"]
"""Difficulty by the scores of many models (ArtifactsBench, section 2.2), or as a peer publishes it."""
Language = Literal["zh", "en", "fr", "es", "ja", "de", "ko", "pt"]
Mode = Literal["html", "react"]
Voice = Literal["short", "vague", "layman", "spoken"]
"""How a brief speaks, unless it is written out with its figures and rules. `short`: at most 40 words about a common
subject; `vague`: underspecified on purpose; `layman`: by somebody who does not know the words of the trade; `spoken`:
long and rambling, as said into a phone."""
ClockKind = Literal["stepped", "cooperative"]
"""How page time advances. `stepped`: frame by frame, identical on every machine. `cooperative`: in portions of real
time; the content of a frame depends on the machine."""

Device = Literal["desktop", "phone"]
"""What a page is used on. `desktop`: 1280 × 720 px with a mouse; `phone`: 375 × 812 px with a finger."""

PAGE_TYPES: tuple[PageType, ...] = ("static", "dynamic")
DIFFICULTIES: tuple[Difficulty, ...] = ("easy", "medium", "hard", "expert")
TIERS: tuple[Tier, ...] = ("easy", "medium", "hard")
DEVICES: tuple[Device, ...] = ("desktop", "phone")
LANGUAGES: tuple[Language, ...] = ("zh", "en", "fr", "es", "ja", "de", "ko", "pt")
MODES: tuple[Mode, ...] = ("html", "react")
VOICES: tuple[Voice, ...] = ("short", "vague", "layman", "spoken")

RESERVED_WORDS = frozenset({*PAGE_TYPES, *DIFFICULTIES, *MODES})
"""Words that mean a label in `-k`, which matches substrings; the taxonomy adds the domains."""


DEVICE_NAME = re.compile(r"(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)", re.IGNORECASE)
"""Names that no file of Windows has, whatever follows the dot."""


def slug(text: str, *, reserved: frozenset[str] = RESERVED_WORDS, max_length: int = 60) -> str:
    """Lowercase letters, digits, dots and hyphens; a reserved word inside is broken up (`har_dware`).

    Otherwise `pytest -k hard` would select a case called "hardware". The slug of a text that is too long, or has no
    usable character, ends in eight hex digits of its hash, so that different texts have different slugs.
    """
    plain = re.sub(r"[^a-z0-9.]+", "-", text.lower()).strip("-.")
    if DEVICE_NAME.match(plain):
        plain = f"_{plain}"
    for word in sorted(reserved, key=len, reverse=True):
        plain = plain.replace(word, f"{word[:-1]}_{word[-1]}")
    if plain and len(plain) <= max_length:
        return plain
    digest = hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()[:8]
    return f"{plain[: max_length - 9].rstrip('-.')}-{digest}".lstrip("-")
