"""`pytest-cookie library --help`: how a package comes into the library."""

import argparse

from pytest_cookie.cli import library
from pytest_cookie.deployment.library.install import OWN


def test_the_help_explains_how_to_add_a_package():
    commands = argparse.ArgumentParser().add_subparsers()
    library.add(commands)
    shown = " ".join(commands.choices["library"].format_help().split())
    assert "To add a package" in shown
    assert "npm install --package-lock-only NAME@VERSION" in shown
    assert all((OWN / name).is_file() for name in ("package.json", "package-lock.json"))
