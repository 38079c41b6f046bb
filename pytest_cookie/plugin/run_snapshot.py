"""`RunSnapshot`: a run's settings, cases and provided artifacts, as they were at its start.

Workers that start later or restart must not read files that the user has changed since, because they would run other
items than the manifest lists. So workers read none: the controller passes them its own values.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Self

from pytest_cookie.core.case import Case
from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.dataset.builtin import builtin_set_folders
from pytest_cookie.dataset.load import case_files, is_imported, load_cases
from pytest_cookie.dataset.problem import problems_error
from pytest_cookie.generation.coding.docs import list_docs
from pytest_cookie.generation.ready_files import HandedIn
from pytest_cookie.plugin.project import find_project_location
from pytest_cookie.protocols.contract.protocol import EvaluationProtocol
from pytest_cookie.protocols.contract.settings import SETTINGS_FILE, Settings, read_settings
from pytest_cookie.protocols.registry import find_protocol, protocols_with_field
from pytest_cookie.protocols.run.provided_artifacts import find_provided_artifacts

if TYPE_CHECKING:
    import pytest

HANDED_ON = "cookie_frozen"
"""Key of the snapshot, as JSON, in a worker's `workerinput`."""


class RunSnapshot(FrozenModel):
    """`files` maps the files it was read from to their hash, "" for a missing file.

    `project` is the project's folder; `settings_file` is None if all settings are defaults. `unread_settings` is
    another file of the project whose settings differ.
    """

    project: Path
    settings_file: Path | None
    unread_settings: Path | None = None
    settings: Settings
    cases: tuple[Case, ...]
    problems: tuple[str, ...] = ()
    """Records of an imported file of cases that were left out, each with file and line."""
    handed_in: HandedIn | None = None
    files: dict[str, str]

    @classmethod
    def of(cls, config: pytest.Config) -> Self:
        """In a worker, the controller's snapshot; otherwise a new one. Raises `UsageError`."""
        given: str | None = getattr(config, "workerinput", {}).get(HANDED_ON)
        return cls.model_validate_json(given) if given else cls._read(config)

    @classmethod
    def _read(cls, config: pytest.Config) -> Self:
        found = find_project_location(config)
        settings = read_settings(found.file) if found.file else Settings()
        protocol = find_protocol(config.option.cookie_protocol).configure(settings.protocol, file=found.file)
        paths = _case_paths(config, protocol)
        cases, problems = _load(paths, protocol)
        if protocol.check_cases:
            protocol.check_cases(cases, protocol.read_options(settings.protocol))
        services = [found.folder / settings.coding_services] if settings.coding_services else []
        docs = list_docs(found.folder / settings.coding_docs.expanduser()) if settings.coding_docs else []
        read = [file for path in paths for file in case_files(path)]
        files = _hashes([found.file or found.folder / SETTINGS_FILE, *services, *docs, *read])
        return cls(
            project=found.folder,
            settings_file=found.file,
            unread_settings=found.unread,
            settings=settings,
            cases=cases,
            problems=problems,
            handed_in=_handed_in(config, cases),
            files=files,
        )

    @property
    def left_out(self) -> tuple[str, ...]:
        """Records of cases and answers that cannot be used, each with file and line."""
        return (*self.problems, *(self.handed_in.problems if self.handed_in else ()))

    def changed(self) -> Iterator[str]:
        """A message for each file that has changed since."""
        now = _hashes(Path(name) for name in self.files)
        for name, before in self.files.items():
            if now[name] != before:
                yield f"{name} was changed during the run; the original was used"


def _case_paths(config: pytest.Config, protocol: EvaluationProtocol) -> tuple[Path, ...]:
    """The user's cases, or those of the protocol, or a set of the benchmark."""
    if chosen := config.option.cookie_cases:
        return (config.invocation_params.dir / chosen,)
    return (protocol.cases,) if protocol.cases else builtin_set_folders(config.option.cookie_set)


def _load(paths: tuple[Path, ...], protocol: EvaluationProtocol) -> tuple[tuple[Case, ...], tuple[str, ...]]:
    """The cases. Of a peer's file, records that cannot be read are left out; without any other they are an error."""
    if len(paths) != 1 or not is_imported(paths[0]):
        return load_cases(*paths, extra=protocol.case_fields, readers=protocols_with_field), ()
    from pytest_cookie.dataset.importing.load_imported import load_imported

    cases, problems = load_imported(paths[0], protocol.case_fields)
    if not cases:
        raise problems_error(problems) if problems else UsageError(f"{paths[0]} has no cases")
    return cases, tuple(map(str, problems))


def _handed_in(config: pytest.Config, cases: tuple[Case, ...]) -> HandedIn | None:
    option = config.option
    if not option.cookie_artifacts:
        return None
    return find_provided_artifacts(config.invocation_params.dir / option.cookie_artifacts, cases, option.cookie_model)


def _hashes(paths: Iterable[Path]) -> dict[str, str]:
    return {str(path): _hash(path) for path in paths}


def _hash(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return ""
