"""Databases of hostile applications are removed whatever was done to them, and the next application has its own."""

from contextlib import suppress
from pathlib import Path
from urllib.parse import quote

import pytest

from pytest_cookie.deployment.applications.app_fault import AppFaultError
from pytest_cookie.deployment.applications.deployer import ApplicationDeployer
from pytest_cookie.deployment.applications.missing_services import missing_services
from pytest_cookie.deployment.applications.running import RunningApplication
from tests.projects.deployed_application import SERVE, SERVER, SQL, deployed, deployer, is_running

MISSING = missing_services(frozenset({"postgres"}))
pytestmark = pytest.mark.skipif(bool(MISSING), reason="; ".join(MISSING))
__all__ = ["deployer"]

HOLDS = """
import itertools
def react(what):
    if what == "read": return sql("SELECT word FROM kept")[0][0]
    if what == "zone": return sql("SHOW timezone")[0][0]
    if what == "fill":
        sql("CREATE TABLE heap (word TEXT)")
        for _ in itertools.count():
            sql("INSERT INTO heap SELECT md5(random()::text || n) FROM generate_series(1, 300000) n")
    if what == "prepare":
        return sql("BEGIN", then="PREPARE TRANSACTION 'left'")
    return sql(urllib.parse.unquote(what))
def hold():
    while True:
        try:
            url = urlsplit(os.environ["DATABASE_URL"])
            held = pg8000.native.Connection(url.username, host=url.hostname, port=url.port, password=url.password,
                                            database=url.path[1:])
            held.run("BEGIN")
            held.run("COMMENT ON DATABASE " + url.path[1:] + " IS 'mine'")
            held.run("ALTER DATABASE " + url.path[1:] + " CONNECTION LIMIT 39")
            held.run("ALTER ROLE " + url.username + " PASSWORD 'mine'")
            held.run("SELECT pg_sleep(100)")
        except Exception:
            time.sleep(0.01)
if sys.argv[1:] == ["hold"]: hold()
"""
IN_THE_WAY = [
    "ALTER DATABASE {name} IS_TEMPLATE true",
    "ALTER ROLE {name} PASSWORD 'another'",
    "ALTER ROLE {name} SET search_path = nowhere",
    "ALTER DATABASE {name} CONNECTION LIMIT 0",
]
REFUSED = [
    "prepare",
    "ALTER DATABASE {name} ALLOW_CONNECTIONS false",
    "CREATE DATABASE another",
    "CREATE ROLE another",
    "ALTER ROLE {name} CREATEDB",
    "ALTER DATABASE {name} RENAME TO another",
    "SELECT pg_create_logical_replication_slot('left', 'pgoutput')",
    "CREATE SUBSCRIPTION left CONNECTION '' PUBLICATION p",
]


def test_an_application_cannot_keep_its_database(deployer: ApplicationDeployer, tmp_path: Path):
    begin = "exec(open('server.py').read().split('# serve')[0])"
    seed = "sql('CREATE TABLE kept (word TEXT)'); sql('INSERT INTO kept VALUES (' + repr('seeded') + ')'); "
    seed += "sql('ALTER DATABASE ' + os.environ['PGDATABASE'] + ' SET timezone = ' + repr('Asia/Tokyo'))"
    left = "sh -c 'python server.py hold & sleep 4324 &' >/dev/null 2>&1; sleep 1"  # processes left by the setup
    packages = {
        "services": ["postgres"],
        "python_packages": ["pg8000"],
        "setup": [f'python -c "{begin}; {seed}"', left],
    }
    with deployed(deployer, tmp_path / "app", f"{SERVER}{SQL}{HOLDS}# serve\n{SERVE}", **packages) as trial:
        assert isinstance(trial.application, RunningApplication), trial.failure
        assert not is_running("sleep", "4324")
        assert trial.get("zone") == (200, "Asia/Tokyo")
        database = trial.application.database
        assert database is not None
        for statement in REFUSED:
            status, told = trial.get(quote(statement.format(name=database.name)))
            assert status == 418, (statement, told)
        for statement in IN_THE_WAY:
            status, told = trial.get(quote(statement.format(name=database.name)))
            assert status == 200, (statement, told)
            trial.application.reset()
            assert trial.get("read") == (200, "seeded"), statement
            assert trial.get("zone") == (200, "Asia/Tokyo"), statement
        for statement in IN_THE_WAY:
            trial.get(quote(statement.format(name=database.name)))
        cluster = database.cluster
    assert cluster.query("SELECT datname FROM pg_database WHERE NOT datistemplate") == "postgres"
    assert cluster.query("SELECT count(*) FROM pg_roles WHERE rolcanlogin") == "1"
    assert cluster.query("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'") == "0"


def test_an_application_that_fills_its_database_is_at_fault_and_the_next_one_is_not(
    deployer: ApplicationDeployer, tmp_path: Path
):
    packages = {"services": ["postgres"], "python_packages": ["pg8000"]}
    server = f"{SERVER}{SQL}{HOLDS}{SERVE}"
    with deployed(deployer, tmp_path / "app", server, **packages) as trial:
        assert isinstance(trial.application, RunningApplication), trial.failure
        assert trial.get("fill")[0] in (418, 502)
        assert "it filled the disk of its database server" in trial.application.fault
        with suppress(AppFaultError):  # either it can be reset, or it gives the reason
            trial.application.reset()
    with deployed(deployer, tmp_path / "app", server, **packages) as trial:
        assert trial.get(quote("SELECT 42")) == (200, "[[42]]")


@pytest.mark.slow
def test_an_application_whose_setup_fills_its_database_is_at_fault(deployer: ApplicationDeployer, tmp_path: Path):
    packages = {"services": ["postgres"], "python_packages": ["pg8000"]}
    server = f"{SERVER}{SQL}{HOLDS}{SERVE}"
    begin = "exec(open('server.py').read().split(chr(10) + 'if sys.argv')[0])"
    setup = [f"python -c \"{begin}; react('fill')\" || true"]
    with deployed(deployer, tmp_path / "app", server, **packages, setup=setup) as trial:
        assert "filled the disk of its database server" in trial.failure
    with deployed(deployer, tmp_path / "app", server, **packages) as trial:
        assert trial.get(quote("SELECT 42")) == (200, "[[42]]")
