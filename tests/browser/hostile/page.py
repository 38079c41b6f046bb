"""`HostilePage`: a small page that does harm, and the expected outcome of its item."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Literal

FOLDER = Path(__file__).parent / "pages"

_TEA_TIMER = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Tea timer</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>body { font: 18px/1.5 system-ui; margin: 32px } button { font: inherit; padding: 12px }</style></head>
<body><main><h1>Tea timer</h1><p>Every cup is counted here, with care and by hand.</p>
<button id="go">Add a cup</button> <p role="status">So far: <output id="out">none</output></p></main>
<script>let cups = 0; go.onclick = () => { out.textContent = `${++cups} cup${cups > 1 ? 's' : ''}`; };</script>
HARM</body></html>
"""
USED = "1 cup"
"""A text of the evidence if the page's only button was used."""


@dataclass(frozen=True)
class HostilePage:
    """`pages/<name>.html`, added at the end of a page that works, unless it is a whole page itself.

    `outcome` is the expected one, `cause` a pattern of the words that name the cause: of a failed item in a finding, of
    a scored one in a finding, the evidence or the deployment's log. `never` must not match the evidence. `is_short`
    pages come first if not all can be tried. One that `may_fail` does so on some machines:
    the longer its deadline, the more harm it does until then.

    In a page `CANARY`, `CANARY6`, `CANARY_OWN` and `CANARY_UDP` are replaced by listeners that no page may reach, each
    as `host:port`, and `CANARY_PORT` by a port.
    """

    name: str
    outcome: Literal["scored", "failed"]
    cause: str = USED
    never: str = ""
    is_short: bool = False
    may_fail: bool = False

    @property
    def outcomes(self) -> set[str]:
        """The allowed outcomes of the record."""
        return {self.outcome, "failed"} if self.may_fail else {self.outcome}

    @cached_property
    def files(self) -> dict[str, str]:
        """By path: the page, and what lies beside it as `<name>.<path>`."""
        text = (FOLDER / f"{self.name}.html").read_text(encoding="utf-8")
        beside = {path.name.removeprefix(f"{self.name}."): path for path in FOLDER.glob(f"{self.name}.*")}
        others = {name: path.read_text(encoding="utf-8") for name, path in beside.items() if name != "html"}
        return {"index.html": text if text.startswith("<!doctype") else _TEA_TIMER.replace("HARM", text), **others}
