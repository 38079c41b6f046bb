"""Names and places in a run folder; has no imports, so that commands that read records start quickly."""

import re

LOCK_FILE = "run.lock"
ITEM_PATH = re.compile(r"items(/(?!\.)[^/\x00-\x1f]+){4}")
"""`items/<case>/<model>/<mode>/<repeat>`: the path of an item's folder below the run's."""
TEST_PATH = re.compile(r"tests(/(?!\.)[^/\x00-\x1f]+){1,2}")
"""`tests/<test>` or `tests/<test>/<number>`: the files of the user's own tests that use the plugin's fixtures."""
