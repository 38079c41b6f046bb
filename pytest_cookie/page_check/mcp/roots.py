"""Which pages a client of the server may have checked: those below its roots."""

from collections.abc import Iterable
from pathlib import Path
from urllib.parse import unquote

from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.parsing import url_parts
from pytest_cookie.page_check.checker import is_address


def folders_of(roots: Iterable[str]) -> tuple[Path, ...]:
    """The folders of roots, which are `file://` addresses; others are left out."""
    parts = (url_parts(root) for root in roots)
    return tuple(Path(unquote(part.path)).resolve() for part in parts if part.scheme == "file" and part.path)


def find_page(page: str, folders: tuple[Path, ...]) -> str | Path:
    """An address as it is, or the file or folder, which must be in one of `folders`; the first is that of relative
    paths. Raises `UsageError`."""
    if is_address(page):
        return page
    if "<" in page:
        raise UsageError("this is HTML, not a path or an address; give it as html")
    path = Path(folders[0], page).resolve()
    if not any(path.is_relative_to(folder) for folder in folders):
        raise UsageError(
            f"{page} is outside of {', '.join(map(str, folders))}; check pages there, or start the server with "
            "--root FOLDER"
        )
    return path
