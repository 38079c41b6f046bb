"""Samples that are stored once: `sample.yaml` of a case lists the parts of a version."""

import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path

from pydantic import ValidationError

from pytest_cookie.core.errors import GenerationError, UsageError
from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.inner_path import InnerPath, leads_out
from pytest_cookie.core.yaml_document import load_yaml
from pytest_cookie.records.plain_tree import read_bounded, read_bounded_text

RECIPE = "sample.yaml"
WHOLE = "polished"
"""The version that is stored as files; others are made of it by edits."""
_SHARED = "shared"


Edit = tuple[str, str]
"""A text that occurs in a file, and its replacement."""


class SampleRecipe(FrozenModel):
    """What the versions of a sample consist of beside their own files."""

    shared: tuple[InnerPath, ...] = ()
    """Names of files in `<samples>/shared`, which every version has."""
    edits: Mapping[InnerPath, Mapping[InnerPath, tuple[Edit, ...]]] = {}
    """Changes to the files of `polished`, by version and path."""

    @classmethod
    def read(cls, case: Path) -> "SampleRecipe":
        """The recipe of a case's samples, empty if it has none. Raises `UsageError` that names the file."""
        file = case / RECIPE
        try:
            return cls.model_validate(load_yaml(read_bounded_text(file))) if file.is_file() else cls()
        except ValidationError as error:
            first = error.errors()[0]
            place = ".".join(map(str, first["loc"]))
            raise UsageError(f"{file}: {place + ': ' if place else ''}{first['msg']}") from error
        except (OSError, ValueError) as error:
            raise UsageError(f"{file}: {error}") from error

    def has(self, case: Path, version: str) -> bool:
        """Whether the case has the version, as a folder or by edits."""
        return version in self.edits or (not leads_out(version) and (case / version).is_dir())

    def compose(self, case: Path, version: str, folder: Path) -> None:
        """Write the files of a version below `folder`. Raises `GenerationError` that names the recipe."""
        try:
            self._compose(case, version, folder)
        except (OSError, ValueError) as error:
            raise GenerationError(f"{case / RECIPE}: the version {version} cannot be composed: {error}") from error

    def _compose(self, case: Path, version: str, folder: Path) -> None:
        shutil.copytree(case / (WHOLE if version in self.edits else version), folder, dirs_exist_ok=True)
        for name in self.shared:
            shutil.copyfile(case.parent / _SHARED / name, folder / name)
        for path, edits in self.edits.get(version, {}).items():
            text = read_bounded(folder / path).decode()
            (folder / path).write_bytes(apply_edits(text, edits).encode())


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """Replace the first occurrence of each text. Raises `ValueError` for one that does not occur."""
    for old, new in edits:
        if old not in text:
            raise ValueError(f"the text to be edited does not contain {old!r}")
        text = text.replace(old, new, 1)
    return text
