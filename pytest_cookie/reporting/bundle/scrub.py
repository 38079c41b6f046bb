"""`Scrubber`: removes keys, paths, names of this machine and, if asked, names of models from texts of a run."""

import contextlib
import getpass
import re
import socket
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import JsonValue

from pytest_cookie.llm.transport.secrets import key_remover

_FOREIGN_PATH = re.compile(
    r"(?:(?<=file://)|(?<![\w./@-])(?<!:/))"
    r"(?:/(?:home|Users|Volumes|root|tmp|private|mnt|opt|srv|workspace|builds|var/(?:folders|lib|tmp))/|"
    r"/?\b[A-Za-z]:[\\/](?!/))"
    r"[^\s\"'<>|:;,()\[\]{}`]{0,1000}+"
)
"""An absolute path of any machine, in the folders where people and services keep files. Only its last name stays."""
_SHORTEST_NAME = 4
"""Characters of a user's or machine's name that is replaced; shorter ones also occur within words."""
_FIELD = re.compile(r"[a-z_]{1,40}")
"""A name of a field of ours; not that of a model, which has another character, too."""
_MODEL_FIELDS = frozenset({"model", "models", "judge", "agent"})
_COMMON = frozenset({"root", "user", "admin", "runner", "ubuntu", "localhost", "build", "jenkins", "docker"})
"""Names that tell nothing, and that pages use as words."""
_LONGEST_COMMON_ROOT = 2
"""Parts of a path, such as `/tmp`, that are too general to be replaced as a place of this machine."""


@dataclass(frozen=True)
class Scrubber:
    """Replaces what must not leave the machine. `aliases` are further replacements, such as names of models."""

    places: tuple[str, ...] = ()
    names: tuple[re.Pattern[str], ...] = ()
    aliases: Mapping[str, str] = field(default_factory=dict)
    remove_keys: Callable[[str], str] = field(default_factory=key_remover)

    @classmethod
    def for_run(cls, run: Path, aliases: Mapping[str, str] | None = None) -> "Scrubber":
        """For a run folder on this machine."""
        return cls(places=tuple(_places(run)), names=tuple(_machine_names()), aliases=dict(aliases or {}))

    def text(self, text: str) -> str:
        """`text` without them."""
        return self.source(_FOREIGN_PATH.sub(_last_name, self._without_places(text)))

    def source(self, text: str) -> str:
        """`text` of an artifact without them. Paths of other machines stay: in a page, `/home/` is an address."""
        text = self.remove_keys(self._without_places(text))
        for pattern in self.names:
            text = pattern.sub("[machine]", text)
        for name, alias in sorted(self.aliases.items(), key=lambda one: -len(one[0])):
            if not _FIELD.fullmatch(name.lower()):  # such a name is also a word, and a value of our fields
                text = re.sub(rf"(?<![\w-]){re.escape(name)}(?![\w-])", alias, text)
        return text

    def value(self, value: JsonValue, field: str = "") -> JsonValue:
        """Every string of a JSON value scrubbed, also keys of objects that are no fields: they may be names of models.

        A model whose name is a word is replaced only where a `field` names a model.
        """
        match value:
            case str():
                return self.aliases.get(value, "") or self.text(value) if field in _MODEL_FIELDS else self.text(value)
            case list():
                return [self.value(inner, field) for inner in value]
            case dict():
                return {
                    name if _FIELD.fullmatch(name) else self.text(name): self.value(inner, name)
                    for name, inner in value.items()
                }
        return value

    def _without_places(self, text: str) -> str:
        for place in self.places:
            text = text.replace(place, "…")
        return text


def _last_name(path: re.Match[str]) -> str:
    name = path[0].replace("\\", "/").rpartition("/")[2]
    return f"…/{name}"


def _places(run: Path) -> Iterator[str]:
    """Folders of this machine, longest first, so that a folder within another goes as a whole."""
    near = [run.resolve(), *run.resolve().parents, Path.cwd(), Path.home(), Path(tempfile.gettempdir())]
    found = {path.as_posix() for path in near if len(path.parts) > _LONGEST_COMMON_ROOT}
    yield from sorted(found, key=len, reverse=True)


def _machine_names() -> Iterator[re.Pattern[str]]:
    found = {socket.gethostname(), socket.gethostname().split(".")[0]}
    with contextlib.suppress(KeyError, OSError):  # a user without a name, as in some containers
        found.add(getpass.getuser())
    for name in sorted(found, key=len, reverse=True):
        if len(name) >= _SHORTEST_NAME and name.lower() not in _COMMON:
            yield re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])")
