"""The sources of an application are packed without links, pipes and what links lead to."""

import io
import os
import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest

from pytest_cookie.deployment.applications.pack_sources import pack_sources


def link_to(target: str, name: str) -> Callable[[Path], None]:
    return lambda folder: (folder / name).symlink_to(target)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="links and pipes of POSIX")
def test_only_plain_files_of_the_folder_are_packed(tmp_path: Path, subtests: pytest.Subtests):
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "secret.txt").write_text("secret")
    rows: dict[str, Callable[[Path], None]] = {
        "a link to a file outside": link_to("../outside/secret.txt", "server.py"),
        "a link to a folder outside": link_to("../outside", "lib"),
        "a link to the machine's root": link_to("/", "root"),
        "a link to itself": link_to("loop", "loop"),
        "a folder that holds itself": link_to(".", "again"),
        "a link that leads nowhere": link_to("gone", "dangling"),
        "a pipe": lambda folder: os.mkfifo(folder / "pipe"),
    }
    for number, (name, add) in enumerate(rows.items()):
        with subtests.test(name):
            folder = tmp_path / f"app{number}"
            folder.mkdir()
            (folder / "app.yaml").write_text("processes: {}")
            add(folder)
            packed = io.BytesIO()
            pack_sources(folder, packed)
            packed.seek(0)
            with tarfile.open(fileobj=packed) as archive:
                members = archive.getmembers()
            assert [member.name for member in members if not member.isdir()] == ["app.yaml"]
            assert not any("secret" in member.name or member.issym() or member.islnk() for member in members)
