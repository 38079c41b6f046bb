from pytest_cookie.core.wording import join_sentences


def test_joined_sentences_have_one_mark_each(subtests):
    for parts, text in (
        (["Substep 1 failed: Press Save.", "It is not listed"], "Substep 1 failed: Press Save. It is not listed."),
        (["Is it there?", "", "No!", " It waits… "], "Is it there? No! It waits…"),
        (["one", "two."], "one. two."),
        ([], ""),
    ):
        with subtests.test(text):
            assert join_sentences(parts) == text
