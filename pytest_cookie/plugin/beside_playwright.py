"""Compatibility with pytest-playwright: supports or rejects its options, and keeps its clean-up away from runs."""

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
    "device": "every page is viewed at the same three widths",
    "slowmo": "the film in the report shows every step at the page's own speed",
    "tracing": "`trace.jsonl` in the item's folder and the report contain every step",
    "video": "every exploration is filmed (`film` in [tool.pytest-cookie]); the film is in the report",
    "screenshot": "the report has pictures at three widths and of every step",
    "full_page_screenshot": "the report has pictures at three widths and of every step",
    "playwright_debug": "use --headed to watch the browser",
}
"""Options of pytest-playwright that items do not support, and the alternative."""
_DEFAULT_OUTPUT = "test-results"


def check_options(state: SessionState) -> None:
    """Reject unsupported options, and protect the files of the run from pytest-playwright. Raises `UsageError`."""
    option = state.config.option
    for name, instead in _INSTEAD.items():
        if getattr(option, name, None) not in (None, False, 0, "off"):
            flag = name.replace("_", "-")
            raise UsageError(f"--{flag} is not supported for items of pytest-cookie: {instead}. Run other tests apart")
    if others := [name for name in getattr(option, "browser", None) or [] if name != "chromium"]:
        raise UsageError(f"--browser={others[0]}: items of pytest-cookie run only in Chromium")
    _keep_clear_of_cleanup(state)


def _keep_clear_of_cleanup(state: SessionState) -> None:
    """Keep a run's files out of the `--output` folder, which pytest-playwright deletes whenever a worker starts.

    The plugin writes nothing there, so the default `test-results`, which may hold the user's files, is replaced by a
    folder that does not exist. A folder named by the user may be emptied, unless it holds files of the run.
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
                    f"--output={output}: pytest-playwright empties this folder, but it contains {what}; choose another"
                )


def _needed(state: SessionState) -> Iterator[tuple[Path, str]]:
    """The paths that a run reads or writes, and their descriptions."""
    option, here = state.config.option, state.config.invocation_params.dir
    yield state.run_path, "the run folder (--cookie-run)" if option.cookie_run else "the folder of all runs"
    yield state.project / state.settings.reports, "the folder of all runs"
    for name in ("cookie_artifacts", "cookie_cases", "cookie_baseline", "cookie_resume"):
        if given := getattr(option, name):
            yield here / given, f"the path of --{name.replace('_', '-')}={given}"
