"""The gate: decides from records, a baseline and a policy whether to release. `docs/how-to/gate-a-release.md`"""

from pytest_cookie.gate.decide import Baseline, RunFacts, decide
from pytest_cookie.gate.decision import GateDecision, RuleVerdict, worst
from pytest_cookie.gate.policy import GatePolicy, parse_policy, standard_policy

__all__ = [
    "Baseline",
    "GateDecision",
    "GatePolicy",
    "RuleVerdict",
    "RunFacts",
    "decide",
    "parse_policy",
    "standard_policy",
    "worst",
]
