"""A page that is blank without a library from elsewhere: whose fault that is, by the case and by the request."""

import re

import pytest

from pytest_cookie.checks.registry import make_measured_judge
from pytest_cookie.core.errors import BlockedDependencyError
from pytest_cookie.core.page import LibraryAnswer
from pytest_cookie.core.trace import Trace
from pytest_cookie.judging.missing_libraries import LibraryAwareJudge
from tests.unit.judging.evidence_builders import (
    artifact,
    case,
    evidence,
    inventory,
    message,
    perception,
    request,
    views,
)  # fmt: skip

REACT = "https://unpkg.com/react@18/umd/react.production.min.js"
UNEQUAL = f"Failed to find a valid digest in the 'integrity' attribute for resource '{REACT}' with computed SHA-384 …"
SUBSTITUTE = LibraryAnswer(url=REACT, package="react", asked="18", given="18.3.1", file="umd/react.production.min.js")


def allowing(*, cdn: bool):
    return case().model_copy(update={"cdn": cdn})


def blank(**fields):
    shown = perception(views=views(ink=0.0, text_length=0), inventory=inventory("", controls=()), **fields)
    return evidence(perception=shown, trace=Trace(policy="crawler"))


def judged(tmp_path, *, cdn: bool, **fields):
    return LibraryAwareJudge(make_measured_judge()).judge(allowing(cdn=cdn), artifact(), blank(**fields), tmp_path)


@pytest.mark.parametrize(
    "fields",
    [
        {"failed_requests": (request(REACT, blocked=True),)},
        {"failed_requests": (request("https://esm.sh/data.json", "fetch", blocked=True),)},
        {"console": (message(UNEQUAL),), "library_answers": (SUBSTITUTE,)},
    ],
)
def test_without_what_the_brief_allows_it_is_not_judged(tmp_path, fields):
    with pytest.raises(BlockedDependencyError, match="blocked dependency: the page is blank without https://"):
        judged(tmp_path, cdn=True, **fields)
    assert judged(tmp_path, cdn=False, **fields).runnable is False


@pytest.mark.parametrize(
    ("reason", "explanation"),
    [
        ("net::ERR_TUNNEL_CONNECTION_FAILED", "no package library is installed"),
        ("HTTP 403: outside of the artifact", "no package library is installed"),
        ("HTTP 403: react is not in the library", "react is not in the library"),
        ("HTTP 403: no package is known for this address of unpkg.com", "no package is known for this address"),
        ("HTTP 403", "the package library does not have it"),
    ],
)
def test_the_error_explains_why_a_library_is_missing(tmp_path, reason, explanation):
    refused = request(REACT, blocked=True).model_copy(update={"reason": reason})
    with pytest.raises(BlockedDependencyError, match=f"{re.escape(REACT)}: {re.escape(explanation)}"):
        judged(tmp_path, cdn=True, failed_requests=(refused,))


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"failed_requests": (request("https://example.org/own.js", blocked=True),)},
        {"failed_requests": (request(REACT, blocked=False),)},
        {"failed_requests": (request("https://unpkg.com/a.png", "image", blocked=True),)},
        {"console": (message(UNEQUAL),)},
        {"console": (message(UNEQUAL),), "library_answers": (SUBSTITUTE.model_copy(update={"asked": "18.3.1"}),)},
    ],
)
def test_it_is_no_excuse_for_anything_else(tmp_path, fields):
    assert judged(tmp_path, cdn=True, **fields).runnable is False


def test_a_page_that_shows_something_is_judged(tmp_path):
    fields = {"failed_requests": (request(REACT, blocked=True),)}
    seen = evidence(perception=perception(**fields))
    assert LibraryAwareJudge(make_measured_judge()).judge(allowing(cdn=True), artifact(), seen, tmp_path).runnable


def test_it_has_the_name_of_the_judge():
    judge = make_measured_judge()
    assert (LibraryAwareJudge(judge).id, LibraryAwareJudge(judge).version) == (judge.id, judge.version)
