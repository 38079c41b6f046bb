"""Check a project's types, apart from its build, which ignores them."""

import re
from collections.abc import Set

from pytest_cookie.core.build import TypeCheck
from pytest_cookie.records.plain_tree import read_head
from pytest_cookie.sandbox.job import Ended
from pytest_cookie.sandbox.output_cleaning import quoted
from pytest_cookie.sandbox.project import Project

_MAX_LISTED = 20
_CONFIG = "tsconfig.json"
_REFERENCES = re.compile(r'"references"\s*:\s*\[([^\]]{0,2000})\]')
_PATH = re.compile(r'"path"\s*:\s*"((?:\./)?[\w-][\w./-]*)"', re.ASCII)
_ERROR = re.compile(r"^(?:(\S[^\n(]{0,300}\(\d+,\d+\)): )?error (TS\d+: .*)$", re.MULTILINE)


def check_command(project: Project, installed: Set[str]) -> str:
    """A `sh` command that checks the types of every part of the project; "" without a checker or a configuration."""
    checker = "vue-tsc" if "vue" in project.named else "tsc"
    package = "typescript" if checker == "tsc" else checker
    config = project.folder / _CONFIG
    if package not in installed or not config.is_file():
        return ""
    references = _REFERENCES.search(read_head(config, 100_000).decode("utf-8", errors="replace"))
    parts = _PATH.findall(references[1]) if references else []
    checks = [f"{checker} --noEmit --pretty false -p {part}" for part in (parts or [_CONFIG])]
    return "; ".join([*checks, "true"])


def read_check(ended: Ended) -> TypeCheck:
    """Parse the checker's errors from its log."""
    found = [f"{place}: {message}" if place else message for place, message in _ERROR.findall(ended.log)]
    note = ""
    if ended.stopped or (ended.code != 0 and not found):
        note = f"the type check did not finish: {ended.stopped or f'exit code {ended.code}'}"
    return TypeCheck(errors=len(found), first=tuple(quoted(error, 300) for error in found[:_MAX_LISTED]), note=note)
