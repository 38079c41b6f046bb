"""The expected outcome of each page of `pages/`.

A page that no browser carries fails: a plain Chromium crashes of `deep-nesting`, needs 3.6 GB to show
`canvases-of-100-megabytes` and 3.4 GB for a frame of `blur-of-everything`, and never loads `loop-of-observers`. Of
many frames Chromium alone is slow: 23 s on two cores for the 800 of `frames-by-the-thousand`; `frames-of-itself` has as
many as Chromium allows.
"""

from pytest_cookie.core.evidence import FROM_OUTSIDE
from tests.browser.hostile.page import USED, HostilePage

_ENDED = "without yielding"
_BUSY = "kept the browser too busy"
_TOO_SLOW = "crashes the browser|does not load|cannot be viewed|did not answer"
_IN_PART = "beyond the first 20000 were not examined"
_NEVER_THERE = "keeps navigating to new documents|did not arrive completely"
_SPEAKS = "addresses its judge"
_NOT_ALLOWED = "Not allowed to load local resource"

ENDLESS = (
    HostilePage("loop-at-load", "failed", "did not answer", is_short=True),
    HostilePage("loop-in-a-handler", "scored", _ENDED, is_short=True),
    HostilePage("loop-in-a-timer", "scored", _ENDED),
    HostilePage("loop-in-a-worker", "scored", "a worker took too long"),
    HostilePage("loop-in-many-workers", "scored", f"a worker took too long|The page stutters|{_BUSY}", may_fail=True),
    HostilePage("loop-of-promises", "scored", _ENDED),
    HostilePage("loop-on-scroll", "failed", _BUSY),
    HostilePage("loop-while-it-is-measured", "scored"),
    HostilePage(
        "long-tasks-for-ever", "scored", f"The page stutters|{_BUSY}|not done within|did not answer", may_fail=True
    ),
    HostilePage("workers-that-sleep", "scored", "a worker took too long"),
    HostilePage("loop-of-messages", "scored"),
    HostilePage("loop-in-a-pattern", "scored", _ENDED),
    HostilePage("loop-in-no-script", "failed", "crashes the browser|did not answer", is_short=True),
    HostilePage("loop-in-a-shader", "failed", "crashes the browser|did not answer", is_short=True),
    HostilePage("busy-waiting", "scored", _ENDED),
    HostilePage("loop-of-observers", "failed", "did not answer"),
)
GREEDY = (
    HostilePage("memory-of-lists", "failed", "crashed|died", is_short=True),
    HostilePage("memory-of-buffers", "failed", "memory", is_short=True),
    HostilePage("memory-of-texts", "failed", "crashed|died|memory"),
    HostilePage("memory-of-elements", "failed", "memory|did not answer"),
    HostilePage("memory-of-blobs", "scored"),
    HostilePage("memory-in-workers", "failed", "memory"),
    HostilePage("memory-of-wasm", "failed", "memory"),
    HostilePage("memory-on-disk", "scored"),
    HostilePage("deep-nesting", "failed", "crashes the browser"),
    HostilePage("canvases-of-100-megabytes", "failed", "memory"),
    HostilePage("webgl-loss", "scored"),
    HostilePage("blur-of-everything", "failed", "memory"),
    HostilePage("blast-of-sound", "scored"),
)
STORMS = (
    HostilePage("alerts-at-load", "failed", "did not answer"),
    HostilePage("dialogs-without-end", "scored", "alert: 1|dialog opens by itself: “1”"),
    HostilePage("dialogs-from-frames", "scored", "From a frame"),
    HostilePage("stay-here", "scored"),
    HostilePage("stay-here-after-many-dialogs", "scored"),
    HostilePage("windows-at-load", "scored"),
    HostilePage("windows-on-a-timer", "scored", "about:blank", is_short=True),
    HostilePage("windows-from-frames", "scored"),
    HostilePage("downloads", "scored", "larger than"),
    HostilePage("printing", "scored", "print"),
    HostilePage("fullscreen-and-pointer-lock", "scored", "full screen"),
    HostilePage("history-flood", "scored"),
    HostilePage("hash-flood", "scored"),
    HostilePage("console-flood", "scored", "line 0", is_short=True),
    HostilePage("error-flood", "scored", "Wave"),
    HostilePage("errors-without-end", "scored", f"{_ENDED}|crashes the browser", may_fail=True),
    HostilePage("errors-of-many-listeners", "scored", "Nobody catches"),
    HostilePage("request-flood", "scored", "nothing-"),
    HostilePage("frames-of-itself", "scored", f"{USED}|{_TOO_SLOW}", may_fail=True),
    HostilePage("frames-by-the-hundred", "scored"),
    HostilePage("frames-by-the-thousand", "scored", f"{USED}|{_TOO_SLOW}", may_fail=True),
    HostilePage("listeners-by-the-thousand", "scored"),
)
LEAVING = (
    HostilePage("reload-for-ever", "failed", _NEVER_THERE),
    HostilePage("reload-on-a-timer", "scored", "No input that was tried has an effect|1 cup"),
    HostilePage("refresh-for-ever", "failed", _NEVER_THERE),
    HostilePage("refresh-to-a-port-of-the-host", "failed", "127.0.0.1"),
    HostilePage("away-at-load", "failed", "example.com"),
    HostilePage("away-to-a-port-of-the-host", "failed", "127.0.0.1"),
    HostilePage("away-on-a-click", "scored", "left the page"),
    HostilePage("away-to-a-file", "scored", _NOT_ALLOWED),
    HostilePage("away-to-data", "scored", "Not allowed to navigate top frame to data URL"),
    HostilePage("away-to-a-blob", "scored", "blob:http"),
    HostilePage("away-to-nothing", "scored", "about:blank"),
    HostilePage("away-into-the-browser", "scored", _NOT_ALLOWED),
    HostilePage("another-document-in-its-place", "scored", _ENDED, may_fail=True),
    HostilePage("closing-and-stopping", "scored"),
    HostilePage("no-page-left", "failed", "loses its content when it is used"),
)
REACHING = (
    HostilePage("fetch-to-ports-of-the-host", "scored", "beacon", is_short=True),
    HostilePage("sockets-and-streams", "scored", "socket"),
    HostilePage("peers", "scored", "gathering complete", never="candidate candidate"),
    HostilePage("private-addresses", "scored", "169.254.169.254"),
    HostilePage("hints-to-the-network", "scored", "preload"),
    HostilePage("forms-and-links-elsewhere", "scored", "/form"),
    HostilePage("files-of-the-host", "scored", "refused|no file", never="READ A FILE OF THE HOST"),
    HostilePage("other-items", "scored", "other.localhost", never='"answered (basic|default)'),
    HostilePage("service-worker", "scored", "refused", never="registered|SERVED BY A SERVICE WORKER"),
    HostilePage("permissions", "scored", "camera was refused", never="was granted"),
    HostilePage("devices", "scored", "was refused", never="was granted"),
    HostilePage("leaving-things-behind", "scored"),
)
LYING = (
    HostilePage("console-of-its-own", "scored"),
    HostilePage("fetch-of-its-own", "scored"),
    HostilePage("elements-of-its-own", "scored", FROM_OUTSIDE, is_short=True),
    HostilePage("elements-that-lie", "scored", FROM_OUTSIDE),
    HostilePage("frames-of-its-own-making", "scored"),
    HostilePage("names-that-hide-the-document", "scored", "Too few inputs work"),
    HostilePage("fields-that-hide-their-form", "failed", "hides the form's own property of that name"),
    HostilePage("clocks-of-its-own", "scored"),
    HostilePage("json-of-its-own", "scored"),
    HostilePage("lists-broken-after-a-click", "scored", FROM_OUTSIDE, is_short=True),
    HostilePage("lists-broken-for-good", "scored", FROM_OUTSIDE),
    HostilePage("object-of-its-own", "scored", FROM_OUTSIDE, is_short=True),
    HostilePage("answers-of-its-own", "scored", FROM_OUTSIDE),
    HostilePage("what-we-leave-in-the-page", "scored", "found"),
    HostilePage("good-while-it-is-looked-at", "scored", "checks whether it is being tested"),
)
SPEAKING = (
    HostilePage("order-on-screen", "scored", _SPEAKS),
    HostilePage("order-in-an-alternative-text", "scored", _SPEAKS),
    HostilePage("order-on-the-console", "scored", _SPEAKS),
    HostilePage("order-in-the-title", "scored", _SPEAKS),
    HostilePage("order-in-failed-requests", "scored", _SPEAKS),
    HostilePage("order-in-an-error", "scored", _SPEAKS),
    HostilePage("codes-everywhere", "scored", "RED", is_short=True),
    HostilePage("codes-in-an-error-that-blanks-the-page", "failed", "RED"),
    HostilePage("markup-everywhere", "scored", "onerror"),
)
UNDRAWN = (
    HostilePage("transition-at-load-that-never-ends", "scored"),
    HostilePage("transitions-that-never-end", "scored", is_short=True),
    HostilePage("transitions-one-after-another", "scored", "The page is locked"),
    HostilePage("boxes-of-millions-of-px", "scored", is_short=True),
    HostilePage("letters-of-millions-of-px", "scored"),
    HostilePage("promises-that-nobody-keeps", "scored"),
    HostilePage("scrolling-without-end", "scored"),
    HostilePage("documents-opened-again-and-again", "scored"),
    HostilePage("layers-that-lock-the-page", "scored", "The page is locked"),
)
LARGE = (
    HostilePage("table-of-400000-cells", "scored", _IN_PART),
    HostilePage("buttons-by-the-hundred-thousand", "scored", _IN_PART),
    HostilePage("boxes-by-the-hundred-thousand", "scored", _IN_PART),
    HostilePage("links-by-the-ten-thousand", "scored", _IN_PART, is_short=True),
    HostilePage("fields-by-the-thousand", "scored", "axe-core checked"),
    HostilePage("options-by-the-hundred-thousand", "scored", _IN_PART),
    HostilePage("texts-by-the-hundred-thousand", "scored"),
    HostilePage("boxes-upon-boxes", "scored", _IN_PART),
    HostilePage("rules-by-the-ten-thousand", "scored"),
    HostilePage("lists-in-lists", "scored", "axe-core checked"),
    HostilePage("attributes-of-a-megabyte", "scored"),
)
ODD = (
    HostilePage("digits-of-many-scripts", "scored", is_short=True),
    HostilePage("odd-links", "scored"),
    HostilePage("dates-that-are-none", "scored"),
    HostilePage("halves-and-nothings", "scored", is_short=True),
    HostilePage("patterns-without-end", "scored"),
)
PAGES = ENDLESS + GREEDY + STORMS + LEAVING + REACHING + LYING + SPEAKING + UNDRAWN + LARGE + ODD
