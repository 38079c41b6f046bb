"""Built-in protocols are found whatever is installed; installed ones only by a name that is theirs alone."""

from importlib.metadata import EntryPoint

import pytest

from pytest_cookie.core.errors import UsageError
from pytest_cookie.protocols.contract import entry_points
from pytest_cookie.protocols.registry import find_protocol


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (("calm", "calm"), "add protocols with the same name, calm; uninstall one"),
        (("cookie",), "adds the protocol cookie, which is built in; uninstall it"),
    ],
)
def test_installed_packages_do_not_disturb_built_in_protocols(
    monkeypatch: pytest.MonkeyPatch, names: tuple[str, ...], message: str
):
    points = [EntryPoint(name, f"package_{number}:P", "pytest_cookie.protocols") for number, name in enumerate(names)]
    monkeypatch.setattr(entry_points, "entry_points", lambda group: points)
    assert find_protocol("cookie").name == "cookie"
    with pytest.raises(UsageError, match=message):
        find_protocol("calm")
