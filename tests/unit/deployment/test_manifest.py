"""Manifests that would harm their readers: records and requests to judges have the names of processes."""

from itertools import pairwise
from pathlib import Path

import pytest

from pytest_cookie.deployment.applications.manifest import ManifestError, read_manifest


@pytest.mark.parametrize(
    "text",
    [
        'processes: {"w\\uD800": {command: "true", port: 8000}}',
        'processes: {"web\\npass all": {command: "true", port: 8000}}',
        'processes: {"": {command: "true", port: 8000}}',
        'processes: {web: {command: "true \\uD800", port: 8000}}',
        'processes: {web: {command: "true", port: 8000}}\nsetup: ["\\uD800"]',
        'processes: {web: {command: "true", port: 8000}}\nsetup: [""]',
    ],
)
def test_names_and_commands_that_cannot_be_written_are_refused(tmp_path: Path, text: str):
    (tmp_path / "app.yaml").write_text(text)
    with pytest.raises(ManifestError, match=r"app\.yaml(: processes|: setup| cannot be read: line [12])"):
        read_manifest(tmp_path)


ENDLESS = {
    "nested lists": "processes: " + "[" * 50_000,
    "nested mappings": "processes: " + "{a: " * 30_000,
    "nested blocks": "processes:\n" + "- " * 50_000 + "a",
    "nested in a compose file": "services: " + "[" * 50_000,
    "aliases": "a: &a [x]\n" + "".join(f"{b}: &{b} [{f'*{a}, ' * 9}]\n" for a, b in pairwise("abcdefghij")),
    "a long number to the base of 60": "processes: " + "1:" * 90_000 + "1",
    "a float that overflows": "processes: " + "1:" * 190 + "1.5",
    "an empty whole number": "processes: !!int ''",
    "a date that does not exist": "processes: 2024-02-31",
}


def test_files_that_take_long_or_raise_are_refused_at_once(subtests: pytest.Subtests, tmp_path: Path):
    for kind, text in ENDLESS.items():
        (tmp_path / "app.yaml").unlink(missing_ok=True)
        name = "compose.yaml" if "compose" in kind else "app.yaml"
        (tmp_path / name).write_text(text)
        with subtests.test(kind), pytest.raises(ManifestError):
            read_manifest(tmp_path)


def test_values_of_a_manifest_may_be_shared_by_aliases(tmp_path: Path):
    (tmp_path / "app.yaml").write_text(
        "processes:\n  web: &web {command: serve, port: 8000}\n  other: {<<: *web, port: 8001}\n"
    )
    assert [process.port for process in read_manifest(tmp_path).processes.values()] == [8_000, 8_001]


def test_usual_names_are_names(tmp_path: Path):
    (tmp_path / "app.yaml").write_text('processes: {"web-1.a b": {command: "true", port: 8000}}')
    assert set(read_manifest(tmp_path).processes) == {"web-1.a b"}
