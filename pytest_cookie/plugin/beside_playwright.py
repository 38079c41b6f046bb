"""pytest-playwright beside us: its options are honoured or refused, its clean-up reaches no file of a run."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

from pytest_cookie.core.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_cookie.plugin.session_state import SessionState

_INSTEAD = {
    "device": "every page is seen at the same three widths",
    "slowmo": "every step is in the film, at the page's own speed; watch it in the report",
    "tracing": "every step is in `trace.jsonl` in the item's folder, and in the report",
    "video": "every exploration is filmed (`film` in [tool.pytest-cookie]); the film is in the report",
    "screenshot": "the report has pictures at three widths and one of every step",
    "full_page_screenshot": "the report has pictures at three widths and one of every step",
    "playwright_debug": "--headed shows the browser at work",
}
"""Options of pytest-playwright that items of ours do not follow, and what there is in their place."""
_DEFAULT_OUTPUT = "test-results"


def check_options(state: SessionState) -> None:
    """Refuse what items cannot follow, and keep the folder that it empties apart from ours. Raises `UsageError`."""
    option = state.config.option
    for name, instead in _INSTEAD.items():
        if getattr(option, name, None) not in (None, False, 0, "off"):
            flag = name.replace("_", "-")
            raise UsageError(f"--{flag} has no meaning for items of pytest-cookie: {instead}. Run other tests apart")
    if others := [name for name in getattr(option, "browser", None) or [] if name != "chromium"]:
        raise UsageError(f"--browser={others[0]}: items of pytest-cookie run in Chromium only")
    _keep_clear_of_cleanup(state)


def _keep_clear_of_cleanup(state: SessionState) -> None:
    """pytest-playwright deletes the folder of `--output` whenever a worker starts.

    No file of ours goes there, so its default, `test-results`, is not touched in our runs: it may hold files of the
    user's. A folder that the user names is theirs to have emptied, unless it holds what a run reads or writes.
    """
    option = state.config.option
    output = getattr(option, "output", None)
    if output == _DEFAULT_OUTPUT:
        option.output = str(Path(tempfile.gettempdir()) / f"pytest-cookie-{uuid4().hex}")  # no such folder
    elif output:
        emptied = (state.config.invocation_params.dir / output).resolve()
        for path, what in _needed(state):
            if path.resolve().is_relative_to(emptied):
                raise UsageError(
                    f"--output={output}: pytest-playwright empties this folder, and {what} lies in it; choose another"
                )


def _needed(state: SessionState) -> Iterator[tuple[Path, str]]:
    """What a run reads or writes: paths, and their names for the user."""
    option, here = state.config.option, state.config.invocation_params.dir
    yield state.run_path, "the run folder (--cookie-run)" if option.cookie_run else "the folder of all runs"
    yield state.project / state.settings.reports, "the folder of all runs"
    for name in ("cookie_artifacts", "cookie_cases", "cookie_baseline", "cookie_resume"):
        if told := getattr(option, name):
            yield here / told, f"what --{name.replace('_', '-')}={told} names"
