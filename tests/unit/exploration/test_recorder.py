"""What an exploration leaves on disk."""

from pytest_cookie.browser.page.observation import ElementState, Observation
from pytest_cookie.core.page import Box, Control, Inventory
from pytest_cookie.core.scene import Scene
from pytest_cookie.exploration.recorder import Recorder

LEFT = ("screenshots/003.png", "downloads/01-a.csv", "machine.json", "film.mp4", "film.json", "sound.json")


def test_a_second_try_begins_without_anything_of_the_first(tmp_path):
    for name in LEFT:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"of a page that died")
    (tmp_path / "transcript.jsonl").write_text("{}\n")
    with Recorder(tmp_path):
        pass
    left = sorted(path.name for path in tmp_path.rglob("*") if path.is_file())
    assert left == ["scenes.jsonl", "trace.jsonl", "transcript.jsonl"]


def test_scenes_have_the_boxes_of_controls_and_a_text_only_if_it_is_new(tmp_path):
    box = Box(x=10, y=900.5, width=80, height=24)
    save = Control(ref="c1", role="button", name="Save", tag="button", selector="#save", box=box, kind="k")
    with Recorder(tmp_path) as recorder:
        for step, text in enumerate(("3 files", "3 files", "2 files")):
            inventory = Inventory(title="", lang="", url="", text=text, text_length=7, controls=(save,))
            recorder.scene(step, Observation("", b"", inventory, {}, window_at=(0.0, 800.0)))
    scenes = [Scene.model_validate_json(line) for line in (tmp_path / "scenes.jsonl").read_text().splitlines()]
    assert [one.text for one in scenes] == ["3 files", None, "2 files"]
    assert {(one.top, one.boxes["#save"]) for one in scenes} == {(800.0, (10.0, 900.5, 80.0, 24.0))}


def test_scenes_have_the_places_of_texts_that_are_new_elsewhere_or_gone(tmp_path):
    def seen(**places):
        elements = {text: ElementState(text=text, state="", box=box) for text, box in places.items()}
        elements["faint"] = ElementState(text="Faint", state="", box=(0, 0, 9, 9), inked=False)
        return Observation("", b"", Inventory(title="", lang="", url="", text="", text_length=0), elements)

    here, there = (10, 20, 80, 24), (10, 60, 80, 24)
    with Recorder(tmp_path) as recorder:
        for step, one in enumerate(
            (seen(Total=here, Save=there), seen(Total=here, NaN=here), seen(Total=there, NaN=here))
        ):
            recorder.scene(step, one)
    scenes = [Scene.model_validate_json(line) for line in (tmp_path / "scenes.jsonl").read_text().splitlines()]
    assert [one.texts for one in scenes] == [
        {"Total": here, "Save": there}, {"NaN": here, "Save": (10, 60, 0, 0)}, {"Total": there},
    ]  # fmt: skip
