"""A translation may change the language only."""

import pytest

from pytest_cookie.dataset.construction.translation import find_structure_changes

ORIGINAL = """# Timer
Build `tea.timer` as in src/app/timer.ts, see https://example.org/a?b=1:
- three presets: 3, 5 and 8 minutes
- a bell
```js
start(180)
```
User: and a dark mode"""
FRENCH = """# Minuterie
Construis `tea.timer` comme dans src/app/timer.ts, voir https://example.org/a?b=1 :
- trois réglages : 3, 5 et 8 minutes
- une cloche
```js
start(180)
```
User : et un mode sombre"""


def test_a_faithful_translation_has_no_changes():
    assert list(find_structure_changes(ORIGINAL, FRENCH)) == []


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("`tea.timer`", "`minuterie.the`", ["code: `tea.timer` is missing", "code: `minuterie.the` was added"]),
        ("start(180)", "demarrer(180)", ["code block: ```js start(180) ``` is missing"]),
        ("src/app/timer.ts", "src/app/minuterie.ts", ["path: src/app/timer.ts is missing"]),
        ("https://example.org/a?b=1", "le site", ["address: https://example.org/a?b=1 is missing"]),
        ("# Minuterie", "Minuterie", ["headings: 1 became 0"]),
        ("- une cloche\n", "", ["bullets: 2 became 1"]),
        ("User : ", "", ["role: role is missing"]),
        ("3, 5 et 8", "quelques", ["numbers: 3, 5, 8 are missing"]),
    ],
)
def test_each_loss_is_told(old, new, told):
    changes = [" ".join(change.split()) for change in find_structure_changes(ORIGINAL, FRENCH.replace(old, new))]
    assert set(told) <= set(changes)
