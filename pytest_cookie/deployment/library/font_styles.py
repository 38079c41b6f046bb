"""A style sheet of Google Fonts, made of the packages in which Fontsource publishes the same fonts."""

import re
from collections.abc import Iterator

from pytest_cookie.deployment.library.addresses import FONT_FILES
from pytest_cookie.deployment.library.package_request import Face, Family, FontStyles, RefusedError
from pytest_cookie.deployment.library.shelf import Held, Shelf
from pytest_cookie.deployment.library.versions import candidates

MAX_CHARACTERS = 2_000_000

_VARIABLE, _STATIC = "@fontsource-variable", "@fontsource"
_RULE = re.compile(r"@font-face\s*\{[^{}]*\}")
_FAMILY = re.compile(r"font-family:\s*[^;]+;")
_WEIGHT = re.compile(r"font-weight:\s*[^;]+;")
_DISPLAY = re.compile(r"font-display:\s*[^;]+;")
_FILE = re.compile(r"url\(\s*['\"]?\./(files/[\w.-]+)['\"]?\s*\)")
_LIGATURES = """.%s {
  font-family: '%s';
  font-weight: normal;
  font-style: normal;
  font-size: 24px;
  line-height: 1;
  letter-spacing: normal;
  text-transform: none;
  display: inline-block;
  white-space: nowrap;
  word-wrap: normal;
  direction: ltr;
  -webkit-font-feature-settings: 'liga';
  -webkit-font-smoothing: antialiased;
}
"""
"""Of a family of icons the style sheet also has a class, by which names of icons are drawn as these."""

Faces = list[tuple[Held, str]]


def font_face_rules(styles: FontStyles, shelf: Shelf) -> tuple[str, Faces]:
    """The style sheet, and which style sheets of which packages it was made of. Raises `RefusedError`.

    A family that is not held is left out, unless none is.
    """
    rules: list[str] = []
    faces: Faces = []
    for family in styles.families:
        for face in family.faces:
            for held, file, text in _of_a_face(family, face, shelf):
                rules += _rewritten(text, held, family, face, styles.display)
                faces.append((held, file))
                if sum(map(len, rules)) > MAX_CHARACTERS:
                    raise RefusedError("the style sheet would be too large")
        if family.name.startswith("Material ") and any(held.name.endswith(f"/{family.slug}") for held, _ in faces):
            rules.append(_LIGATURES % (family.slug, family.name))
    if not faces:
        raise RefusedError(f"the library has none of these fonts: {', '.join(one.name for one in styles.families)}")
    return "\n".join(rules), list(dict.fromkeys(faces))


def _of_a_face(family: Family, face: Face, shelf: Shelf) -> Iterator[tuple[Held, str, str]]:
    """The package's own style sheet for this face, from a variable font where there is one."""
    for scope, names in ((_VARIABLE, _variable_files(family, face)), (_STATIC, _static_files(face))):
        name = f"{scope}/{family.slug}"
        for version in candidates("", shelf.versions(name)):
            held = shelf.get(name, version)
            for file in names:
                if path := held.file(file):
                    yield held, file, path.read_text(encoding="utf-8", errors="replace")[:MAX_CHARACTERS]
                    return


def _variable_files(family: Family, face: Face) -> tuple[str, ...]:
    """Of icons all axes, for pages set their filling and their size."""
    slanted = "-italic" if face.italic else ""
    files = (f"wght{slanted}.css", f"full{slanted}.css", *(() if face.italic else ("index.css",)))
    return (files[1], *files) if family.name.startswith("Material ") else files


def _static_files(face: Face) -> tuple[str, ...]:
    weight = face.weight.partition(" ")[0]
    slanted = "-italic" if face.italic else ""
    return (f"{weight}{slanted}.css", *(("400.css",) if " " in face.weight and not face.italic else ()))


def _rewritten(text: str, held: Held, family: Family, face: Face, display: str) -> Iterator[str]:
    """Under the family's own name, with the weight that was asked for, and addresses of Google's."""
    address = f"{FONT_FILES}{held.name}@{held.version}/"
    for rule in _RULE.findall(text):
        told = _FAMILY.sub(f"font-family: '{family.name}';", rule)
        if held.name.startswith(_VARIABLE):
            told = _WEIGHT.sub(f"font-weight: {face.weight};", told)
        if display:
            told = _DISPLAY.sub(f"font-display: {display};", told)
        yield _FILE.sub(lambda found: f"url({address}{found[1]})", told)
