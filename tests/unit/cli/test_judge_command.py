"""`pytest-cookie judge` without what made the run."""

from pathlib import Path

from pytest_cookie.cli import main
from pytest_cookie.records.run import RunFolder
from tests.sharded_run import KEYS, record, write_run


def test_a_check_that_is_not_installed_any_more_is_named(tmp_path: Path, capsys):
    run = RunFolder(write_run(tmp_path / "run", map(record, KEYS)))
    run.write_manifest(
        run.manifest.model_copy(update={"packages": {"check badge": "acme 1.0", "judge strict": "acme"}})
    )
    main(["judge", str(run.path)])
    said = capsys.readouterr().err
    assert "the check badge of acme 1.0 is not installed: the new verdicts lack its findings" in said
    assert "strict" not in said
