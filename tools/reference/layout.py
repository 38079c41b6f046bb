"""The files of a run folder. A test compares the list with the files of a run."""

from tools.reference.tables import table

FILES: tuple[tuple[str, str], ...] = (
    ("manifest.json", "what the run was made with; see [Manifest](#manifest)"),
    ("people.json", "ratings by people, stored by `pytest-cookie agree --store`, which the report shows"),
    ("planned.txt", "the folder of every item that was ever selected, one in each line, sorted"),
    ("records.jsonl", "all records; see [Records](#records)"),
    ("summary.json", "the run in numbers; see [Summary](#summary)"),
    ("index.html", "the report; it opens without a server and without a network"),
    ("data/**", "the items of the report, in blocks that it loads when they are needed"),
    ("assets/**", "styles, scripts and the charting library of the report"),
    ("run.lock", "the session that writes the run; see [resuming a run](../how-to/resume-a-run.md)"),
    ("models/**", "the account of model calls, shared by all workers"),
    ("export/*", "tables written by `pytest-cookie export`"),
    ("tests/**", "files that the fixtures made for your own tests"),
    ("items/*/*/*/*/index.html", "the page of an item in the report"),
    ("items/*/*/*/*/running.html", "the artifact, to be used in a browser"),
    ("items/*/*/*/*/source.html", "the lines of the source that findings and steps name"),
    ("items/*/*/*/*/record.json", "the item's [Record](#record)"),
    ("items/*/*/*/*/case.json", "the case as it was when the item ran"),
    ("items/*/*/*/*/artifact.json", "the item's [Artifact](#artifact)"),
    ("items/*/*/*/*/artifact/**", "the files of the artifact"),
    ("items/*/*/*/*/reply-*.md", "the raw replies of the model"),
    ("items/*/*/*/*/coding.jsonl", "the conversation with a model that builds a React project"),
    ("items/*/*/*/*/dist/**", "the build of the artifact's sources"),
    ("items/*/*/*/*/build.log", "the output of the build"),
    ("items/*/*/*/*/deployment.json", "the item's [Deployment](#deployment)"),
    ("items/*/*/*/*/deployment.log", "requests that were refused, or for missing files"),
    ("items/*/*/*/*/verdicts/*.json", "one [Verdict](#verdict) for each judge"),
    ("items/*/*/*/*/evidence/evidence.json", "the item's [Evidence](#evidence), once it is complete"),
    ("items/*/*/*/*/evidence/sessions/**",
     "for an item with several sessions, the result of each: a [StoredSession](#storedsession)"),
    ("items/*/*/*/*/evidence/static/**", "the page at rest: screenshots at three widths, `perception.json`"),
    ("items/*/*/*/*/evidence/*/trace.jsonl", "one [Step](#step) in each line"),
    ("items/*/*/*/*/evidence/*/scenes.jsonl", "one [Scene](#scene) in each line"),
    ("items/*/*/*/*/evidence/*/screenshots/*", "the window after each step"),
    ("items/*/*/*/*/evidence/*/popups/*", "windows that the page opened"),
    ("items/*/*/*/*/evidence/*/film.*", "the film (MP4 or WebM) and its [description](#filmsummary)"),
    ("items/*/*/*/*/evidence/*/sound.json", "the sound in numbers; see [Sound](#sound)"),
    ("items/*/*/*/*/evidence/*/machine.json", "the cost for the machine; see [Machine time](#machine-time)"),
    ("items/*/*/*/*/evidence/*/downloads/*", "files that the page offered for download"),
)  # fmt: skip
"""Path patterns relative to the run folder, with the content. `*` is one name, `**` any path."""

_ITEM = "items/*/*/*/*/"


def layout_table() -> str:
    """One row for each pattern. Files of an item are relative to its folder."""
    rows = [(f"`{pattern.replace(_ITEM, '<item>/').replace('/**', '/')}`", meaning) for pattern, meaning in FILES]
    return table(("file", "content"), rows)
