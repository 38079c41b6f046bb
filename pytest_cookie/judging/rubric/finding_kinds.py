"""`FindingKind`: the stable ids of the built-in findings, each with its meaning.

Records, comparisons and calibrations identify a finding by its kind, so titles can be reworded. Two checks that report
the same defect share a kind. `docs/reference/finding-kinds.md` is generated from this table.
"""

from enum import StrEnum


class CheckKind(str):
    """A kind of finding that a check reports: its id, with its `meaning` in one sentence."""

    __slots__ = ("meaning",)
    meaning: str

    def __new__(cls, kind: str, meaning: str) -> "CheckKind":
        """The kind from its id and its meaning."""
        made = str.__new__(cls, kind)
        made.meaning = meaning
        return made

    @property
    def value(self) -> str:
        """The id, as records store it."""
        return str(self)


class FindingKind(StrEnum):
    """The id of a kind of finding, as records store it. `meaning` is one sentence about it."""

    meaning: str

    def __new__(cls, kind: str, meaning: str) -> "FindingKind":
        """A member from its id and its meaning."""
        member = str.__new__(cls, kind)
        member._value_ = kind
        member.meaning = meaning
        return member

    # the page does not load or does not stay
    NO_PAGE_IN_REPLY = "no-page-in-reply", "The model's reply contains no page that a browser can open."
    BUILD_FAILURE = "build-failure", "The project does not build, so there is no page."
    PAGE_NOT_LOADED = "page-not-loaded", "The document does not arrive."
    UNVIEWABLE_PAGE = "unviewable-page", "The page loads but cannot be viewed, not in a fresh browser either."
    BROWSER_CRASH = "browser-crash", "The page crashes the browser twice, the second time in a fresh browser."
    CRASH_IN_USE = "crash-in-use", "The page crashes after an action."
    BLANK_PAGE = "blank-page", "The page shows neither content nor text."
    BLANK_AFTER_LOAD = "blank-after-load", "The page loads and goes blank before any input had a response."
    BLANK_IN_USE = "blank-in-use", "The page goes blank after an action and stays blank."
    EMPTY_BESIDE_SIDEBAR = "empty-beside-sidebar", "Only the sidebar loads; the main area is empty."
    PAGE_EMPTIES_ITSELF = "page-empties-itself", "All controls disappear without any action."
    CONTENT_VANISHES = "content-vanishes", "Most of the page's content disappears and does not come back."
    CUT_OFF_SOURCE = "cut-off-source", "The source code ends in the middle."
    UNPARSED_SCRIPT = "unparsed-script", "A script has a syntax error, so none of it runs."
    MISSING_FILES = "missing-files", "The page requests files of its own that do not exist."
    UNCAUGHT_ERROR = "uncaught-error", "A script throws an uncaught error while the page loads or is idle."
    CONSOLE_ERROR = "console-error", "The page logs an error on the console."

    # the page as a whole cannot be used
    NO_USABLE_CONTROL = "no-usable-control", "The brief asks for an interactive page, but no part of it can be used."
    NOTHING_WORKS = "nothing-works", "None of the inputs that were tried had an effect."
    FEW_WORKING_INPUTS = "few-working-inputs", "Fewer inputs work than a page of this kind needs."
    LABELS_ONLY = "labels-only", "Most controls change nothing but their own label, so they do not do what it says."
    ONLY_OUTBOUND_LINKS = "only-outbound-links", "The only controls are links to other sites."
    PAGE_COVERED = "page-covered", "Something covers the page and takes every click."
    ALL_CONTROLS_DISABLED = "all-controls-disabled", "All or nearly all controls are disabled and stay so."
    PAGE_LOCKED = "page-locked", "Whenever the page is looked at, all of its controls are covered, inert or disabled."
    FLEEING_BUTTONS = "fleeing-buttons", "Buttons move away from the pointer."
    RELOAD_ON_CLICK = "reload-on-click", "Clicks on buttons reload the page, which undoes their effect."
    STOPS_RESPONDING = "stops-responding", "Inputs work at first, then none does."
    DEAD_STAGE = "dead-stage", "A game or drawing ignores every key, click and drag."

    # a control or key does not work
    DEAD_CONTROL = "dead-control", "A control has no effect when it is used."
    DEAD_KEY = "dead-key", "A key that the page uses or mentions has no effect."
    DEAD_DRAG = "dead-drag", "Nothing can be dragged, although parts of the page show the hand for it."
    INVISIBLE_EFFECT = "invisible-effect", "A control changes the document, but not visibly."
    OWN_LOOK_ONLY = "own-look-only", "A button changes only how it looks itself."
    MISSING_LINK_TARGET = "missing-link-target", "A link points to a place that the page does not have."
    ERROR_ON_USE = "error-on-use", "A control throws an uncaught error when it is used."
    ERROR_ON_LINKED_PAGE = "error-on-linked-page", "A link leads to a page that throws an uncaught error."
    MISSING_FILE_ON_USE = "missing-file-on-use", "A control requests a file of the page that does not exist."
    FORM_RELOADS_PAGE = "form-reloads-page", "Sending a form only reloads the page and clears its fields."

    # a control does something else than its label promises
    LOST_ON_RELOAD = "lost-on-reload", "A reload loses entries, their places or their removal, which are to be kept."

    # feedback
    WRONG_INPUT_ACCEPTED = "wrong-input-accepted", "The page accepts input that it should reject."
    WRONG_INPUT_IGNORED = "wrong-input-ignored", "The page shows no message for wrong input."
    SCROLLING_KEYS = "scrolling-keys", "Keys that steer a game or drawing also scroll the page."

    # controls are hard to reach or to understand
    COVERED_CONTROL = "covered-control", "Something lies over a control, so clicks do not reach it."
    CONTROL_UNDER_FIXED_ELEMENT = (
        "control-under-fixed-element",
        "A fixed element covers a control at every scroll position.",
    )
    CUT_OFF_CONTROL = "cut-off-control", "A control is cut off at a width, and no scrolling reaches it."
    OVERLAPPING_CONTROLS = "overlapping-controls", "Controls overlap each other."
    SMALL_TARGET = "small-target", "Controls are too small for a finger on a phone."
    UNNAMED_CONTROL = "unnamed-control", "A control has no accessible name."
    UNDESCRIBED_DRAWING = "undescribed-drawing", "A drawing with the role of an image has no text alternative."
    TEXT_FIELD_AMONG_RADIOS = "text-field-among-radios", "A text field belongs to a group of radio buttons."

    # content
    MISSING_CONTENT = "missing-content", "A name or figure that the brief quotes is not on the page."
    MISSING_PART = "missing-part", "The brief asks for a part or control that the page does not have."
    WRONG_LANGUAGE = "wrong-language", "Text is in another language than the brief."
    PLACEHOLDER_TEXT = "placeholder-text", "Filler text is shown instead of content."
    BROKEN_CHARACTERS = "broken-characters", "Characters are garbled by a wrong encoding."
    INVALID_VALUE = "invalid-value", "`undefined`, `NaN` or `Infinity` is shown instead of a value."
    NULL_VALUE = "null-value", "`null` is shown instead of a value."
    RAW_OBJECT = "raw-object", "`[object Object]` or `Invalid Date` is shown instead of a value."
    UNDEFINED_IN_NAME = "undefined-in-name", "`undefined` or `NaN` is part of a name."
    TEXT_AROUND_DOCUMENT = "text-around-document", "The file shows text outside of its document, as of a reply."
    UNFILLED_TEMPLATE = "unfilled-template", "A template expression is shown instead of its value."
    PAGE_NUMBER_BEYOND_LAST = "page-number-beyond-last", "A page number is higher than the number of pages."
    CUT_OFF_TEXT = "cut-off-text", "Text is cut off, and users cannot read the rest."
    TEXT_UNDER_FIXED_ELEMENT = "text-under-fixed-element", "A fixed element covers text at every scroll position."
    OVERLAPPING_TEXT = "overlapping-text", "Texts are drawn over each other."

    # pictures, sound and video
    BROKEN_PICTURE = "broken-picture", "An image does not load."
    PLACEHOLDER_PICTURE = "placeholder-picture", "A plain box of a placeholder service is shown instead of an image."
    STRETCHED_PICTURE = "stretched-picture", "An image is stretched out of proportion."
    BLURRED_PICTURE = "blurred-picture", "An image is shown at over twice its own size."
    MISSING_ALT_TEXT = "missing-alt-text", "An image has no alt text."
    NO_PICTURES = "no-pictures", "The brief or the kind of page asks for images, and there are none."
    MISSING_ICONS = "missing-icons", "Empty boxes are shown instead of icons."
    MEDIA_NOT_LOADED = "media-not-loaded", "A sound or video does not load."
    MEDIA_WITHOUT_CONTROLS = "media-without-controls", "A sound or video has no controls."
    SILENT_PAGE = "silent-page", "The brief asks for sound, and the page stays silent."

    # layout and looks
    SIDEWAYS_OVERFLOW = "sideways-overflow", "The page is wider than the window."
    NO_VIEWPORT_META = "no-viewport-meta", "The viewport meta tag is missing."
    TEXT_MISSING_AT_WIDTH = "text-missing-at-width", "Most of the text is missing on smaller screens."
    NO_HEADINGS = "no-headings", "A long text has no headings."
    FEW_HEADINGS = "few-headings", "A long text has few headings."
    MISSING_STRUCTURE = "missing-structure", "Landmarks, lists or headings are not marked up as such."
    NEARLY_EMPTY_PAGE = "nearly-empty-page", "Nearly all of the page has the background colour."
    CROWDED_PAGE = "crowded-page", "Hardly any of the page has the background colour."
    LAYOUT_SHIFT = "layout-shift", "Content moves while the page loads."
    ASKEW_PART = "askew-part", "A part is rotated and its neighbours are not."
    LOW_CONTRAST = "low-contrast", "Text has too little contrast with its background."
    TINY_TEXT = "tiny-text", "Most of the text is too small to read."
    TOO_MANY_FONT_SIZES = "too-many-font-sizes", "The page uses too many font sizes."
    TOO_MANY_FONT_FAMILIES = "too-many-font-families", "The page uses too many font families."
    UNSTYLED_PAGE = "unstyled-page", "No CSS applies to the page."
    PLAIN_PAGE = "plain-page", "The page has few signs of styling."
    NO_TRANSITIONS = "no-transitions", "Hardly any control has a transition or a hover state."
    STUTTERING_PAGE = "stuttering-page", "The page does not run smoothly."

    # notes about the artifact
    JUDGE_APPEAL = "judge-appeal", "A text of the artifact tries to influence an automatic judge."
    TEST_DETECTION = "test-detection", "The code checks whether an automated browser uses the page."
    ALTERED_BROWSER = "altered-browser", "The page changes built-in JavaScript or browser interfaces."
