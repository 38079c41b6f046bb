"""`ApplicationDeployer`: starts applications with their services, and serves each at `http://artifact.localhost/`."""

import os
import secrets
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TypeAlias

from pytest_cookie.core.artifact import Artifact
from pytest_cookie.core.build import Build, BuildFailure, FailureKind, Isolation
from pytest_cookie.core.deployment import ORIGIN, Deployment
from pytest_cookie.core.errors import BuildError, DeploymentError
from pytest_cookie.deployment.applications import postgres
from pytest_cookie.deployment.applications.app_database import AppDatabase
from pytest_cookie.deployment.applications.app_fault import AppFaultError
from pytest_cookie.deployment.applications.app_gateway import AppGateway
from pytest_cookie.deployment.applications.app_plan import STARTUP_SECONDS, AppPlan
from pytest_cookie.deployment.applications.app_sandbox import APP_LIMITS
from pytest_cookie.deployment.applications.app_tools import app_tools
from pytest_cookie.deployment.applications.compose import ComposeApplication
from pytest_cookie.deployment.applications.manifest import (
    USUAL_PORT,
    AppManifest,
    ManifestError,
    Process,
    read_manifest,
)
from pytest_cookie.deployment.applications.missing_services import Driver, absent_services
from pytest_cookie.deployment.applications.not_offered import NotOfferedError
from pytest_cookie.deployment.applications.python_packages import find_packages, required_packages
from pytest_cookie.deployment.applications.running import RunningApplication
from pytest_cookie.deployment.library.library import Library
from pytest_cookie.deployment.static import DeploymentLog
from pytest_cookie.records.files import write_text
from pytest_cookie.records.item import BUILD_LOG
from pytest_cookie.sandbox.bubblewrap import Bubblewrap, find_bubblewrap
from pytest_cookie.sandbox.limits import Limits
from pytest_cookie.sandbox.lock_file import LockError
from pytest_cookie.sandbox.output_cleaning import plain
from pytest_cookie.sandbox.packages import PackageStore
from pytest_cookie.sandbox.project import ManifestError as PackageError
from pytest_cookie.sandbox.project import read_project
from pytest_cookie.sandbox.tools import NodeTools, find_node

Application: TypeAlias = RunningApplication | ComposeApplication


