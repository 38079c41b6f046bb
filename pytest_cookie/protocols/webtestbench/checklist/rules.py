"""`Rule`: what users expect of a kind of field or flow, also where the brief does not say it."""

import re
from functools import cache
from importlib import resources
from typing import Literal

from pydantic import Field, TypeAdapter

from pytest_cookie.core.data_file import parse_data
from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.protocols.webtestbench.case_fields import CheckClass

Probe = Literal[
    "past-date", "future-date", "end-before-start", "negative-number", "wrong-email", "wrong-phone", "empty-form",
    "same-entry", "other-password", "unknown-login", "wrong-password", "kept-entries", "confirmation", "",
]  # fmt: skip


class Rule(FrozenModel):
    """A row of `rules.yaml`, which explains the fields."""

    id: str
    check_class: CheckClass = Field(alias="class")
    content: str
    probe: Probe
    unless: str = ""
    form: str = ""
    when: str
    asks: str

    def is_called_for(self, brief: str) -> bool:
        """Whether a brief has the fields or flows that the rule is about."""
        return bool(self.when) and re.search(self.when, brief, re.IGNORECASE) is not None

    def is_about(self, names: str, subject: str) -> bool:
        """Whether the rule holds for a form with these names of controls, of which some are its subject."""
        if self.unless and re.search(self.unless, names, re.IGNORECASE):
            return False
        return not self.form or re.search(self.form, subject, re.IGNORECASE) is not None

    def is_asked_by(self, check: str) -> bool:
        """Whether a check is about this rule."""
        return re.search(self.asks, check, re.IGNORECASE) is not None


@cache
def read_rules() -> tuple[Rule, ...]:
    """All rules, in the order in which they are tried on a check."""
    text = resources.files(__package__).joinpath("rules.yaml").read_text(encoding="utf-8")
    return TypeAdapter(tuple[Rule, ...]).validate_python(parse_data(text))


def is_probe_about(probe: Probe, names: str, subject: str) -> bool:
    """Whether a rule of the probe holds for a form, as in `Rule.is_about`."""
    return any(rule.probe == probe and rule.is_about(names, subject) for rule in read_rules())


def rules_of(check: str) -> tuple[str, ...]:
    """The rules that a check is about, whoever wrote it: one on incomplete or wrong entries is about several."""
    return tuple(rule.id for rule in read_rules() if rule.is_asked_by(check))
