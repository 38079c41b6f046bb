"""Tables of options: pytest's from the plugin's registration, those of the commands from their parsers."""

import argparse
from collections.abc import Iterator
from pathlib import Path

import pytest_cookie
from pytest_cookie.cli import _parser
from pytest_cookie.plugin.entry import pytest_addoption
from tools.reference.tables import sentence, split_default, table

_PACKAGE = str(Path(pytest_cookie.__file__).parent)
"""The installation folder, which differs between machines."""
HEAD = ("option", "value", "default", "meaning")


class _Registration:
    """A stand-in for pytest's parser that records every option as an argparse action."""

    def __init__(self) -> None:
        self._parser = argparse.ArgumentParser(add_help=False)

    def getgroup(self, name: str, description: str = "") -> argparse._ArgumentGroup:
        """An option group."""
        group = self._parser.add_argument_group(name, description)
        group.addoption = group.add_argument  # type: ignore[attr-defined]
        return group

    @property
    def actions(self) -> list[argparse.Action]:
        """The options, in registration order."""
        return list(self._parser._actions)


def pytest_options() -> list[argparse.Action]:
    """Every option that the plugin adds to pytest."""
    registration = _Registration()
    pytest_addoption(registration)  # type: ignore[arg-type]
    return registration.actions


def pytest_table() -> str:
    """The table of these options."""
    return table(HEAD, map(_row, pytest_options()))


def commands() -> dict[str, argparse.ArgumentParser]:
    """The parser of every `pytest-cookie` command, by its name; steps of a command as `dataset import`."""
    return {name: parser for name, parser, _ in _commands(_parser())}


def _commands(parser: argparse.ArgumentParser, before: str = "") -> Iterator[tuple[str, argparse.ArgumentParser, str]]:
    """Name, parser and purpose of each command; a command with steps is replaced by them."""
    for group in parser._actions:
        if not isinstance(group, argparse._SubParsersAction):
            continue
        purposes = {choice.dest: _help(choice) for choice in group._choices_actions}
        for name, command in group.choices.items():
            steps = list(_commands(command, f"{before}{name} "))
            yield from steps or [(before + name, command, purposes[name])]


def command_sections() -> str:
    """A section for each command: purpose, usage, arguments and options."""
    parts = []
    for name, parser, purpose in _commands(_parser()):
        parts += [f"## {name}", sentence(purpose), f"```text\n{_usage(parser)}\n```"]
        parts.append(table(HEAD, map(_row, arguments(parser))))
        parts += [sentence(parser.epilog.replace(_PACKAGE, "pytest_cookie"))] if parser.epilog else []
    return "\n\n".join(parts)


def arguments(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """The arguments and options of a command, without `--help`."""
    return (action for action in parser._actions if not isinstance(action, argparse._HelpAction))


def _usage(parser: argparse.ArgumentParser) -> str:
    """The usage line, such as `pytest-cookie merge OUT SHARD [SHARD ...] [options]`."""
    words = [_metavar(action) for action in arguments(parser) if not action.option_strings]
    usage = " ".join([*words, "[options]"]) if any(a.option_strings for a in arguments(parser)) else " ".join(words)
    return f"{parser.prog} {usage}".strip()


def _metavar(action: argparse.Action) -> str:
    name = str(action.metavar or action.dest.upper())
    return {"?": f"[{name}]", "+": f"{name} [{name} ...]", "*": f"[{name} ...]"}.get(str(action.nargs), name)


def _row(action: argparse.Action) -> tuple[str, str, str, str]:
    meaning, default = split_default(_help(action))
    if not action.option_strings:
        return f"`{_metavar(action)}`", "path", default, sentence(meaning)
    name = ", ".join(f"`{option}`" for option in action.option_strings)
    return name, _value(action), default, sentence(meaning)


def _value(action: argparse.Action) -> str:
    if action.nargs == 0:
        return "flag"
    if action.choices:
        return " or ".join(f"`{choice}`" for choice in action.choices)
    return f"`{action.metavar or action.dest.upper()}`"


def _help(action: argparse.Action) -> str:
    return (action.help or "").replace("%%", "%")
