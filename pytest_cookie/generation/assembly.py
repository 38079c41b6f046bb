"""Blocks of code → the files of a page: choose versions, match names, wrap bare markup."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from pytest_cookie.generation.blocks import Block
from pytest_cookie.generation.kinds import Kind, is_whole, kind_of
from pytest_cookie.generation.naming import name_of
from pytest_cookie.generation.page import references_of, with_scripts, with_styles, wrap_markup

_INDEX = "index.html"
_FAR_SMALLER = 4
_BESIDE: tuple[Kind, ...] = ("style", "script", "data", "drawing", "other")


class SortedBlocks:
    """The blocks of a reply in order, with their kinds."""

    def __init__(self, blocks: Sequence[Block]) -> None:
        self.kinds = tuple((block, kind_of(block)) for block in blocks if block.text.strip())

    def of(self, *kinds: Kind) -> list[Block]:
        """Those of these kinds."""
        return [block for block, kind in self.kinds if kind in kinds]

    def texts_without_name(self, kind: Kind) -> list[str]:
        """The texts of that kind which the reply did not name."""
        return [block.text for block in self.of(kind) if not name_of(block, kind)]

    @property
    def have_markup(self) -> bool:
        """Whether they can make a page."""
        return bool(self.of("page", "fragment", "drawing"))


@dataclass(frozen=True)
class Assembly:
    """Files by path, the page to open, and whether that is all there."""

    files: dict[str, str]
    entry: str
    whole: bool


def assemble(blocks: SortedBlocks) -> Assembly:
    """The files of blocks that have markup among them."""
    pages = _pages(blocks)
    entry = _INDEX if _INDEX in pages else min(pages, key=lambda path: path.count("/"))
    files = _named_files(blocks) | {path: block.text for path, block in pages.items()}
    asked_for = references_of(files[entry], entry)
    if asked_for:
        files |= _nameless([path for path in asked_for if path not in files], blocks)
    else:
        styled = with_styles(files[entry], blocks.texts_without_name("style"))
        files[entry] = with_scripts(styled, blocks.texts_without_name("script"))
    return Assembly(_without_clashes(files, entry), entry, is_whole(pages[entry]))


def _pages(blocks: SortedBlocks) -> dict[str, Block]:
    """The version to take of each page. A page without a name is the only one that has a name, or `index.html`."""
    found = blocks.of("page")
    if not found:
        pieces = blocks.of("fragment") or blocks.of("drawing")
        piece = _version_to_take(pieces)
        return {_INDEX: Block(piece.info, wrap_markup(piece.text), piece.lead, piece.closed)}
    names = [name_of(block, "page") for block in found]
    known = set(names) - {""}
    default = known.pop() if len(known) == 1 else _INDEX
    versions: dict[str, list[Block]] = defaultdict(list)
    for block, name in zip(found, names, strict=True):
        versions[name or default].append(block)
    return {path: _version_to_take(of_path) for path, of_path in versions.items()}


def _version_to_take(versions: Sequence[Block]) -> Block:
    """The last complete version, as models correct themselves, unless it is an excerpt far smaller than an earlier one.

    An incomplete version counts if all complete ones are far smaller: an example, then the page, cut off.
    """
    largest_whole = max((len(block.text) for block in versions if is_whole(block)), default=0)
    counting = [block for block in versions if is_whole(block) or len(block.text) > _FAR_SMALLER * largest_whole]
    largest = max(len(block.text) for block in counting)
    return next(block for block in reversed(counting) if len(block.text) * _FAR_SMALLER >= largest)


def _named_files(blocks: SortedBlocks) -> dict[str, str]:
    versions: dict[str, list[Block]] = defaultdict(list)
    for block, kind in blocks.kinds:
        if kind in _BESIDE and (name := name_of(block, kind)):
            versions[name].append(block)
    return {path: _version_to_take(of_path).text for path, of_path in versions.items()}


def _nameless(missing: Sequence[str], blocks: SortedBlocks) -> dict[str, str]:
    """Assign the blocks without a name, in order, to the files that the page references."""
    styles = [path for path in missing if path.lower().endswith(".css")]
    scripts = [path for path in missing if path.lower().endswith("js")]
    return {
        **dict(zip(styles, blocks.texts_without_name("style"), strict=False)),
        **dict(zip(scripts, blocks.texts_without_name("script"), strict=False)),
    }


def _without_clashes(files: dict[str, str], entry: str) -> dict[str, str]:
    """Without files whose path is a folder of another's, or is another's but for case."""
    kept = {entry: files[entry]}
    paths = {entry.lower()}
    folders = _folders_of(entry)
    for path, text in files.items():
        low = path.lower()
        if low not in paths and low not in folders and not _folders_of(path) & paths:
            kept[path] = text
            paths.add(low)
            folders |= _folders_of(path)
    return kept


def _folders_of(path: str) -> set[str]:
    return {parent.as_posix().lower() for parent in PurePosixPath(path).parents} - {"."}
