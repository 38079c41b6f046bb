"""Keys that a page names for its pause."""

from pytest_cookie.core.pause_keys import find_pause_keys

NAMED = [
    ("Move with ← and →. P pauses the game, P again goes on.", ("p",)),
    ("P: pause · R: restart", ("p",)),
    ("Press Space to pause.", ("Space",)),
    ("Press P or Esc to pause", ("p", "Escape")),
    ("Pause: P", ("p",)),
    ("Pause (Space)", ("Space",)),
    ("[P] to pause", ("p",)),
    ("Press the spacebar to start. Esc key to pause", ("Escape",)),
    ("Leertaste pausiert das Spiel", ("Space",)),
    ("Mit P zum Pausieren", ("p",)),
    ("Échap pour mettre en pause", ("Escape",)),
    ("P para pausar", ("p",)),
    ("Barra de espaço para pausar", ("Space",)),
    ("Espace ou P pour mettre en pause", ("Space", "p")),
    ("按空格键暂停", ("Space",)),
    ("按 P 暂停", ("p",)),
    ("Pキーで一時停止", ("p",)),
    ("P 키로 일시정지", ("p",)),
    ("Jump Space Pause P", ()),
    ("Space jump, P pause", ()),
    ("A pause: Enjoy your tea", ()),
    ("Pause: A short break", ()),
    ("A pausa dura 5 minutos", ()),
    ("Pause: P, Restart: R", ("p",)),
    ("A Pause for thought", ()),
    ("VIP pauses", ()),
    ("Space to jump. Take a pause.", ()),
    ("暂停", ()),
]


def test_the_keys_of_a_pause(subtests):
    for text, keys in NAMED:
        with subtests.test(text):
            assert find_pause_keys(text) == keys
