"""What a protocol would ignore is refused, with the reason and what to do."""

import pytest

from pytest_cookie.core.errors import UsageError
from pytest_cookie.protocols.contract import roles as roles_module
from pytest_cookie.protocols.contract.roles import Roles
from pytest_cookie.protocols.registry import find_protocol

MODEL, ADDED = "openai/m", "added"
EVERYTHING = ("agent model", "agent package", "judge model", "judge package", "judge samples")
REFUSED = {
    "cookie": (),
    "auigym": ("agent package", "judge package", "judge samples"),
    "interaction2code": EVERYTHING,
    "webtestbench": ("judge package", "judge samples"),
    "vibecode": ("agent package", "judge package", "judge samples"),
    "artifactsbench-dom": ("judge model", "judge package", "judge samples"),
    "artifactsbench-published": ("agent model", "agent package"),
}


@pytest.fixture(autouse=True)
def package(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(roles_module, "added_names", lambda kind: frozenset({ADDED}))


@pytest.mark.parametrize("name", REFUSED)
def test_roles_that_a_protocol_does_not_use_are_refused(name: str):
    protocol = find_protocol(name)
    own = {"agent": protocol.agent, "built_in_agent": protocol.agent}
    given = {
        "agent model": Roles(**{**own, "agent": MODEL}),
        "agent package": Roles(**{**own, "agent": ADDED}),
        "judge model": Roles(**own, judge=MODEL),
        "judge package": Roles(**own, judge=f"measured,{ADDED}"),
        "judge samples": Roles(**own, judge=f"{MODEL}*3"),
    }
    protocol.check_roles(Roles(**own))
    for what, roles in given.items():
        if what in REFUSED[name]:
            with pytest.raises(
                UsageError, match=rf"^--cookie-{what.split()[0]}=.*the protocol {name} takes no .*: .*; "
            ):
                protocol.check_roles(roles)
        else:
            protocol.check_roles(roles)
