"""Known-good and known-bad evidence for item 16, audio and video behaviour."""

import pytest

from pytest_cookie.core.evidence import SessionEvidence
from pytest_cookie.core.film import FilmSummary
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.items.audio_and_video_behaviour import measure_audio_and_video_behaviour
from tests.unit.judging.evidence_builders import case, evidence, inventory, medium, subject


def test_media_elements_must_load_and_have_controls():
    asked = case(brief="A page with a video.")

    def score(**fields: bool) -> float | None:
        film = medium("video", alt=None, **fields)
        return measure_audio_and_video_behaviour(subject(of=asked, inventory=inventory(media=(film,)))).score

    assert score(controls=True) == 1
    assert score(controls=True, loaded=False) == pytest.approx(0.65)
    assert score(controls=False) == pytest.approx(0.9)
    assert measure_audio_and_video_behaviour(subject(of=asked)).status == "unmeasured"


@pytest.mark.parametrize(("sound_file", "score"), [("sound.json", 1.0), ("", 0.4)])
def test_sound_made_by_script_is_heard_without_a_film(sound_file: str, score: float):
    listened = evidence(sessions=(SessionEvidence(name="crawler", sound_file=sound_file),))
    asked = case(brief="A drum machine with sound.")
    assert measure_audio_and_video_behaviour(RubricContext(asked, listened)).score == score
    in_real_time = listened.model_copy(update={"clock": "cooperative"})
    assert measure_audio_and_video_behaviour(RubricContext(asked, in_real_time)).status == "unmeasured"


@pytest.mark.parametrize(("sound_file", "score"), [("sound.json", 1.0), ("", 0.4)])
def test_sound_made_by_script_is_heard_in_the_film(sound_file: str, score: float):
    told = {"file": "film.mp4", "duration_ms": 9, "width": 9, "height": 9, "fps_cap": 30, "staleness_ms": 33}
    film = FilmSummary(**told, max_bytes=9, hand_drawn=True, sound_file=sound_file)
    filmed = evidence(sessions=(SessionEvidence(name="crawler", film=film),))
    assert (
        measure_audio_and_video_behaviour(RubricContext(case(brief="A drum machine with sound."), filmed)).score
        == score
    )
