"""What in a lock file is not a package of a registry. Everything that is not known to be harmless counts as such.

pnpm and yarn contact any host that a lock file names, so files are parsed as strictly as the managers write them.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from pytest_cookie.core.yaml_document import Value, ValuePath, parse_document

Elsewhere: TypeAlias = Iterator[tuple[int, str]]
"""The line, and what it has."""

_RANGE = r"(?!\.)(?!.*\.(?:tgz|tar|tar\.gz)$)[\w.^~<>=|*+ -]*"
_NAME_TEXT = r"(?:@[\w~-][\w.~-]*/)?[\w~-][\w.~-]*"
_NAME = re.compile(_NAME_TEXT, re.ASCII)
is_name = _NAME.fullmatch
is_of_a_registry = re.compile(rf"(?:npm:{_NAME_TEXT}(?:@{_RANGE})?|{_RANGE})", re.ASCII | re.IGNORECASE).fullmatch
"""A version range or a tag, maybe with another package's name before it: no URL, path or repository."""
TARBALL = r"/(?:@[\w.~-]+/)?[\w.~-]+/-/[\w.~+-]+\.tgz"

_OTHER_BREAKS = re.compile(r"[\x85\u2028\u2029\ufeff]|\r(?!\n)")
"""Where only some parsers of YAML end a line."""
_VERSION = r"[0-9]+\.[0-9]+\.[0-9]+[\w.+-]*(?:\([\w@/.+~()-]*\))?"
_INTEGRITY = r"sha(?:1|256|384|512)-[A-Za-z0-9+/=]+"
_is_package = re.compile(rf"/?{_NAME_TEXT}@{_VERSION}", re.ASCII).fullmatch
_is_pointer = re.compile(rf"(?:/?{_NAME_TEXT}@)?{_VERSION}", re.ASCII).fullmatch
_Test: TypeAlias = Callable[[str], object]
_Fields: TypeAlias = "Mapping[str | _Test, _Shape]"
_Shape: TypeAlias = "_Test | _Fields | None"
"""A text, or a mapping with the shapes of its fields; None for whatever contacts no host."""

_WANTED: _Shape = {is_name: {"specifier": is_of_a_registry, "version": _is_pointer}}
_IMPORTER: _Fields = dict.fromkeys(("dependencies", "devDependencies", "optionalDependencies"), _WANTED)
_HARMLESS = (
    "engines", "cpu", "os", "libc", "hasBin", "deprecated", "peerDependencies", "peerDependenciesMeta", "dev",
    "bundledDependencies", "transitivePeerDependencies", "optional", "requiresBuild",
)  # fmt: skip
_PACKAGE: _Shape = {
    **dict.fromkeys(_HARMLESS),
    "resolution": {"integrity": re.compile(_INTEGRITY).fullmatch},
    "dependencies": {is_name: _is_pointer},
    "optionalDependencies": {is_name: _is_pointer},
}
_PNPM: _Shape = {
    **dict.fromkeys(
        ("settings", "time", "packageExtensionsChecksum", "pnpmfileChecksum", "ignoredOptionalDependencies")
    ),
    **_IMPORTER,
    "lockfileVersion": re.compile(r"[69]\.[0-9]").fullmatch,
    "importers": {".": _IMPORTER},
    "overrides": {str.isprintable: is_of_a_registry},
    "packages": {_is_package: _PACKAGE},
    "snapshots": {_is_package: _PACKAGE},
}

_YARN_KEY = re.compile(r'"([^"\\]+)"|([^\s",:\\]+)')
_YARN_FIELD = re.compile(r'  (version|resolved|integrity) (?:"([^"\\]*)"|([^\s"\\]+))')
_YARN_DEPENDENCY = re.compile(r'    (?:"([^"\\]+)"|([^\s"\\]+)) (?:"([^"\\]*)"|([^\s"\\]+))')
_YARN_VALUES: Mapping[str, _Test] = {
    "version": is_of_a_registry,
    "resolved": re.compile(rf"https?://[\w.:-]+(?:/[\w.~-]+)*{TARBALL}(?:#[0-9a-f]{{40}})?", re.ASCII).fullmatch,
    "integrity": re.compile(rf"{_INTEGRITY}(?: {_INTEGRITY})*").fullmatch,
}


def elsewhere_in_pnpm(text: str) -> Elsewhere:
    """Raises `UnreadableError`."""
    if found := _OTHER_BREAKS.search(text):
        yield text.count("\n", 0, found.start()) + 1, f"the character U+{ord(found[0]):04X}"
    document = parse_document(text)
    for place in (*document.repeated, *_strangers(document.value, _PNPM, ())):
        yield document.line(place), ": ".join(map(str, place[-2:])) or "the file"
    packages = document.value.get("packages") if isinstance(document.value, dict) else None
    for name, entry in packages.items() if isinstance(packages, dict) else ():
        if not (isinstance(entry, dict) and isinstance(resolution := entry.get("resolution"), dict) and resolution):
            yield document.line(("packages", name)), f"{name} without integrity"


def _strangers(value: Value, shape: _Shape, place: ValuePath) -> Iterator[ValuePath]:
    if shape is None:
        return
    if callable(shape):
        if not isinstance(value, str) or not shape(value):
            yield place
    elif isinstance(value, dict):
        for key, inner in value.items():
            known = key if key in shape else next((test for test in shape if callable(test) and test(key)), None)
            if known is None:
                yield (*place, key)
            else:
                yield from _strangers(inner, shape[known], (*place, key))
    elif value is not None:
        yield place


def elsewhere_in_yarn(text: str) -> Elsewhere:
    """Each line has a form in which yarn 1 writes it, and each tarball has a hash."""
    unchecked = (0, "")
    for number, whole in enumerate([*text.split("\n"), ""], 1):
        line = whole.removesuffix("\r")
        if not line.startswith(" ") and unchecked[0]:
            yield unchecked
            unchecked = (0, "")
        if not _is_of_yarn(line):
            yield number, line.strip()
        elif line.startswith("  resolved ") and "#" not in line:
            unchecked = (number, f"{line.strip()} (without integrity)")
        elif line.startswith("  integrity "):
            unchecked = (0, "")


def _is_of_yarn(line: str) -> bool:
    """Whether it begins an entry for packages of a registry, or is a field of one."""
    if not line or line.startswith("#") or line in ("  dependencies:", "  optionalDependencies:"):
        return True
    if field := _YARN_FIELD.fullmatch(line):
        return bool(_YARN_VALUES[field[1]](field[2] or field[3] or ""))
    if wanted := _YARN_DEPENDENCY.fullmatch(line):
        return bool(is_name(wanted[1] or wanted[2]) and is_of_a_registry(wanted[3] or wanted[4] or ""))
    keys = [_YARN_KEY.fullmatch(part) for part in line[:-1].split(", ")]
    return line.endswith(":") and all(key is not None and _is_wanted(key[1] or key[2]) for key in keys)


def _is_wanted(key: str) -> bool:
    """Whether it is `name@range`."""
    name = _NAME.match(key)
    after = key[name.end() :] if name else ""
    return after.startswith("@") and bool(is_of_a_registry(after[1:]))
