"""A coding agent's round: check a page, mend three findings, check again. The client is that of the SDK, over stdio.

Needs the whole pipeline, so a real browser. The refusals are asked in the same session, as starting one takes seconds.
"""

import asyncio
import base64
import io
import sys
from pathlib import Path

from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp_types import CallToolResult, ListRootsResult, Root
from PIL import Image

FLAWED = """<!doctype html>
<html lang="en">
<meta name="viewport" content="width=device-width">
<title>Seeds</title>
<style>
  body { font: 16px sans-serif; margin: 24px }
  .hint { color: #ddd }
  .board { width: 900px; background: #246; color: #fff; padding: 16px }
</style>
<h1>Seeds of the season</h1>
<p class="hint" id="hint">Sow tomatoes in March, and peas as soon as the ground can be worked in spring.</p>
<p class="board" id="board">Beans, peas, tomatoes and leeks are in the shed, on the second shelf from the left.</p>
<button id="count">Count the seeds</button>
<p id="told"></p>
<script>
  const told = document.getElementById('told')
</script>
"""
MENDED = (
    ("color: #ddd", "color: #333"),
    ("width: 900px", "max-width: 900px"),
    (
        "</script>",
        "  document.getElementById('count').onclick = () => { told.textContent = 'There are 412.' }\n</script>",
    ),
)
KINDS = {"dead-control": 13, "sideways-overflow": 12, "low-contrast": 11}
"""The three flaws, with the lines that a finding names."""
SERVER = "from pytest_cookie.cli import main; raise SystemExit(main(['mcp']))"


def text_of(result: CallToolResult) -> str:
    return "".join(part.text for part in result.content if part.type == "text")


def found(result: CallToolResult) -> dict[str, int | None]:
    assert not result.is_error, text_of(result)
    (page,) = result.structured_content["pages"]
    return {placed["finding"]["kind"]: placed["line"] for placed in page["findings"]}


async def _use_as_an_agent(folder: Path, outside: Path) -> None:
    page, progress = folder / "seeds.html", []

    async def on_progress(seconds: float, total: float | None, message: str | None) -> None:
        progress.append((seconds, message))

    async def roots(context: object) -> ListRootsResult:
        return ListRootsResult(roots=[Root(uri=folder.as_uri())])

    server = StdioServerParameters(command=sys.executable, args=["-c", SERVER], cwd=str(folder))
    async with Client(stdio_client(server), list_roots_callback=roots) as client:
        assert {tool.name for tool in (await client.list_tools()).tools} == {
            "check_page", "explain_finding", "compare_pages",
        }  # fmt: skip
        page.write_text(FLAWED, "utf-8")
        first = await client.call_tool("check_page", {"page": "seeds.html"}, progress_callback=on_progress)
        kinds = found(first)
        assert kinds | KINDS == kinds, text_of(first)
        assert progress
        assert "is opened, used and judged" in progress[0][1]

        number = list(kinds).index("dead-control") + 1
        explained = await client.call_tool("explain_finding", {"check": "1", "number": number})
        assert '>   13 <button id="count">' in text_of(explained)
        assert "step " in text_of(explained)
        (picture,) = [part for part in explained.content if part.type == "image"]
        assert max(Image.open(io.BytesIO(base64.b64decode(picture.data))).size) <= 1_000

        html = FLAWED
        for flaw, mend in MENDED:
            html = html.replace(flaw, mend)
        second = await client.call_tool("check_page", {"html": html})
        assert not KINDS.keys() & found(second).keys()
        compared = text_of(await client.call_tool("compare_pages", {"before": "1", "after": "2"}))
        assert compared.count("gone ") >= 3
        assert "appeared" not in compared

        for name, given, said in (
            ("check_page", {"page": str(outside)}, "is outside of"),
            ("check_page", {"page": "../outside.html"}, "is outside of"),
            ("check_page", {"page": "http://example.org"}, "is not this machine"),
            ("check_page", {}, "give either a page or html"),
            ("explain_finding", {"check": "9", "number": 1}, "there is no check '9'; the last ones are: 1, 2"),
            ("explain_finding", {"check": "1", "number": 99}, "none has number 99"),
        ):
            refused = await client.call_tool(name, given)
            assert (refused.is_error, said in text_of(refused)) == (True, True), text_of(refused)


def test_an_agent_mends_what_it_is_told_and_the_findings_are_gone(tmp_path: Path):
    (tmp_path / "own").mkdir()
    (tmp_path / "outside.html").write_text("<h1>Another's</h1>", "utf-8")
    asyncio.run(_use_as_an_agent(tmp_path / "own", tmp_path / "outside.html"))
