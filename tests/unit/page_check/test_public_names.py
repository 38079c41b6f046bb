"""The names for use from Python, with their parameters: who changes one here breaks scripts of users."""

import inspect
import subprocess
import sys

import pytest

import pytest_cookie

NAMES = {
    "Case": None,
    "Checker": "(*, judge, agent, effort, output, settings, budget_usd, allowed_hosts)",
    "Checker.acheck": "(self, page, *, brief, leaf, language, device, storage)",
    "Checker.check": "(self, page, *, brief, leaf, language, device, storage)",
    "Checker.close": "(self)",
    "CookieError": None,
    "PageCheck": "(case, record, verdict, run, guessed, device)",
    "PageCheck.evidence": None,
    "PageCheck.findings": None,
    "PageCheck.has_brief": None,
    "PageCheck.scores": None,
    "PageCheck.write_report": "(self)",
    "Reward": None,
    "Rewarder": "(*, effort, judge, workers, page_seconds)",
    "Rewarder.close": "(self)",
    "Rewarder.score": "(self, pages, briefs, *, leaves)",
    "StageError": None,
    "UsageError": None,
    "check": "(page, *, brief, leaf, language, judge, effort, output)",
    "judge_run": "(path, *, judge, budget_usd)",
    "load_run": "(path)",
    "reward": "(pages, briefs, *, effort, workers, page_seconds)",
}
"""None for what has no parameters of ours: pydantic's fields are in the reference of records."""


def parameters(called: object) -> str:
    """Names and kinds of the parameters, without types and defaults."""
    signature = inspect.signature(called)  # type: ignore[arg-type]
    bare = [one.replace(annotation=one.empty, default=one.empty) for one in signature.parameters.values()]
    return str(signature.replace(parameters=bare, return_annotation=signature.empty))


def public_names() -> dict[str, str | None]:
    found: dict[str, str | None] = {}
    for name in pytest_cookie.__all__:
        kind = getattr(pytest_cookie, name)
        has_parameters = name in NAMES and NAMES[name] is not None
        found[name] = parameters(kind) if has_parameters or inspect.isfunction(kind) else None
        own = vars(kind) if inspect.isclass(kind) and found[name] is not None else {}
        for member, value in own.items():
            if not member.startswith("_") and (callable(value) or isinstance(value, property)):
                found[f"{name}.{member}"] = parameters(value) if callable(value) else None
    return found


def test_the_names_and_their_parameters_are_those_of_the_last_version():
    assert public_names() == NAMES
    assert set(pytest_cookie.__all__) <= set(dir(pytest_cookie))
    assert all(getattr(pytest_cookie, name).__doc__ for name in pytest_cookie.__all__)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        pytest_cookie.nothing  # noqa: B018


def test_importing_the_package_loads_none_of_it():
    """pytest imports it in every run of every project that has it installed."""
    script = "import sys, pytest_cookie; print([name for name in sys.modules if name.startswith('pytest_cookie.')])"
    assert subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout == "[]\n"
