"""A case of `webtestbench`, for tests."""

from typing import Any

from pytest_cookie.core.case import Case
from pytest_cookie.protocols.webtestbench.case_fields import WebTestFields
from tests.unit.judging.evidence_builders import case


def make_case(brief: str, **fields: Any) -> Case:
    """A case with this brief and these fields of the protocol."""
    read = WebTestFields.model_validate(fields)
    return case().model_copy(update={"brief": brief, "fields": read.model_dump(mode="json")})
