"""A database server ends with its owner. Here `sleep` plays the server."""

import gc
import subprocess
from pathlib import Path

import pytest

from pytest_cookie.core.errors import DeploymentError
from pytest_cookie.deployment.applications.postgres import PostgresCluster
from pytest_cookie.sandbox.bubblewrap import Bubblewrap
from pytest_cookie.sandbox.tools import NodeTools

SANDBOX = Bubblewrap(NodeTools(Path("node"), ()), 61_184)


class Cluster(PostgresCluster):
    started: "list[tuple[Bubblewrap, subprocess.Popen[bytes]]]"

    def _start(self, sandbox: Bubblewrap) -> "subprocess.Popen[bytes]":
        process = subprocess.Popen(["sh", "-c", "sleep 300; true"], stdout=subprocess.PIPE)
        self.started.append((sandbox, process))
        return process

    def _wait(self) -> Path:
        return Path("/nowhere")


class SlowCluster(Cluster):
    def _wait(self) -> Path:
        raise DeploymentError("PostgreSQL did not answer within 60 s")


def test_a_server_that_answers_too_late_is_ended():
    SlowCluster.started = []
    with pytest.raises(DeploymentError, match="did not answer"):
        SlowCluster(Path("/usr/lib/postgresql"), SANDBOX)
    [(sandbox, process)] = SlowCluster.started
    assert process.returncode is not None
    assert sandbox.user == 61_185


def test_a_server_that_nobody_refers_to_is_ended():
    Cluster.started = []
    cluster = Cluster(Path("/usr/lib/postgresql"), SANDBOX)
    [(_, process)] = Cluster.started
    assert process.poll() is None
    del cluster
    gc.collect()
    assert process.returncode is not None


def test_a_server_can_be_ended_twice():
    Cluster.started = []
    cluster = Cluster(Path("/usr/lib/postgresql"), SANDBOX)
    cluster.end()
    cluster.end()
    assert Cluster.started[0][1].returncode is not None
