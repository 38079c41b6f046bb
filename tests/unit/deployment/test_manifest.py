"""Manifests that would harm their readers: records and requests to judges have the names of processes."""

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
    with pytest.raises(ManifestError, match=r"app\.yaml: (processes|setup)"):
        read_manifest(tmp_path)


def test_usual_names_are_names(tmp_path: Path):
    (tmp_path / "app.yaml").write_text('processes: {"web-1.a b": {command: "true", port: 8000}}')
    assert set(read_manifest(tmp_path).processes) == {"web-1.a b"}
