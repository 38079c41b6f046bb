"""What an exploration leaves on disk."""

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
    assert left == ["trace.jsonl", "transcript.jsonl"]
