"""`pytest-cookie` has the commands that installed packages add, and names the package of one that fails."""

import sys
from importlib.metadata import EntryPoint
from types import ModuleType

import pytest

from pytest_cookie.cli import main
from pytest_cookie.protocols.contract import entry_points
from pytest_cookie.protocols.contract.commands import Commands


def add(commands: Commands) -> None:
    commands.add_parser("rates").set_defaults(command=lambda options: 7)


def fail(commands: Commands) -> None:
    raise KeyError("weights")


@pytest.mark.parametrize(
    ("name", "function", "code", "wanted"),
    [
        ("rates", add, 7, ""),
        ("rates", fail, 2, "acme:add: the command rates fails: KeyError: 'weights'"),
        ("tasks", add, 2, "adds the command tasks, which is built in; uninstall it"),
    ],
)
def test_a_command_of_a_package(monkeypatch, capsys, name, function, code, wanted):
    module = ModuleType("acme")
    module.add = function  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "acme", module)
    point = EntryPoint(name, "acme:add", "pytest_cookie.commands")
    monkeypatch.setattr(entry_points, "entry_points", lambda group: [point] if group == point.group else [])
    assert main(["rates"]) == code
    output = capsys.readouterr()
    assert wanted in output.out + output.err
