from pytest_cookie.protocols.artifactsbench.keyless import PROTOCOL


def test_score_names_keep_their_capitals_and_whole_words():
    named = {spec.id: (spec.title, spec.brief) for spec in PROTOCOL.scores}
    assert named["seo"] == ("SEO", "SEO")
    assert named["accessibility"] == ("Accessibility", "accessibility")
    assert named["best_practices"] == ("Best practices", "best")
