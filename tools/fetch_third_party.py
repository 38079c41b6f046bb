"""Fetch the scripts in `pytest_cookie/third_party/` again: each npm package at its version, checked against its hash.

Usage: `python tools/fetch_third_party.py`. To upgrade one, change its version and integrity in `packages.json` first
(`npm view PACKAGE@VERSION dist.integrity`).
"""

import base64
import hashlib
import json
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

FOLDER = Path(__file__).parent.parent / "pytest_cookie/third_party"


def fetch(entry: dict[str, object], into: Path) -> None:
    """Write the files of one package. Raises `ValueError` where the archive is not the one with that hash."""
    name = f"{entry['package']}@{entry['version']}"
    with tempfile.TemporaryDirectory() as scratch:
        packed = subprocess.run(
            ["npm", "pack", name, "--json"], cwd=scratch, check=True, capture_output=True, text=True, timeout=300
        )
        archive = Path(scratch) / json.loads(packed.stdout)[0]["filename"]
        digest = base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode()
        if entry["integrity"] != f"sha512-{digest}":
            raise ValueError(f"{name}: its archive has the hash sha512-{digest}, expected {entry['integrity']}")
        with tarfile.open(archive) as files:
            for inside, target in dict(entry["files"]).items():
                member = files.extractfile(f"package/{inside}")
                if member is None:
                    raise ValueError(f"{name} has no file {inside}")
                (into / target).write_bytes(member.read())


if __name__ == "__main__":
    for package in json.loads((FOLDER / "packages.json").read_text(encoding="utf-8")):
        fetch(package, FOLDER)
        sys.stdout.write(f"{package['package']} {package['version']}\n")
