"""`AppPlan`: the parts of an application to start, and the environment of its processes."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pytest_cookie.core.deployment import ORIGIN
from pytest_cookie.deployment.applications import mail, payments, postgres
from pytest_cookie.deployment.applications.app_database import AppDatabase
from pytest_cookie.deployment.applications.app_sandbox import APP_LIMITS, PYTHON_PACKAGES
from pytest_cookie.deployment.applications.manifest import AppManifest, Process, ServiceName
from pytest_cookie.sandbox.bubblewrap import Bubblewrap
from pytest_cookie.sandbox.limits import Limits

STARTUP_SECONDS = 180.0
"""How long an application may take to become healthy (Vibe Code Bench, appendix F)."""
_PORTS: dict[ServiceName, int] = {"postgres": postgres.PORT, "mail": mail.PORT, "payments": payments.PORT}


@dataclass(frozen=True)
class AppPlan:
    """The parts to start: sources, manifest and sandbox."""

    folder: Path
    manifest: AppManifest
    sandbox: Bubblewrap
    startup_seconds: float = STARTUP_SECONDS
    packages: Path | None = None
    """Folder that becomes its `node_modules`."""
    python_packages: tuple[Path, ...] = ()
    limits: Limits = APP_LIMITS

    @property
    def ports(self) -> tuple[int, ...]:
        """The ports of its services."""
        return tuple(_PORTS[name] for name in dict.fromkeys(self.manifest.services))


def make_environment(plan: AppPlan, database: AppDatabase | None) -> dict[str, str]:
    """The variables that its processes get, with those of its services."""
    web = plan.manifest.web
    given = {
        "PORT": str(web.port), "HOST": "127.0.0.1", "APP_PUBLIC_URL": ORIGIN, "APP_PUBLIC_PORT": str(web.port),
        "PYTHONUNBUFFERED": "1", "PYTHONDONTWRITEBYTECODE": "1",
    }  # fmt: skip
    if plan.python_packages:
        given["PYTHONPATH"] = PYTHON_PACKAGES
    services = plan.manifest.services
    given |= database.environment if database else {}
    given |= mail.ENVIRONMENT if "mail" in services else {}
    return given | (payments.ENVIRONMENT if "payments" in services else {})


def own_environment(process: Process, given: Mapping[str, str]) -> dict[str, str]:
    """The variables of a process. Their values may name variables of the deployment."""
    own: dict[str, str] = {}
    for name, value in process.environment.items():
        for given_name, given_value in given.items():
            value = value.replace(f"${{{given_name}}}", given_value)
        own[name] = given.get(value.removeprefix("$"), value) if value.startswith("$") else value
    return own
