"""`Prompt`: a versioned template from a `.md` file. Every record made with it stores its hash."""

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path

from pytest_cookie.records.plain_tree import read_bounded_text

_VERSION = re.compile(r"\A<!-- version: (\S+) -->\n")
_PLACE = re.compile(r"\{\{ (\w+) \}\}")


@dataclass(frozen=True)
class Prompt:
    """`name` is the file's, without its ending. Places to fill read `{{ name }}`."""

    name: str
    version: str
    text: str

    @property
    def digest(self) -> str:
        """SHA-256 of the text."""
        return hashlib.sha256(self.text.encode()).hexdigest()

    @property
    def identity(self) -> str:
        """Name, version and hash, as records have it: `static-scoring 1 3f5a…`."""
        return f"{self.name} {self.version} {self.digest[:16]}"

    def fill(self, **values: str) -> str:
        """Fill in the template. Raises `KeyError` for a missing value, `ValueError` for a superfluous one.

        Values are not expanded again, so text of a page cannot add placeholders.
        """
        places = set(_PLACE.findall(self.text))
        if unknown := values.keys() - places:
            raise ValueError(f"the prompt {self.name} has no place for {', '.join(sorted(unknown))}")
        return _PLACE.sub(lambda place: values[place[1]], self.text)


def read_prompt(path: Path) -> Prompt:
    """Read `<name>.md`. Raises `ValueError` unless its first line is `<!-- version: N -->`."""
    text = read_bounded_text(path)
    version = _VERSION.match(text)
    if not version:
        raise ValueError(f"{path}: the first line of a prompt is <!-- version: N -->")
    return Prompt(name=path.stem, version=version[1], text=text[version.end() :].strip() + "\n")


def identity_of(prompts: tuple[Prompt, ...]) -> str:
    """One identity for prompts that work together."""
    if len(prompts) == 1:
        return prompts[0].identity
    whole = hashlib.sha256("\n".join(prompt.identity for prompt in prompts).encode()).hexdigest()
    names = "+".join(prompt.name for prompt in prompts)
    return f"{names} {'.'.join(prompt.version for prompt in prompts)} {whole[:16]}"
