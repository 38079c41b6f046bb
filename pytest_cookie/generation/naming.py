"""The name that a reply gives a file: beside the fence, in a first comment, or in the line before. Only safe names."""

import re
from pathlib import PurePosixPath

from pytest_cookie.generation.blocks import Block
from pytest_cookie.generation.kinds import Kind

_ENDINGS: dict[Kind, tuple[str, ...]] = {
    "page": ("html", "htm"),
    "fragment": ("html", "htm"),
    "drawing": ("svg",),
    "style": ("css",),
    "script": ("js", "mjs"),
    "data": ("json", "webmanifest", "geojson"),
    "component": (),
    "other": ("txt", "csv", "md", "xml", "glsl", "vert", "frag", "wgsl", "vtt"),
}
_ALL = "|".join(sorted((ending for endings in _ENDINGS.values() for ending in endings), key=len, reverse=True))
_PATH = rf"(?:[\w@.-]{{1,80}}[/\\]){{0,6}}[\w@.-]{{1,80}}\.(?:{_ALL})"
_NAME = re.compile(rf"(?<![\w./\\:@-])({_PATH})(?![\w/\\])", re.IGNORECASE)
_COMMENT = re.compile(
    rf"\s*(?:<!--|/\*+|//|#)\s*(?:file(?:name)?\s*:\s*)?(?:\./)?({_PATH})\s*(?:(?:-->|\*/)\s*)?", re.IGNORECASE
)
_LOOKED_AT = 300
_MAX_BYTES = 200
_HARMLESS = re.compile(r"\w[\w@ .-]*")


def name_of(block: Block, kind: Kind) -> str:
    """The path that the reply gives the block, safe to write below a folder; "" without a suitable one."""
    comment = _COMMENT.fullmatch(block.text[: _LOOKED_AT * 2].lstrip().partition("\n")[0])
    places = (block.info, comment[1] if comment else "", block.lead)
    found = (_only_name_in(place[:_LOOKED_AT], kind) for place in places)
    return next((name for name in found if name), "")


def _only_name_in(text: str, kind: Kind) -> str:
    """The single file name of this kind in the text; "" for none or several."""
    names = {match[1] for match in _NAME.finditer(text)}
    fitting = [name for name in names if name.lower().endswith(tuple(f".{ending}" for ending in _ENDINGS[kind]))]
    return safe_path(fitting[0]) if len(fitting) == 1 else ""


def safe_path(name: str) -> str:
    """`name` as a relative POSIX path of plain, visible names; "" if it leads up, is absolute, or has odd names."""
    path = PurePosixPath(name.replace("\\", "/").removeprefix("./"))
    if path.is_absolute() or not path.parts or len(str(path).encode()) > _MAX_BYTES:
        return ""
    return str(path) if all(_HARMLESS.fullmatch(part) and part[-1] not in " ." for part in path.parts) else ""
