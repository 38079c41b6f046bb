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
        ("tasks", add, 2, "adds the command tasks, which is built in; uninstall it or rename the command"),
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


@pytest.mark.parametrize(
    ("name", "words"),
    [("report", ["--help"]), ("dataset import", ["dataset", "--help"]), ("dataset release", ["--help"])],
)
def test_a_command_or_a_step_that_is_built_in_is_not_added_again(monkeypatch, capsys, name, words):
    point = EntryPoint(name, "acme:add", "pytest_cookie.commands")
    monkeypatch.setattr(entry_points, "entry_points", lambda group: [point] if group == point.group else [])
    assert main(words) == 2
    wanted = f"adds the command {name}, which is built in; uninstall it or rename the command"
    assert wanted in capsys.readouterr().err
