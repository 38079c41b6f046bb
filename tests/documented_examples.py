"""The code blocks of Markdown pages, and what is wrong with them, found without running anything that takes time.

Commands are parsed by the real parsers, Python's imports and keywords are resolved, and data is read by what reads it
in a run. A block in a language without a reader must be marked as `text`, or with the reason in a comment before it:

    <!-- not checked: settings of another program -->
"""

import argparse
import ast
import doctest
import importlib
import inspect
import json
import re
import shlex
import subprocess
import textwrap
import tomllib
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple, NoReturn, get_args

import check_jsonschema
import pytest
import yaml
from _pytest.mark.expression import Expression
from click.testing import CliRunner

from pytest_cookie.annotation.form_files import read_form
from pytest_cookie.cli import _parser
from pytest_cookie.cli.command import check_numbers
from pytest_cookie.core.errors import CookieError, UsageError
from pytest_cookie.dataset.case_file import CaseFile
from pytest_cookie.dataset.construction.classify import read_definitions
from pytest_cookie.dataset.sample import FaultList
from pytest_cookie.dataset.taxonomy import taxonomy
from pytest_cookie.deployment.applications.manifest import AppManifest
from pytest_cookie.gate.policy import parse_policy
from pytest_cookie.llm.cost.prices import read_prices
from pytest_cookie.plugin.options import check_values
from pytest_cookie.protocols.contract.entry_points import Kind
from pytest_cookie.protocols.contract.settings import read_settings
from pytest_cookie.protocols.cookie.scores import COOKIE_SCORES
from pytest_cookie.protocols.registry import _BUILT_IN, find_protocol

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
_FENCE = re.compile(
    r"^(?P<indent> *)(?P<fence>`{3,})(?P<language>[^\n`]*)\n(?P<code>.*?)^ *(?P=fence) *$", re.MULTILINE | re.DOTALL
)
_MARK = re.compile(r"<!-- not checked: \S.*-->\s*\Z")
_OURS = re.compile(r"(?:\./)?(?:\.ci|benchmark_cases|benchmarks|deploy|docs|tests|tools)/[\w./-]*\w")
_ADDED = re.compile(r"^ *\[project\.entry-points\.\"pytest_cookie\.protocols\"\]\n *(\w+) =", re.MULTILINE)
"""The name of a protocol that a page adds."""
_ASSIGNMENT = re.compile(r"\w+=")
_GAP = re.compile(r"<[\w-]+>")
SHELL = {";", "&&", "||", "|", "&", "(", ")", "\n"}


class Block(NamedTuple):
    """A code block of a page: the line where it starts, its language, its text, and whether it is marked."""

    line: int
    language: str
    code: str
    is_marked: bool


class WrongBlockError(Exception):
    """What is wrong with a block."""


def find_blocks(text: str) -> Iterator[Block]:
    """The blocks of a page in order."""
    for match in _FENCE.finditer(text):
        before = text[: match.start()]
        code = textwrap.dedent(match["code"])
        yield Block(before.count("\n") + 1, match["language"].strip(), code, bool(_MARK.search(before)))


