"""New texts on canvases, a few at each step."""

from pytest_cookie.exploration.step_notes import CanvasTexts


def test_texts_that_one_step_has_no_room_for_come_with_the_next():
    texts, shown = CanvasTexts(), [f"Planet {chr(65 + i)}" for i in range(26)]
    assert texts.note(shown) == tuple(shown[:24])
    assert texts.note(shown) == tuple(shown[24:])
    assert texts.note(shown) == ()


def test_a_counting_text_is_new_once():
    texts = CanvasTexts()
    assert [texts.note([f"Score {score}"]) for score in (1, 20, 300)] == [("Score 1",), (), ()]