@dataclass
class ApplicationDeployer:
    """Deploys one application at a time. `running` has it by the address of its gateway.

    An application that does not start gives a deployment whose `build` contains the reason. The database server starts
    with the first application that needs it, and is shared by all applications of this process.
    """

    store: Path
    library: Library | None = None
    startup_seconds: float = STARTUP_SECONDS
    driver: Driver = "process"
    limits: Limits = APP_LIMITS
    database_disk_mb: int = postgres.DISK_MB
    running: dict[str, Application] = field(default_factory=dict)
    _cluster: postgres.PostgresCluster | None = None

    @contextmanager
    def deploy(
        self, artifact: Artifact, folder: Path, *, built: Path, log: Path, before: Build | None = None
    ) -> Iterator[Deployment]:
        """Serve until the context ends; writes the application's output to `build.log` beside `log`.

        An application that was explored `before` is not started again. Raises `DeploymentError`.
        """
        with ExitStack() as stack:
            lines = stack.enter_context(closing(DeploymentLog(log)))
            if artifact.problem or before is not None:
                yield _deployment(artifact, "http://127.0.0.1:9", before or Build(tool="application"))
                return
            began = time.monotonic()
            try:
                application = self._make(folder)
                stack.callback(self._close, application, log)
                application.start()
                failure = None
            except AppFaultError as error:
                failure = _failure(error.kind, str(error))
            except ManifestError as error:
                failure = _failure("config", str(error))
            except NotOfferedError as error:
                if not artifact.prompt:  # its prompt listed the available packages and services
                    raise
                failure = _failure("config", str(error))
            seconds = round(time.monotonic() - began, 3)
            isolation: Isolation = "bubblewrap" if self.driver == "process" else ""
            build = Build(tool="application", isolation=isolation, seconds=seconds, failure=failure)
            if failure is not None:
                yield _deployment(artifact, "http://127.0.0.1:9", build)
                return
            gateway = stack.enter_context(closing(_open_gateway(application, lines, self.library)))
            self.running[gateway.address] = application
            stack.callback(self.running.pop, gateway.address, None)
            yield _deployment(artifact, gateway.address, build)
            lines.check()

    def _close(self, application: Application, log: Path) -> None:
        try:
            application.close()
        finally:
            write_text(log.with_name(BUILD_LOG), plain(application.earlier_log))

    def open_sources(self, folder: Path) -> RunningApplication:
        """The files of an application in a sandbox for commands, without its services and processes.

        Raises `AppFaultError`, `DeploymentError`.
        """
        try:
            manifest = read_manifest(folder)
        except ManifestError:
            manifest = AppManifest(processes={"web": Process(command="true", port=USUAL_PORT)})
        bare = manifest.model_copy(update={"services": (), "optional_services": ()})
        application = RunningApplication(self._plan(folder, bare))
        application.open_sources()
        return application

    def _make(self, folder: Path) -> Application:
        if self.driver == "compose":
            return ComposeApplication(folder, startup_seconds=self.startup_seconds)
        manifest = choose_services(read_manifest(folder))
        plan = self._plan(folder, manifest)
        return RunningApplication(plan, self._new_database() if "postgres" in manifest.services else None)

    def _plan(self, folder: Path, manifest: AppManifest) -> AppPlan:
        names = manifest.python_packages or required_packages(folder)
        return AppPlan(
            folder, manifest, self._sandbox, startup_seconds=self.startup_seconds, packages=self._packages(folder),
            python_packages=find_packages(names), limits=self.limits,
        )  # fmt: skip

    def _new_database(self) -> AppDatabase:
        name = f"app_{os.getpid()}_{secrets.token_hex(4)}"
        try:
            return AppDatabase.create(self._living_cluster(), name)
        except DeploymentError:  # whatever an earlier application did to the server
            self.close()
            return AppDatabase.create(self._living_cluster(), name)

    def _living_cluster(self) -> postgres.PostgresCluster:
        """The database server. One that an application brought down or filled is replaced."""
        if self._cluster is None or not self._cluster.is_as_new:
            self.close()
            programs = postgres.find_postgres()
            if programs is None:
                raise DeploymentError(f"the application needs a database; {postgres.HOW_TO_INSTALL}")
            self._cluster = postgres.PostgresCluster(programs, self._sandbox, self.database_disk_mb)
        return self._cluster

    def _packages(self, folder: Path) -> Path | None:
        """Its npm packages, from the shared store. Raises `AppFaultError`, `NotOfferedError`."""
        if not (folder / "package.json").is_file():
            return None
        try:
            project = read_project(folder)
            return PackageStore(self.store, find_node()).packages(project).folder
        except PackageError as error:
            raise AppFaultError(f"package.json: {error}", "syntax") from error
        except LockError as error:
            raise AppFaultError(str(error), error.kind) from error
        except BuildError as error:
            raise NotOfferedError(str(error)) from error

    @cached_property
    def _sandbox(self) -> Bubblewrap:
        node: NodeTools | None
        try:
            node = find_node()
        except BuildError:  # only applications for Node.js need it
            node = None
        return find_bubblewrap(app_tools(node))

    def close(self) -> None:
        """End the database server."""
        if self._cluster is not None:
            self._cluster.end()
            self._cluster = None


def choose_services(manifest: AppManifest) -> AppManifest:
    """With those of its optional services that run here. Raises `NotOfferedError` if others are missing."""
    absent = absent_services()
    if missing := [how for service, how in absent.items() if service in manifest.services]:
        raise NotOfferedError("; ".join(missing))
    wanted = {*manifest.services, *(service for service in manifest.optional_services if service not in absent)}
    return manifest.model_copy(update={"services": tuple(sorted(wanted)), "optional_services": ()})


def _open_gateway(application: Application, lines: DeploymentLog, library: Library | None) -> AppGateway:
    try:
        return AppGateway(application, lines.add, library)
    except OSError as error:
        raise DeploymentError(f"cannot open a port to serve the application: {error.strerror or error}") from error


def _failure(kind: FailureKind, message: str) -> BuildFailure:
    return BuildFailure(kind=kind, message=plain(message)[-4_000:])


def _deployment(artifact: Artifact, gateway: str, build: Build) -> Deployment:
    return Deployment(url=f"{ORIGIN}/", gateway=gateway, artifact_digest=artifact.digest, build=build)
