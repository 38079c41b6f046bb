"""`Excerpt`: an artifact's source files as shown to a judge, cut by structure if they are too long."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pytest_cookie.core.errors import JudgingError
from pytest_cookie.judging.model.source_cutting import cut_source, drop_data, drop_layout, drop_looks, fair_shares
from pytest_cookie.llm.messages.messages import Text
from pytest_cookie.llm.messages.quoting import quoted

MAX_FILES = 60  # further files are named, not shown
MAX_FILE_BYTES = 4_000_000  # bounds the time to cut a file
_MOST_WITH_LOOKS = 16_000
"""Characters; the styles of a longer source lose the declarations that pictures show."""

_ORDER = (
    ".html", ".htm", ".jsx", ".tsx", ".vue", ".svelte", ".js", ".mjs", ".ts", ".css", ".json", ".md", ".txt", ".svg",
)  # fmt: skip


@dataclass(frozen=True)
class ShownFile:
    """A file: its path below the artifact, the text shown, and its number of characters.

    `whole` is the text without data and indentation, with the lines of the file: for excerpts of what was cut.
    """

    path: str
    text: str
    characters: int
    whole: str = ""


@dataclass(frozen=True)
class Excerpt:
    """The files, pages first; `left_out` describes the source that is not among them, "" if all is shown.

    `characters` counts the text files without encoded data and indentation.
    """

    files: tuple[ShownFile, ...]
    characters: int
    left_out: str = ""

    @property
    def shown(self) -> int:
        """The number of characters shown."""
        return sum(len(file.text) for file in self.files)

    def parts(self) -> tuple[Text, ...]:
        """The files for a prompt: one quoted block each, after a description of omitted parts."""
        head = f"## Source\n{len(self.files)} file(s), {self.characters} characters without indentation."
        cut = (
            f" Not all of it is shown: {self.left_out} Omitted parts are not missing from the page."
            if self.left_out
            else ""
        )
        blocks = [
            Text(quoted(f"source file {number} of {len(self.files)}", f"File: {file.path}\n{file.text}"))
            for number, file in enumerate(self.files, start=1)
        ]
        return (Text(head + cut), *blocks)

    def seen(self) -> tuple[str, ...]:
        """For `StageOpinion.saw`."""
        return tuple(f"artifact/{file.path}: {len(file.text)} of {file.characters} characters" for file in self.files)


def read_excerpt(source: Path, limit: int) -> Excerpt:
    """The source below `source` in at most `limit` characters. Raises `JudgingError` if it cannot be read."""
    paths = sorted(_text_files(source), key=lambda path: (_ORDER.index(path.suffix.lower()), path.as_posix()))
    read = [(path.relative_to(source).as_posix(), *_read(path)) for path in paths[:MAX_FILES]]
    texts = wholes = [drop_layout(path, drop_data(text)) for path, text, _ in read]
    without_looks = sum(map(len, texts)) > _MOST_WITH_LOOKS
    if without_looks:
        texts = [drop_looks(path, text) for (path, _, _), text in zip(read, texts, strict=True)]
    shares = fair_shares([len(text) for text in texts], limit)
    shown = [cut_source(text, max(share, 0)) for text, share in zip(texts, shares, strict=True)]
    files = (
        ShownFile(name, text, len(cut), whole)
        for (name, _, _), text, cut, whole in zip(read, shown, texts, wholes, strict=True)
        if text
    )
    kept = tuple(files)
    reasons = _reasons(
        too_many=len(paths) - len(kept),
        cut=sum(len(text) < len(whole) for text, whole in zip(shown, texts, strict=True)),
        data=sum(len(text) - len(drop_data(text)) for _, text, _ in read),
        unread=sum(rest for _, _, rest in read),
        without_looks=without_looks,
    )
    return Excerpt(files=kept, characters=sum(len(text) for text in texts), left_out=" ".join(reasons))


def _reasons(*, too_many: int, cut: int, data: int, unread: int, without_looks: bool) -> Iterator[str]:
    if data > 0:
        yield f"{data} characters of encoded data (pictures, fonts, sounds) are left out."
    if without_looks:
        yield "Style declarations whose effect pictures show (colours, sizes, type, spacing) are left out."
    if cut:
        yield f"{cut} file(s) are too long and cut: long literals and insides of blocks are left out, marked by […]."
    if unread:
        yield f"{unread} bytes at the ends of very large files were not read."
    if too_many:
        yield f"{too_many} more file(s) are not shown at all."


def _text_files(source: Path) -> Iterator[Path]:
    """Text files, without symbolic links."""
    for path in source.rglob("*"):
        if (
            path.suffix.lower() in _ORDER
            and "node_modules" not in path.parts
            and not path.is_symlink()
            and path.is_file()
        ):
            yield path


def _read(path: Path) -> tuple[str, int]:
    """The text, and the number of bytes beyond the limit that were not read."""
    try:
        with path.open("rb") as file:
            data = file.read(MAX_FILE_BYTES)
        return data.decode("utf-8", errors="replace"), path.stat().st_size - len(data)
    except OSError as problem:
        raise JudgingError(f"cannot read the artifact's {path.name}: {problem.strerror}") from problem
