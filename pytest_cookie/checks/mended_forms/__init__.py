"""Mended forms: a form that was refused can be sent once its values are right."""

from pytest_cookie.checks.check import Check
from pytest_cookie.checks.mended_forms.judge import MENDED_FORM_REFUSED, find_stuck_forms
from pytest_cookie.checks.mended_forms.tactic import make_tactics

CHECK = Check(id="mended-forms", item="3", find=find_stuck_forms, kinds=(MENDED_FORM_REFUSED,), tactics=make_tactics)
