"""`read_services`: web search, fetching and drawing, from the user's own Python file."""

import hashlib
import runpy
from collections.abc import Callable
from pathlib import Path
from typing import ParamSpec, TypeVar, cast

from pytest_cookie.core.errors import GenerationError, UsageError
from pytest_cookie.generation.coding.project_paths import RefusedError
from pytest_cookie.generation.coding.tool_context import Services
from pytest_cookie.records.plain_tree import read_bounded

_NAMES = ("search", "fetch", "draw")

_P = ParamSpec("_P")
_R = TypeVar("_R", str, bytes)


def read_services(path: Path) -> Services:
    """The functions `search(query)`, `fetch(url)` and `draw(description, width, height)` of the file, those it has.

    A `PermissionError` is a refusal, whose message the model reads; any other exception is an infrastructure failure.
    Raises `UsageError` if the file cannot be run or has none of the functions.
    """
    try:
        text = read_bounded(path)
        found = runpy.run_path(str(path))
    except Exception as error:
        raise UsageError(f"coding_services: cannot run {path}: {type(error).__name__}: {error}") from error
    own = {name: found[name] for name in _NAMES if callable(found.get(name))}
    if not own:
        raise UsageError(f"coding_services: {path} has no function {', '.join(_NAMES[:-1])} or {_NAMES[-1]}")
    search, fetch = (_guard(cast("Callable[[str], str]", own.get(name)), name, str) for name in _NAMES[:2])
    draw = _guard(cast("Callable[[str, int, int], bytes]", own.get("draw")), "draw", bytes)
    return Services(search, fetch, draw, identity=hashlib.sha256(text).hexdigest())


def _guard(ask: Callable[_P, _R] | None, name: str, kind: type[_R]) -> Callable[_P, _R] | None:
    if ask is None:
        return None

    def asked(*arguments: _P.args, **named: _P.kwargs) -> _R:
        try:
            answer = ask(*arguments, **named)
        except PermissionError as error:
            raise RefusedError(f"{name} does not do that: {error}") from error
        except Exception as error:
            raise GenerationError(f"{name} of the coding_services broke: {type(error).__name__}: {error}") from error
        if not isinstance(answer, kind):
            raise GenerationError(
                f"{name} of the coding_services answers with {type(answer).__name__}, no {kind.__name__}"
            )
        return answer

    return asked
