"""Which Chromium is chosen, and the error without any. The programs are small shell scripts."""

import json
import sys
from pathlib import Path

import pytest

from pytest_cookie.browser.process import chromium
from pytest_cookie.browser.process import package_manager as packages
from pytest_cookie.browser.process.chromium import find_chromium, find_missing_fonts, install_chromium
from pytest_cookie.core.errors import BrowserError

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="shell scripts")


def program(folder: Path, name: str, script: str = 'echo "Chromium 150.0.1.2 built"') -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return path


@pytest.fixture
def machine(tmp_path, monkeypatch):
    """A machine without any browser: an empty PATH, empty folders of Playwright, no setting."""
    (tmp_path / "bin").mkdir()
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path / "playwright"))
    monkeypatch.delenv(chromium.ENVIRONMENT_VARIABLE, raising=False)
    monkeypatch.setattr(chromium, "_MAC_PATHS", ())
    monkeypatch.setattr(packages, "_is_root", lambda: True)
    # Playwright's own installer would ask the network
    monkeypatch.setattr(sys, "executable", str(program(tmp_path / "python", "python", "echo no network; exit 1")))
    return tmp_path


def playwrights(machine: Path, name: str) -> Path:
    listing = chromium._playwright_driver() / "package" / "browsers.json"
    entry = next(e for e in json.loads(listing.read_text())["browsers"] if e["name"] == name)
    folder = machine / "playwright" / f"{name.replace('-', '_')}-{entry['revision']}"
    return program(folder / "chrome-linux64", "chrome-headless-shell" if "shell" in name else "chrome")


def test_where_nothing_is_installed_nothing_is_found(machine):
    assert find_chromium() is None


def test_a_system_browser_is_found_with_its_version(machine):
    path = program(machine / "bin", "google-chrome")
    found = find_chromium()
    assert (found.path, found.version, found.origin) == (path, "150.0.1.2", "system")


def test_playwrights_own_goes_before_the_systems_and_a_setting_before_both(machine, monkeypatch):
    program(machine / "bin", "chromium")
    full = playwrights(machine, "chromium")
    assert (find_chromium().path, find_chromium().origin) == (full, "playwright")
    shell = playwrights(machine, "chromium-headless-shell")
    assert find_chromium().path == shell
    assert find_chromium(headed=True).path == full
    mine = program(machine, "mine")
    monkeypatch.setenv(chromium.ENVIRONMENT_VARIABLE, str(mine))
    assert (find_chromium().path, find_chromium().origin) == (mine, "setting")
    other = program(machine, "other")
    assert find_chromium(other).path == other


def test_a_setting_that_leads_nowhere_is_not_ignored(machine, monkeypatch):
    program(machine / "bin", "chromium")
    monkeypatch.setenv(chromium.ENVIRONMENT_VARIABLE, str(machine / "none"))
    with pytest.raises(BrowserError, match="none is not an executable file"):
        find_chromium()


def test_the_package_manager_is_tried_after_playwright(machine):
    wanted = machine / "bin" / "chromium"
    program(
        machine / "bin", "apt-get",
        f'[ "$5" = "" ] && [ "$4" = chromium ] && {{ echo "#!/bin/sh" > {wanted}; /bin/chmod 755 {wanted}; }}',
    )  # fmt: skip
    said: list[str] = []
    found = install_chromium(said.append)
    assert (found.path, found.origin) == (wanted, "system")
    assert said[0].endswith("-m playwright install --with-deps chromium")
    install = "trying: apt-get install -y --no-install-recommends"
    assert said[1:] == ["trying: apt-get update", f"{install} chromium-headless-shell", f"{install} chromium"]


def test_a_headless_shell_is_enough_and_comes_before_a_whole_browser(machine):
    program(machine / "bin", "chromium")
    shell = machine / "bin" / "chromium-headless-shell"
    program(
        machine / "bin", "apt-get",
        f'[ "$4" = chromium-headless-shell ] && {{ echo "#!/bin/sh" > {shell}; /bin/chmod 755 {shell}; }}',
    )  # fmt: skip
    said: list[str] = []
    found = install_chromium(said.append)
    assert (found.path, found.is_headless_shell) == (shell, True)
    assert said[-1].endswith("chromium-headless-shell")
    assert find_chromium(headed=True).path == machine / "bin" / "chromium"


def test_where_nothing_helps_the_message_says_what_was_tried_and_what_to_do(machine):
    program(machine / "bin", "dnf", "echo mirror is down; exit 3")
    with pytest.raises(BrowserError) as raised:
        install_chromium()
    message = str(raised.value)
    assert "install --with-deps chromium: exit code 1: no network" in message
    assert "dnf install -y chromium: exit code 3: mirror is down" in message
    assert chromium.ENVIRONMENT_VARIABLE in message


def test_without_rights_no_package_manager_is_asked(machine, monkeypatch):
    monkeypatch.setattr(packages, "_is_root", lambda: False)
    program(machine / "bin", "apt-get")
    program(machine / "bin", "sudo", "exit 1")
    assert packages.system_package_manager() is None
    program(machine / "bin", "sudo", "exit 0")
    assert packages.system_package_manager().install("x")[:3] == ["sudo", "-n", "apt-get"]


def test_an_installer_that_hangs_is_ended(machine, monkeypatch):
    monkeypatch.setattr(chromium, "_INSTALL_SECONDS", 0.3)
    program(machine / "bin", "apk", "/bin/sleep 60")
    with pytest.raises(BrowserError, match=r"took longer than 0\.3 s"):
        install_chromium()


@pytest.mark.skipif(sys.platform != "linux", reason="fontconfig")
def test_missing_fonts_are_named_and_installed(machine):
    assert find_missing_fonts() == ()
    program(machine / "bin", "fc-list", '[ "$1" = ":lang=ko" ] || echo "Noto Sans CJK"')
    assert find_missing_fonts() == ("ko",)
    program(machine / "bin", "apt-get", f'echo "$*" >> {machine}/asked')
    program(machine / "bin", "chromium-headless-shell")
    said: list[str] = []
    install_chromium(said.append)
    asked = (machine / "asked").read_text().splitlines()
    assert asked == ["update", "install -y --no-install-recommends fonts-noto-cjk"]
    assert said[-1] == "no fonts for ko; trying to install fonts-noto-cjk"
