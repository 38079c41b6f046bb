"""A run of items with complete evidence, for judges that are models."""

from pathlib import Path

from pytest_cookie.core.artifact import ItemKey
from pytest_cookie.core.record import Cause, Record
from pytest_cookie.dataset.load import load_cases
from pytest_cookie.records.run import RunFolder
from tests.synthetic_run import make_manifest
from tests.unit.judging.model.scripted import SOURCE, Item


def write_judgeable_run(path: Path, names: list[str]) -> RunFolder:
    """One item of each name, each of a page with its own source."""
    run = RunFolder.create(path)
    run.write_manifest(make_manifest())
    lines = [
        f"- {{id: {name}, leaf: action, language: en, brief: Super Mario {name}, artifact: p.html}}" for name in names
    ]
    (path / "cases.yaml").write_text("\n".join(lines))
    for case in load_cases(path / "cases.yaml"):
        folder = f"items/{case.id}/m/html/1"
        item = run.item(folder)
        page = Item(item.path, film=False, shrinks_by=8, source=f"{SOURCE}<!-- {case.id} -->")
        item.write_case(case)
        item.write_artifact(page.artifact.model_copy(update={"key": ItemKey(case=case.id, model="m", mode="html")}))
        item.write_evidence(page.evidence)
        item.write_record(
            Record(
                case=case.id,
                model="m",
                mode="html",
                repeat=1,
                outcome="unscored",
                cause=Cause(stage="judge", kind="JudgingError", message="not yet judged"),
                page_type=case.page_type,
                domain=case.domain,
                leaf=case.leaf,
                difficulty=case.difficulty,
                language=case.language,
                brief=case.brief,
                agent="crawler",
                judge="none",
                folder=folder,
            )
        )
    return run
