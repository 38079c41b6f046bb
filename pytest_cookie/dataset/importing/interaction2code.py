"""The pages of Interaction2Code: a folder each, with pictures and `action.json`, or the older file `type`."""

import re
from collections.abc import Iterator
from pathlib import Path

from pydantic import ConfigDict, Field, JsonValue, ValidationError

from pytest_cookie.core.action import ActionKind, new_action
from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.labels import slug
from pytest_cookie.core.parsing import parse_json, parse_whole
from pytest_cookie.dataset.importing.imported_case import Imported, ImportedCase
from pytest_cookie.dataset.importing.peer import Peer, describe_detail
from pytest_cookie.dataset.load import format_path
from pytest_cookie.dataset.problem import CaseProblem, field_name
from pytest_cookie.dataset.select import label_words
from pytest_cookie.records.plain_tree import open_named

ID_PREFIX = "i2c-"
LEAF = "corporate-site"
"""Leaf of every imported page, since topics are not leaves. Correct it if labels matter."""
SOURCE = "Interaction2Code (WebPAI/Interaction2Code), page {id}"
BRIEF = "Rebuild the page {id} of Interaction2Code from its pictures, with its interactions."
_ACTION_FILE, _TYPE_FILE = "action.json", "type"
_MOST_BYTES = 1_000_000
_ACTIONS: tuple[tuple[str, ActionKind], ...] = (
    ("hover", "hover"), ("double", "double_click"), ("type", "type"), ("input", "type"), ("enter", "type"),
    ("fill", "type"), ("write", "type"), ("select", "select"), ("choose", "select"), ("drag", "drag"),
    ("scroll", "scroll"), ("upload", "upload"), ("press", "press"),
)  # fmt: skip
_QUOTED = re.compile(r"[\"“']([^\"”']{1,200})[\"”']")


class PublishedInteraction(Peer):
    """An interaction as published. Unknown fields are ignored."""

    model_config = ConfigDict(coerce_numbers_to_str=True)

    src: str = Field(pattern=r"^[a-zA-Z0-9_-]{1,40}$")
    dst: str = Field(pattern=r"^[a-zA-Z0-9_-]{1,40}$")
    action: str = "click"
    description: str = ""
    tags: tuple[str, ...] = Field(default=(), alias="tag type")
    visual: tuple[str, ...] = Field(default=(), alias="visual type")


def is_page(folder: Path) -> bool:
    """Whether the folder is a page of theirs."""
    return (folder / _ACTION_FILE).is_file() or ((folder / _TYPE_FILE).is_file() and (folder / "1-1.png").is_file())


def read_pages(path: Path) -> Imported:
    """The page in a folder, or the pages of its subfolders. Raises `UsageError` if there are none."""
    path = path.parent if path.is_file() else path
    folders = [path] if is_page(path) else sorted(filter(is_page, path.iterdir()), key=_in_order)
    if not folders:
        raise UsageError(f"{format_path(path)}: no folder with {_ACTION_FILE}")
    problems: list[CaseProblem] = []
    cases = [case for folder in folders if (case := _read(folder, problems))]
    return Imported(tuple(cases), tuple(problems))


def _in_order(folder: Path) -> tuple[int, str]:
    number = parse_whole(folder.name)
    return (10**9 if number is None else number, folder.name)


def _read(folder: Path, problems: list[CaseProblem]) -> ImportedCase | None:
    read = _read_actions if (folder / _ACTION_FILE).is_file() else _read_types
    topic, listed = read(folder, problems)
    screens: dict[str, JsonValue] = {}
    attachments: dict[str, Path] = {}
    name = ID_PREFIX + slug(folder.name, reserved=label_words(), max_length=50)
    edges: list[JsonValue] = []
    for number, one in listed:
        files = {key: folder / f"{key}.png" for key in (one.src, one.dst)}
        if missing := [file.name for file in files.values() if not _is_picture(file)]:
            problems.append(CaseProblem(format_path(folder), 0, str(number), f"its picture {missing[0]} is missing"))
            continue
        for key, file in files.items():
            screens.setdefault(key, {"id": key, "picture": f"{name}/{file.name}"})
            attachments[f"{name}/{file.name}"] = file
        edges.append(_edge(one) | _marks(folder, name, one, attachments))
    if not edges:
        problems.append(CaseProblem(format_path(folder), 0, "", "no interaction has both pictures"))
        return None
    extra: dict[str, JsonValue] = {"topic": topic, "screens": [*screens.values()], "interactions": edges}
    return ImportedCase(
        id=name, brief=BRIEF.format(id=folder.name), leaf=LEAF, language="en",
        source=SOURCE.format(id=folder.name), extra=extra, attachments=attachments,
    )  # fmt: skip


