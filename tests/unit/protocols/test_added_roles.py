"""Judges and agents of installed packages that cannot be made: the message names package and reason."""

from importlib.metadata import EntryPoint

import pytest

from pytest_cookie.core.errors import UsageError
from pytest_cookie.protocols.contract import added_roles
from pytest_cookie.protocols.contract.added_roles import find_added_agent, make_added_judge

MADE: dict[str, object] = {}


class Strict:
    id, version = "strict", "1"

    def judge(self) -> None: ...


def fail(_: object) -> object:
    raise KeyError("weights")


def refuse(_: object) -> object:
    raise UsageError("strict needs a model")


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (fail, r"--cookie-judge=strict: the entry point .* fails: KeyError: 'weights'"),
        (refuse, "^strict needs a model$"),
        (lambda: None, "fails: TypeError"),
        (lambda _: object(), "which lacks id, version, judge"),
        ("no function", "gives a str, not a function or class"),
    ],
)
def test_a_judge_that_cannot_be_made_is_a_usage_error(monkeypatch: pytest.MonkeyPatch, make: object, message: str):
    monkeypatch.setitem(MADE, "make", make)
    point = EntryPoint("strict", f"{__name__}:MADE", "pytest_cookie.judges")
    monkeypatch.setattr(added_roles, "list_added", lambda _: {"strict": point})
    monkeypatch.setattr(added_roles, "load_added", lambda _: MADE["make"])
    with pytest.raises(UsageError, match=message):
        make_added_judge("strict", None)  # type: ignore[arg-type]
    with pytest.raises(UsageError):
        find_added_agent("strict", None)  # type: ignore[arg-type]
    MADE["make"] = lambda _: Strict()
    assert make_added_judge("strict", None).id == "strict"  # type: ignore[arg-type]
