"""The gate: decides from records, a baseline and a policy whether to release. `docs/how-to/gate-a-release.md`"""

from pytest_cookie.gate.decide import Baseline, RunFacts, decide, has_margin
from pytest_cookie.gate.decision import GateDecision, RuleVerdict, worst
from pytest_cookie.gate.policy import GatePolicy, parse_policy, standard_policy

__all__ = [
    "Baseline",
    "GateDecision",
    "GatePolicy",
    "RuleVerdict",
    "RunFacts",
    "decide",
    "has_margin",
    "parse_policy",
    "standard_policy",
    "worst",
]