class Examples:
    """Finds what is wrong with the blocks of a page. `parser` is pytest's, with the options of all plugins."""

    def __init__(self, parser: pytest.Parser, folder: Path):
        self._parser = parser
        self._folder = folder
        self._added: set[str] = set()
        self._readers: dict[str, Callable[[str], None]] = {
            "sh": self._shell,
            "python": _python,
            "pycon": lambda code: _python("".join(one.source for one in doctest.DocTestParser().get_examples(code))),
            "yaml": self._yaml,
            "toml": self._toml,
            "json": lambda code: json.loads(code) and None,
        }

    def problems(self, text: str) -> Iterator[tuple[int, str]]:
        """The line of each wrong block, and what is wrong."""
        self._added = set(_ADDED.findall(text))
        for block in find_blocks(text):
            if block.is_marked or block.language == "text":
                continue
            reader = self._readers.get(block.language)
            if reader is None:
                yield block.line, f"nothing reads `{block.language}` here: use `text`, or say why it is not checked"
                continue
            try:
                reader(block.code)
            except (WrongBlockError, CookieError, pytest.UsageError, ValueError, SyntaxError, yaml.YAMLError) as error:
                yield block.line, str(error)

    def _shell(self, code: str) -> None:
        if gap := _GAP.search(code):
            raise WrongBlockError(f"{gap[0]} is a redirection to a shell; write a name, such as MODEL")
        checked = subprocess.run(["bash", "-n"], input=code, capture_output=True, text=True, check=False)
        if checked.returncode:
            raise WrongBlockError(checked.stderr.strip())
        for word in shlex.split(code, comments=True):
            path = word.removesuffix("/")
            if _OURS.fullmatch(path) and not (ROOT / path).exists():
                raise WrongBlockError(f"{word} does not exist")
        for words in simple_commands(code):
            self._command(words)

    def _command(self, words: list[str]) -> None:
        program, *rest = words
        if program == "docker" and rest[:1] == ["run"] and "pytest-cookie" in rest:  # the image and its arguments
            entry = rest[rest.index("--entrypoint") + 1] if "--entrypoint" in rest else "pytest-cookie"
            self._command([entry, *rest[rest.index("pytest-cookie") + 1 :]])
        elif program == "claude" and "--" in rest:
            self._command(rest[rest.index("--") + 1 :])
        elif program.rpartition("/")[2] == "pytest":
            self._pytest(rest)
        elif program == "pytest-cookie":
            _parse_command(rest)
        elif program in {"make", "pip"}:
            _check_names(program, rest)

    def _pytest(self, words: list[str]) -> None:
        words = [re.sub(r"^--model\b", "--cookie-model", word) for word in words]
        known, unknown = self._parser.parse_known_and_unknown_args(words)
        if unknown:
            raise WrongBlockError(f"pytest has no option {unknown[0]}")
        for expression in (known.keyword, known.markexpr):
            if expression:
                Expression.compile(expression)
        check_values(known)
        protocol = known.cookie_protocol
        if protocol and protocol not in (*_BUILT_IN, *self._added):
            raise WrongBlockError(f"there is no protocol {protocol}")

    def _yaml(self, code: str) -> None:
        content = yaml.safe_load(code)
        given = set(content) if isinstance(content, dict) else {"repos"} if _is_hooks(content) else set()
        if "cases" in given:
            self._cases(code)
        elif "jobs" in given or "steps" in given:
            self._workflow(content)
        elif "repos" in given:
            _hooks(content["repos"])
        elif "processes" in given:
            AppManifest.model_validate(content)
        elif "faults" in given:
            FaultList.model_validate(content)
        elif "questions" in given:
            read_form(self._write("form.yaml", code))
        elif given <= {leaf.slug for leaf in taxonomy().leaves}:
            read_definitions(self._write("definitions.yaml", code))
        else:
            raise WrongBlockError("nothing reads this YAML: say why it is not checked")

    def _cases(self, code: str) -> None:
        """Cases that at least one protocol reads without a problem."""
        path = self._write("cases.yaml", code)
        found = []
        for name in _BUILT_IN:
            file = CaseFile(path, path.name, find_protocol(name).case_fields, None)
            file.read()
            if not file.problems:
                return
            found.append(file.problems)
        raise WrongBlockError("; ".join(map(str, min(found, key=len))))

    def _workflow(self, content: dict[Any, Any]) -> None:
        """A workflow of GitHub, or the steps of a job; its commands are checked, too."""
        if "jobs" not in content:
            job = {"runs-on": "ubuntu-latest", **{key: content[key] for key in content if key != True}}  # noqa: E712
            content = {"on": "push", "jobs": {"job": job}}
        content = {("on" if key is True else key): value for key, value in content.items()}  # YAML 1.1 reads `on` so
        path = self._write("workflow.yml", json.dumps(content))
        result = CliRunner().invoke(check_jsonschema.main, ["--builtin-schema", "vendor.github-workflows", str(path)])
        if result.exit_code:
            raise WrongBlockError(result.output)
        action = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
        for step in (step for job in content["jobs"].values() for step in job["steps"]):
            if "run" in step:
                self._shell(step["run"])
            is_ours = "/pytest-cookie@" in step.get("uses", "")
            if is_ours and (unknown := set(step["with"]) - set(action["inputs"])):
                raise WrongBlockError(f"action.yml has no input {', '.join(unknown)}")

    def _toml(self, code: str) -> None:
        content = tomllib.loads(code)
        if "tool" in content and "pytest-cookie" in content["tool"]:
            settings = read_settings(self._write("pyproject.toml", code))
            _protocol_options(settings.protocol)
        elif "project" in content:
            kinds = {group.partition(".")[2] for group in content["project"].get("entry-points", {})}
            if unknown := kinds - set(get_args(Kind)):
                raise WrongBlockError(f"there are no entry points pytest_cookie.{', '.join(unknown)}")
        elif content.keys() & {"minimum", "maximum", "margin"}:
            parse_policy(code, "the policy", COOKIE_SCORES)
        elif any("input_per_million" in table for table in content.values()):
            read_prices(self._write("prices.toml", code))
        else:
            raise WrongBlockError("nothing reads this TOML: say why it is not checked")

    def _write(self, name: str, code: str) -> Path:
        path = self._folder / name
        path.write_text(code, encoding="utf-8")
        return path


