"""`python -m tools.interaction2code.build`: records the reference pages, and writes cases, pictures and samples."""

import shutil
from pathlib import Path

import yaml

from pytest_cookie.browser.host import BrowserHost
from pytest_cookie.protocols.interaction2code.protocol import BENCHMARK
from pytest_cookie.protocols.interaction2code.recording.candidates import Candidate
from pytest_cookie.protocols.interaction2code.recording.open_page import serve_page
from pytest_cookie.protocols.interaction2code.recording.record_page import record_page
from pytest_cookie.protocols.interaction2code.recording.write_case import describe_case, write_attachments

HERE = Path(__file__).parent
WINDOW = (1024, 640)


def main() -> None:
    """Record every page of `spec.yaml`."""
    host = BrowserHost()
    cases = []
    for name, page in yaml.safe_load((HERE / "spec.yaml").read_text(encoding="utf-8")).items():
        cases.append(build_case(host, name, page))
    head = "# Written by `python -m tools.interaction2code.build`.\n"
    text = yaml.safe_dump({"language": "en", "cases": cases}, allow_unicode=True, sort_keys=False, width=120)
    (BENCHMARK / "pages.yaml").write_text(head + text, encoding="utf-8")
    host.close()
    size = sum(path.stat().st_size for path in BENCHMARK.rglob("*") if path.is_file())
    print(f"{BENCHMARK}: {size / 1000:.0f} kB")  # noqa: T201


def build_case(host: BrowserHost, name: str, page: dict) -> dict:  # type: ignore[type-arg]
    """Record one page and return its case."""
    candidates = [
        Candidate(
            selector=f"#interact{number}", action=each["do"], value=each.get("value", ""), description=each["what"]
        )
        for number, each in enumerate(page["interactions"], start=1)
    ]
    page_file = HERE / "references" / f"{name}.html"
    with host.use_browser(), serve_page(page_file, host, WINDOW) as (open_session, url, _):
        recording = record_page(open_session, url, candidates)
    if len(recording.interactions) != len(candidates):
        raise SystemExit(f"{name}: only {len(recording.interactions)} of {len(candidates)} interactions do anything")
    shutil.rmtree(BENCHMARK / name, ignore_errors=True)
    write_attachments(recording, recording.interactions, BENCHMARK / name)
    fields = describe_case(recording, recording.interactions, name, WINDOW)
    own = {"id": name, "leaf": page["leaf"], "source": "written for pytest-cookie", "brief": page["brief"]}
    return {**own, "topic": page["topic"], **fields}


if __name__ == "__main__":
    main()
