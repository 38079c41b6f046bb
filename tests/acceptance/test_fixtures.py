"""A user's own tests ask for our fixtures, values and factories."""

import pytest

from tests.acceptance.conftest import Project


@pytest.mark.long
def test_values_are_parametrized_over_the_suite(project: Project):
    project.page("good.html")
    project.case("good-page", "good.html")
    project.pytester.makepyfile(
        """
        def test_mine(cookie_item, artifact, deployment, evidence, verdict):
            assert cookie_item.case.id == "good-page"
            assert artifact.entry == "good.html"
            assert deployment.url == "http://artifact.localhost/good.html"
            assert evidence.perception.loaded
            assert verdict.scores["total"] > 0
        """
    )
    result = project.run("test_values_are_parametrized_over_the_suite.py")
    result.assert_outcomes(passed=1)
    assert not (project.path / "run" / "items" / "good-page").exists(), "only the benchmark's own items count"


@pytest.mark.long
def test_factories_need_no_options(project: Project):
    project.page("good.html")
    project.case("good-page", "good.html")
    project.pytester.makepyfile(
        """
        from pathlib import Path
        from pytest_cookie.dataset.load import load_cases

        def test_mine(generate, deploy, explore, judge):
            case, = load_cases(Path("cases.yaml"))
            deployment = deploy(generate(case, "ready"))
            verdict = judge(explore(deployment))
            assert verdict.runnable
        """
    )
    result = project.pytester.runpytest_subprocess("-p", "no:cacheprovider", timeout=120)
    result.assert_outcomes(passed=1)
