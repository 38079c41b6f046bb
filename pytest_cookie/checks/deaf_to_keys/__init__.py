"""Deaf to keys: a control of the page's own that has the focus ignores Enter and answers a click."""

from pytest_cookie.checks.check import Check
from pytest_cookie.checks.deaf_to_keys.judge import DEAF_TO_KEYS, find_deaf_controls
from pytest_cookie.checks.deaf_to_keys.tactic import PressInsteadOfClick

CHECK = Check(
    id="deaf-to-keys",
    item="14",
    find=find_deaf_controls,
    kinds=(DEAF_TO_KEYS,),
    tactics=lambda: [PressInsteadOfClick()],
)
