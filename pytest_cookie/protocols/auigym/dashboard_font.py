"""`find_font`: a font of this machine that has the characters of a text. Pillow's own has little beyond ASCII."""

import shutil
import subprocess
from functools import cache, lru_cache

from PIL import ImageFont

Font = ImageFont.FreeTypeFont | ImageFont.ImageFont

_NAMES = (
    "DejaVuSans.ttf", "NotoSans-Regular.ttf", "LiberationSans-Regular.ttf", "Arial.ttf", "segoeui.ttf",
    "NotoSansCJK-Regular.ttc", "Arial Unicode.ttf", "PingFang.ttc", "AppleSDGothicNeo.ttc", "msyh.ttc", "YuGothM.ttc",
    "malgun.ttf",
)  # fmt: skip
"""Common fonts of Linux, macOS and Windows, which Pillow finds by name."""
_ABSENT = "\U0010ffff"
_SECONDS = 5


def find_font(text: str, size: int) -> Font:
    """The font with the fewest missing characters of `text`; the first of several."""
    characters = "".join(sorted({each for each in text if each.isprintable() and not each.isspace()}))
    return _find(characters, size)


@lru_cache(maxsize=512)
def _find(characters: str, size: int) -> Font:
    best, missing = ImageFont.load_default(size=size), ""
    fewest = None
    for name in ("", *_NAMES):
        font = _load(name, size)
        if font is None:
            continue
        lacks = "".join(each for each in characters if not _has(name, size, each))
        if fewest is None or len(lacks) < fewest:
            best, missing, fewest = font, lacks, len(lacks)
        if not lacks:
            return best
    other = _load(_ask_fontconfig(missing[0]), size) if missing else None
    return other or best


@cache
def _load(name: str, size: int) -> Font | None:
    if not name:
        return ImageFont.load_default(size=size)
    try:
        return ImageFont.truetype(name, size)
    except OSError:
        return None


@lru_cache(maxsize=4_096)
def _has(name: str, size: int, character: str) -> bool:
    font = _load(name, size)
    return font is not None and bytes(font.getmask(character)) != bytes(font.getmask(_ABSENT))


@lru_cache(maxsize=64)
def _ask_fontconfig(character: str) -> str:
    """The file of a font that has `character`, where fontconfig is installed; "" otherwise."""
    program = shutil.which("fc-list")
    if not program:
        return ""
    command = [program, f":charset={ord(character):x}", "--format", "%{file}\n"]
    try:
        found = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", timeout=_SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return min(found.stdout.split("\n"), key=lambda path: (not path, path), default="")
