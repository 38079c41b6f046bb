"""Parses the three forms of Google Fonts addresses into families and faces."""

import re
from collections.abc import Iterator, Sequence

from pytest_cookie.deployment.library.package_request import Face, Family, FontStyles, LibraryRefusedError

MAX_FAMILIES = 30
MAX_FACES = 40

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 -]{0,60}")
_WEIGHT = re.compile(r"\d{1,4}(?:\.\d{1,2})?(?:\.\.\d{1,4}(?:\.\d{1,2})?)?")
_DISPLAYS = frozenset({"auto", "block", "swap", "fallback", "optional"})
_NAMED_WEIGHTS = {"regular": "400", "normal": "400", "bold": "700", "light": "300", "thin": "100", "medium": "500"}
_OLD_FACE = re.compile(r"(\d{3})?(regular|normal|bold|light|thin|medium|r|b)?(italic|i|bi)?")


def parse_font_styles(path: str, parameters: Sequence[tuple[str, str]]) -> FontStyles:
    """Families and faces of `/css2`, `/css` or `/icon`. Raises `LibraryRefusedError`."""
    named = [text for name, text in parameters if name == "family"]
    display = next((text for name, text in parameters if name == "display"), "")
    if path == "/css2":
        families = [_family(text) for text in named]
    elif path in ("/css", "/icon"):
        families = [_old_family(text) for listed in named for text in listed.split("|")]
    else:
        raise LibraryRefusedError("not a Google Fonts style sheet")
    if not 0 < len(families) <= MAX_FAMILIES:
        raise LibraryRefusedError(f"a Google Fonts style sheet must name 1 to {MAX_FAMILIES} families")
    return FontStyles(tuple(families), display if display in _DISPLAYS else "", icons=path == "/icon")


def _family(text: str) -> Family:
    """`Inter`, `Inter:wght@400;700`, `Inter:ital,opsz,wght@0,14..32,400;1,14..32,700`."""
    name, _, rest = text.partition(":")
    axes, _, listed = rest.partition("@")
    names = axes.split(",") if axes else []
    faces = [_face(dict(zip(names, values.split(","), strict=False))) for values in listed.split(";") if listed]
    return _checked(name, faces)


def _face(axes: dict[str, str]) -> Face:
    weight = axes.get("wght", "400")
    if not _WEIGHT.fullmatch(weight):
        raise LibraryRefusedError("invalid font weight")
    return Face(weight.replace("..", " "), italic=axes.get("ital", "0").startswith("1"))


def _old_family(text: str) -> Family:
    """`Roboto:400,700italic`, the older form; unknown faces are ignored, as Google does."""
    name, _, listed = text.partition(":")
    return _checked(name, list(_old_faces(listed)))


def _old_faces(listed: str) -> Iterator[Face]:
    for face in listed.lower().split(","):
        found = _OLD_FACE.fullmatch(face.strip())
        if face.strip() and found:
            weight, named, slanted = found.groups()
            bold = named == "b" or slanted == "bi"
            yield Face(weight or _NAMED_WEIGHTS.get(named or "", "700" if bold else "400"), italic=bool(slanted))


def _checked(name: str, faces: list[Face]) -> Family:
    name = name.replace("+", " ").strip()
    if not _NAME.fullmatch(name):
        raise LibraryRefusedError("invalid font family name")
    if len(faces) > MAX_FACES:
        raise LibraryRefusedError("a font family has too many faces")
    return Family(name, tuple(dict.fromkeys(faces)) or (Face("400"),))
