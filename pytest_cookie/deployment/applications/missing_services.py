"""`missing_services`: programs to install on this machine before applications can be deployed."""

import shutil
import subprocess
from collections.abc import Set
from typing import Literal

from pytest_cookie.core.errors import BuildError
from pytest_cookie.deployment.applications import mail, postgres
from pytest_cookie.deployment.applications.app_tools import app_tools
from pytest_cookie.deployment.applications.manifest import ServiceName
from pytest_cookie.sandbox.bubblewrap import find_bubblewrap

Driver = Literal["process", "compose"]
"""`process`: in the sandbox, with services of ours. `compose`: with Docker, with the services of the compose file."""
_PROBE_SECONDS = 60.0


def missing_services(services: Set[ServiceName], driver: Driver = "process") -> tuple[str, ...]:
    """Missing programs for applications with these services, and how to install them."""
    if driver == "compose":  # containers bring their services with them
        problem = docker_problem(shutil.which("docker") or "")
        return (f'driver = "compose" runs applications in containers: {problem}',) if problem else ()
    missing: list[str] = []
    try:
        find_bubblewrap(app_tools(None))
    except BuildError as error:
        missing.append(f"applications run in a sandbox, and {error}")
    return (*missing, *(how for service, how in absent_services().items() if service in services))


def absent_services() -> dict[ServiceName, str]:
    """The services that cannot run here, each with what to install."""
    absent: dict[ServiceName, str] = {}
    if postgres.find_postgres() is None:
        absent["postgres"] = f"the applications need a database: {postgres.HOW_TO_INSTALL}"
    if not mail.is_installed():
        absent["mail"] = f"the applications need a mail catcher: {mail.HOW_TO_INSTALL}"
    return absent


def docker_problem(docker: str) -> str:
    """Why no application can be run with this program `docker`, "" if one can: its server and its plugin answer."""
    if not docker:
        return "install Docker with its plugin compose"
    advice = {"compose version": "install its plugin compose", "version": "start its server, and allow you to use it"}
    for command, what in advice.items():
        try:
            done = subprocess.run(
                [docker, *command.split()], capture_output=True, encoding="utf-8", errors="replace",
                timeout=_PROBE_SECONDS, check=False, stdin=subprocess.DEVNULL,
            )  # fmt: skip
        except (OSError, subprocess.TimeoutExpired) as error:
            return f"{what}: {error}"
        if done.returncode:
            return f"{what}: {done.stderr.strip()[-300:] or f'docker {command} ended with {done.returncode}'}"
    return ""
