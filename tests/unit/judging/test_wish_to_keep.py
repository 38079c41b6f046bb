"""A brief asks that entries outlast a reload, or mentions stores, closing and reloading in another sense."""

from pytest_cookie.judging.text.wish_to_keep import wants_kept

KEEPING = [
    "Save rides to localStorage.",
    "No backend, just localStorage.",
    "Without a server; data lives in localStorage.",
    "Rides are still there after a reload.",
    "Entries must survive a refresh.",
    "Kept after the page is reloaded.",
    "Keep my chops after refresh",
    "It should survive closing the page.",
    "Everything is still there when I close and reopen it.",
    "Notes persist.",
    "Nichts geht verloren: beim Neuladen bleibt alles.",
    "Tout est conservé ; si je ferme la page, je retrouve mes notes.",
    "刷新不丢",
    "リロードしても残る",
    "새로고침해도 남고",
    "Guardado en el navegador.",
    "It should still be there tomorrow.",
    "best score please, remembered for next time",
    "It remembers where I stopped.",
    "my list must not be gone when i open it again",
    "Autosaves after every step.",
    "Am nächsten Tag ist alles noch da.",
    "Tout reste là demain.",
    "Que mañana siga todo ahí.",
    "Rascunho guardado; amanhã continua.",
    "明天打开还在",
    "填到一半走开，回来还得在",
    "選んだものを覚えておいてください",
    "다음에도 남습니다.",
]


def test_entries_are_to_be_kept(subtests):
    for brief in KEEPING:
        with subtests.test(brief=brief):
            assert wants_kept(brief)


NOT_KEEPING = [
    "Do not use localStorage.",
    "Don't use localStorage or cookies.",
    "No localStorage, everything in memory.",
    "It works without any persistent storage.",
    "Nothing needs to be stored; no need to persist data.",
    "localStorage is not available.",
    "Ohne localStorage, alles im Speicher.",
    "Kein localStorage.",
    "Sans localStorage.",
    "No usar localStorage.",
    "Não usar localStorage.",
    "不要使用localStorage。",
    "localStorageは使わない。",
    "localStorage는 사용하지 않는다.",
    "After closing the dialog the new entry is at the top.",
    "Keep the focus on the button when the dialog closes.",
    "A position is free again ten seconds after its tab closes.",
    "After each change refresh the totals.",
    "After clicking Apply, reload the chart.",
    "Recherche par nom. Fermetures conservées.",
    "リロードなしで一覧が変わる",
    "새로고침 없이 목록이 바뀐다",
    "Tomorrow's weather, and the wind still in knots.",
    "Names that are easy to remember.",
    "I can never remember the rules, so explain them.",
    "Save as a file and open it again.",
    "El parte de la mañana está arriba.",
    "明天几点集合，写大一点",
    "让人记住的标题",
    "내일 날씨와 바람",
    "",
]


def test_nothing_is_said_of_keeping(subtests):
    for brief in NOT_KEEPING:
        with subtests.test(brief=brief):
            assert not wants_kept(brief)


def test_a_long_brief_is_read_in_time_by_the_letter():
    assert not wants_kept("no use any need to be " * 5_000)
    assert not wants_kept("after keep remember still there " * 5_000)