def _is_picture(file: Path) -> bool:
    """Whether the file is there. A link is none: it could bring any file of this machine into the case."""
    return file.is_file() and not file.is_symlink()


def _edge(one: PublishedInteraction) -> dict[str, JsonValue]:
    words = one.action.casefold()
    kind: ActionKind = next((name for word, name in _ACTIONS if words.startswith(word)), "click")
    quoted = _QUOTED.search(one.action)
    value = quoted[1] if quoted and new_action(kind).fills_field else ""
    found: dict[str, JsonValue] = {"source": one.src, "target": one.dst, "action": kind}
    found |= {"value": value} if value else {}
    found |= {"description": one.description or one.action} if one.description or one.action != "click" else {}
    return found | {"tags": [*one.tags], "visual": [*one.visual]}


def _marks(folder: Path, name: str, one: PublishedInteraction, attachments: dict[str, Path]) -> dict[str, JsonValue]:
    found: dict[str, JsonValue] = {}
    for field, key in (("marked_before", one.src), ("marked_after", one.dst)):
        for file in (folder / f"{key}_mark.png", folder / f"{key}-mark.png"):
            if _is_picture(file):
                found[field] = f"{name}/{file.name}"
                attachments[f"{name}/{file.name}"] = file
                break
    return found


_Listed = list[tuple[int, PublishedInteraction]]


def _read_actions(folder: Path, problems: list[CaseProblem]) -> tuple[str, _Listed]:
    file = folder / _ACTION_FILE
    value = parse_json(_head_of(file))
    if not isinstance(value, dict):
        problems.append(CaseProblem(format_path(file), 0, "", "is no JSON object"))
        return "", []
    listed: _Listed = []
    numbers = {key: number for key in value if key.isdecimal() and (number := parse_whole(key)) is not None}
    for key in sorted(numbers, key=numbers.__getitem__):
        try:
            listed.append((numbers[key], PublishedInteraction.model_validate(value[key])))
        except ValidationError as error:
            detail = error.errors(include_url=False)[0]
            place = field_name((key, *detail["loc"]))
            problems.append(CaseProblem(format_path(file), 0, place, describe_detail(detail)))
    return str(value.get("topic") or ""), listed


def _read_types(folder: Path, problems: list[CaseProblem]) -> tuple[str, _Listed]:
    """Lines such as `type:homepage` and `2:image/text`; the pictures are `2-1.png` before and `2-2.png` after."""
    topic, listed = "", list[tuple[int, PublishedInteraction]]()
    for line in _lines(folder / _TYPE_FILE):
        key, _, value = line.partition(":")
        if key.strip() == "type":
            topic = value.strip()
        elif (number := parse_whole(key)) is not None:
            names = {"src": f"{number}-1", "dst": f"{number}-2"}
            visual = [part.strip() for part in value.split("/") if part.strip()]
            listed.append((number, PublishedInteraction.model_validate({**names, "visual type": visual})))
    if not listed:
        problems.append(CaseProblem(format_path(folder / _TYPE_FILE), 0, "", "lists no interaction"))
    return topic, listed


def _lines(file: Path) -> Iterator[str]:
    yield from _head_of(file).decode("utf-8", errors="replace").splitlines()


def _head_of(file: Path) -> bytes:
    with open_named(file) as stream:
        return stream.read(_MOST_BYTES)
