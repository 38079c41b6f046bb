"""A file of cases that someone names as if it was a file of tests."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from pytest_cookie.plugin.entry import pytest_collection


def complaint(folder: Path, *arguments: str) -> tuple[str, ...]:
    """The messages of pytest, which collects no test from the arguments."""
    config = SimpleNamespace(args=[*arguments], invocation_params=SimpleNamespace(dir=folder))
    hook = pytest_collection(SimpleNamespace(config=config))  # type: ignore[arg-type]
    next(hook)
    with pytest.raises(pytest.UsageError) as error:
        hook.throw(pytest.UsageError("not found: mine.yaml"))
    return error.value.args


def test_the_option_for_cases_is_named(tmp_path: Path):
    (tmp_path / "mine.yaml").write_text("cases: []")
    hint = "to evaluate cases, write: pytest --cookie-cases mine.yaml"
    assert complaint(tmp_path, "mine.yaml") == ("not found: mine.yaml", hint)
    assert complaint(tmp_path, "missing.yaml") == ("not found: mine.yaml",)
    assert complaint(tmp_path, "tests") == ("not found: mine.yaml",)