def _check_names(program: str, words: list[str]) -> None:
    """Targets of the Makefile, and extras of the package, exist."""
    if program == "make":
        named, known = {word for word in words if "=" not in word}, TARGETS
    else:
        extras = re.findall(r"(?:pytest-cookie|checkout)\[([\w,]+)\]", " ".join(words))
        named, known = set(",".join(extras).split(",")) - {""}, set(PROJECT["optional-dependencies"])
    if unknown := named - known:
        raise WrongBlockError(f"{program}: there is no {', '.join(sorted(unknown))}")


def simple_commands(code: str) -> Iterator[list[str]]:
    """The words of each command of a script, without assignments in front of it and redirections behind it."""
    words: list[str] = []
    for line in _without_comments(code.replace("\\\n", " ")).splitlines():
        lexer = shlex.shlex(line, posix=True, punctuation_chars=True)
        lexer.whitespace_split, lexer.commenters = True, ""
        for word in [*lexer, "\n"]:
            if word not in SHELL:
                words.append(word)
                continue
            if command := list(_command_words(words)):
                yield command
            words = []


def _without_comments(code: str) -> str:
    return re.sub(r"(?m)(^|\s)#.*$", "", code)


def _command_words(words: list[str]) -> Iterator[str]:
    is_program = False
    for word in words:
        if word in {">", ">>", "<"}:
            return
        if is_program or not _ASSIGNMENT.match(word):
            is_program = True
            yield word


def _parse_command(words: list[str]) -> None:
    """Raises `WrongBlockError` for what the command does not understand."""

    def refuse(_: argparse.ArgumentParser, message: str) -> NoReturn:
        raise WrongBlockError(f"pytest-cookie {' '.join(words)}: {message}")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(argparse.ArgumentParser, "error", refuse)
        check_numbers(_parser(words[0]).parse_args(words))


def _protocol_options(given: dict[str, Any]) -> None:
    """Options that at least one protocol has."""
    complaints = []
    for name in _BUILT_IN if given else ():
        try:
            find_protocol(name).read_options(given)
        except UsageError as error:
            complaints.append(str(error))
    if given and len(complaints) == len(_BUILT_IN):
        raise WrongBlockError(min(complaints, key=len))


def _is_hooks(content: object) -> bool:
    return isinstance(content, dict) and "repos" in content


def _hooks(repositories: list[dict[str, Any]]) -> None:
    """Hooks of pre-commit that the project has."""
    ours = {hook["id"] for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))}
    for repository in repositories:
        if unknown := {hook["id"] for hook in repository["hooks"]} - ours:
            raise WrongBlockError(f"there is no hook {', '.join(unknown)}")
        if "rev" not in repository:
            raise WrongBlockError("pre-commit needs `rev`")


def _python(code: str) -> None:
    """Imports exist, and calls of imported names have keywords that these know."""
    tree = ast.parse(code)
    names = dict(pair for node in ast.walk(tree) for pair in _imported(node))
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
        function = names.get(call.func.id) if isinstance(call.func, ast.Name) else None
        if callable(function) and getattr(function, "__module__", "").startswith("pytest_cookie"):
            _check_call(call, function)


def _imported(node: ast.AST) -> Iterator[tuple[str, object]]:
    """The names that a statement imports, and what they mean. Raises `WrongBlockError` for one that does not exist."""
    if isinstance(node, ast.Import):
        if missing := [alias.name for alias in node.names if find_spec(alias.name) is None]:
            raise WrongBlockError(f"there is no module {missing[0]}")
    elif isinstance(node, ast.ImportFrom) and node.module:
        module = importlib.import_module(node.module)
        for alias in node.names:
            if not hasattr(module, alias.name):
                raise WrongBlockError(f"{node.module} has no {alias.name}")
            yield alias.asname or alias.name, getattr(module, alias.name)


def _check_call(call: ast.Call, function: Callable[..., object]) -> None:
    if any(isinstance(argument, ast.Starred) for argument in call.args):
        return
    keywords = {keyword.arg: None for keyword in call.keywords if keyword.arg}
    try:
        inspect.signature(function).bind(*call.args, **keywords)
    except TypeError as error:
        raise WrongBlockError(f"{ast.unparse(call.func)}: {error}") from error
