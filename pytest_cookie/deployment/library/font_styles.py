"""Builds Google Fonts style sheets from the Fontsource packages of the same fonts."""

import re
from collections.abc import Iterator

from pytest_cookie.deployment.library.addresses import FONT_FILES
from pytest_cookie.deployment.library.package_request import Face, Family, FontStyles, LibraryRefusedError
from pytest_cookie.deployment.library.shelf import InstalledPackage, PackageFolder
from pytest_cookie.deployment.library.versions import find_candidates
from pytest_cookie.records.plain_tree import read_bounded_text

MAX_CHARACTERS = 2_000_000

_VARIABLE, _STATIC = "@fontsource-variable", "@fontsource"
_RULE = re.compile(r"@font-face\s*\{[^{}]*\}")
_FAMILY = re.compile(r"font-family:[^;{}]*+;?")
_WEIGHT = re.compile(r"font-weight:[^;{}]*+;?")
_DISPLAY = re.compile(r"font-display:[^;{}]*+;?")
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
"""Style sheets of icon fonts also contain a class that draws icon names as icons (by ligatures)."""

Faces = list[tuple[InstalledPackage, str]]


def build_font_face_rules(styles: FontStyles, shelf: PackageFolder) -> tuple[str, Faces]:
    """The style sheet, and the package style sheets it was made from.

    Missing families are left out. Raises `LibraryRefusedError` if all are missing.
    """
    rules: list[str] = []
    faces: Faces = []
    for family in styles.families:
        for face in family.faces:
            for held, file, text in _of_a_face(family, face, shelf):
                rules += _rewritten(text, held, family, face, styles.display)
                faces.append((held, file))
                if sum(map(len, rules)) > MAX_CHARACTERS:
                    raise LibraryRefusedError("the style sheet would be too large")
        if family.name.startswith("Material ") and any(held.name.endswith(f"/{family.slug}") for held, _ in faces):
            rules.append(_LIGATURES % (family.slug, family.name))
    if not faces:
        raise LibraryRefusedError(
            f"the library has none of these fonts: {', '.join(one.name for one in styles.families)}"
        )
    return "\n".join(rules), list(dict.fromkeys(faces))


def _of_a_face(family: Family, face: Face, shelf: PackageFolder) -> Iterator[tuple[InstalledPackage, str, str]]:
    """The package's own style sheet for this face, from a variable font if there is one."""
    for scope, names in ((_VARIABLE, _variable_files(family, face)), (_STATIC, _static_files(face))):
        name = f"{scope}/{family.slug}"
        for version in find_candidates("", shelf.versions(name)):
            held = shelf.get(name, version)
            for file in names:
                if path := held.file(file):
                    yield held, file, read_bounded_text(path, errors="replace")[:MAX_CHARACTERS]
                    return


def _variable_files(family: Family, face: Face) -> tuple[str, ...]:
    """The style sheets of a variable font; for icons the one with all axes, because pages set fill and size."""
    slanted = "-italic" if face.italic else ""
    files = (f"wght{slanted}.css", f"full{slanted}.css", *(() if face.italic else ("index.css",)))
    return (files[1], *files) if family.name.startswith("Material ") else files


def _static_files(face: Face) -> tuple[str, ...]:
    weight = face.weight.partition(" ")[0]
    slanted = "-italic" if face.italic else ""
    return (f"{weight}{slanted}.css", *(("400.css",) if " " in face.weight and not face.italic else ()))


def _rewritten(text: str, held: InstalledPackage, family: Family, face: Face, display: str) -> Iterator[str]:
    """The rules with the family's Google name, the requested weight, and Google's addresses."""
    address = f"{FONT_FILES}{held.name}@{held.version}/"
    for rule in _RULE.findall(text):
        rewritten = _FAMILY.sub(f"font-family: '{family.name}';", rule)
        if held.name.startswith(_VARIABLE):
            rewritten = _WEIGHT.sub(f"font-weight: {face.weight};", rewritten)
        if display:
            rewritten = _DISPLAY.sub(f"font-display: {display};", rewritten)
        yield _FILE.sub(lambda found: f"url({address}{found[1]})", rewritten)
