"""The sources of the documentation's site: moved links, copied files, and a navigation that has every page."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from tools import pictures
from tools.docs_site.sources import indent_lists, move_links, write_sources

ROOT = Path(__file__).parents[2]


def pages_of(nav: Any) -> Iterator[str]:
    if isinstance(nav, str):
        yield nav
    for each in nav if isinstance(nav, list) else nav.values() if isinstance(nav, dict) else ():
        yield from pages_of(each)


def test_every_page_of_the_documentation_is_in_the_navigation_once(tmp_path: Path):
    config = yaml.safe_load(write_sources(ROOT, tmp_path / "site").read_text(encoding="utf-8"))
    listed = list(pages_of(config["nav"]))
    assert re.fullmatch(r"pytest-cookie \d+\.\d+\.\d+\S*", config["site_name"])
    written = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")}
    assert len(listed) == len(set(listed))
    assert written <= set(listed)
    begins = [(tmp_path / "site" / "docs" / page).read_text(encoding="utf-8")[:2] for page in listed]
    assert set(begins) == {"# "}


def test_links_lead_to_where_the_files_are(subtests: pytest.Subtests, tmp_path: Path):
    for name in (
        "docs/how-to/resume-a-run.md",
        "docs/index.md",
        "deploy/job.yaml",
        "README.md",
        "docs/pictures/report.png",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("")
    for page, text, moved in (
        ("docs/how-to/resume-a-run.md", "[a job](../../deploy/job.yaml)", "[a job](../project/deploy/job.yaml)"),
        ("docs/how-to/resume-a-run.md", "[all](../../deploy)", "all"),
        ("docs/how-to/resume-a-run.md", "[`index`](../index.md#top)", "[`index`](../index.md#top)"),
        ("docs/how-to/resume-a-run.md", "[start](../../README.md#try-it)", "[start](../project/about.md#try-it)"),
        ("README.md", "![report](docs/pictures/report.png)", "![report](../pictures/report.png)"),
        ("README.md", "[![r](docs/pictures/report.png)](docs/how-to/resume-a-run.md)",
         "[![r](../pictures/report.png)](../how-to/resume-a-run.md)"),
        ("README.md", "[away](https://example.org/docs/index.md)", "[away](https://example.org/docs/index.md)"),
        ("README.md", "[gone](gone.md)", "[gone](gone.md)"),
        ("README.md", "```\n[code](docs/index.md)\n```", "```\n[code](docs/index.md)\n```"),
    ):  # fmt: skip
        with subtests.test(text):
            assert move_links(tmp_path, page, text) == moved


def test_blocks_in_lists_are_indented_as_the_builder_wants_them(subtests: pytest.Subtests):
    for name, text, indented in (
        ("numbers", "1. One:\n\n   ```sh\n   a\n     b\n   ```\n\n2. Two",
         "1. One:\n\n    ```sh\n    a\n      b\n    ```\n\n2. Two"),
        ("dashes", "- One\n  more\n  - inner\n\nText", "- One\n    more\n    - inner\n\nText"),
        ("no list", "Text\n\n```yaml\n- a\n  b\n```\n  c", "Text\n\n```yaml\n- a\n  b\n```\n  c"),
        ("after the list", "1. One\n\nText\n   indented", "1. One\n\nText\n   indented"),
        ("two digits", "10. One\n\n    more", "10. One\n\n    more"),
    ):  # fmt: skip
        with subtests.test(name):
            assert indent_lists(text) == indented


def test_every_picture_is_shown_and_small():
    texts = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "docs").rglob("*.md"))
    for path in pictures.FOLDER.iterdir():
        assert f"pictures/{path.name})" in texts
        assert path.stat().st_size < 1000 * pictures.MOST_KB
