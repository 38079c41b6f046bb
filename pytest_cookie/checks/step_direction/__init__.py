"""Step direction: a control for more, less, next or previous goes that way, and one with a state changes its own."""

from pytest_cookie.checks.check import Check
from pytest_cookie.checks.step_direction.judge import ACTS_ON_OTHER_CONTROL, WRONG_DIRECTION, find_wrong_directions

CHECK = Check(id="step-direction", item="3", find=find_wrong_directions, kinds=(WRONG_DIRECTION, ACTS_ON_OTHER_CONTROL))
