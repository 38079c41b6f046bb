"""A page whose texts are commands for terminals and CI servers: no output of a run contains one."""

import re

import pytest

from tests.acceptance.conftest import Project

ORDERS = r"::set-output name=key::stolen ##[error]broken ##vso[task.complete] ##teamcity[buildStop] \u001b[2J\u202egnp"
PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Tea</title></head>
<body><main><h1>Tea timer of the house</h1><p>Count every cup of tea that you have had today.</p>
<button id="go"></button> <button id="other"></button></main>
<script>
  const orders = "ORDERS"
  document.title = go.textContent = orders
  other.textContent = "More " + orders
  console.error("\\n" + orders)
  setTimeout(() => { throw new Error("\\n" + orders) })
</script></body></html>
"""
OBEYED = re.compile(r"(?m)^\s*::[a-z]|##\[|##vso\[|##teamcity\[|\x1b\[2J|\u202e")


@pytest.mark.long
def test_what_a_run_prints_and_writes_for_others_holds_no_orders(project: Project):
    project.page("orders.html", PAGE.replace("ORDERS", ORDERS))
    project.case("tea", "orders.html")
    with (project.path / "pyproject.toml").open("a") as settings:
        settings.write("pass_total = 99\n")
    result = project.run("--junitxml=junit.xml", "-rA")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*is below pass_total = 99*"])
    shown = result.stdout.str() + result.stderr.str()
    (record,) = project.records()
    assert record["outcome"] == "scored"
    told = " ".join(finding["title"] + finding["why"] for finding in record["findings"])
    assert "name=key" in told, "a finding quotes the page, so the quote may be printed"
    assert "name=key" in shown
    assert OBEYED.findall(shown) == []
    assert OBEYED.findall((project.path / "junit.xml").read_text(encoding="utf-8")) == []
