from pytest_cookie.exploration.crawler.games import ARROWS, letter_keys, movement_keys, plan_game
from pytest_cookie.exploration.label_words import means
from tests.unit.exploration.pages import Desk, case

WORDS = [
    ("▶ Play", "start"), ("开始游戏", "start"), ("Commencer", "start"), ("Jugar ahora", "start"),
    ("スタート", "start"), ("Spielen", "start"), ("게임 시작", "start"),
    ("Começar", "start"), ("×", "close"), ("Close ✕", "close"),
    ("OK", "close"), ("Alle löschen", "destroy"), ("全部删除", "destroy"), ("Tout effacer", "destroy"),
    ("Cerrar sesión", "destroy"), ("☰", "menu"), ("Menü öffnen", "menu"), ("Jetzt buchen", "submit"),
    ("送信", "submit"), ("Rückgängig", "undo"), ("되돌리기", "undo"), ("撤销", "undo"), ("Weiter", "onward"),
    ("下一步", "onward"), ("Richtung tauschen", "swap"), ("⇄", "swap"), ("이어서 하기", "resume"),
    ("Delete task: water all the plants on the balcony and in the kitchen, too", "destroy"),
    ("Die Aufgabe „alle Pflanzen auf dem Balkon und in der Küche gießen“ löschen", "destroy"),
    ("✏️", "edit"), ("Edit Anna", "edit"), ("Termin ändern", "edit"), ("编辑", "edit"), ("수정", "edit"),
    ("Save as new", "copy"), ("Modell duplizieren", "copy"), ("另存为", "copy"),
    ("确定", "confirm"), ("Previous slide", "backward"), ("이전", "backward"), ("Valider", "confirm"),
    ("Number of guests", "quantity"), ("数量", "quantity"), ("Nombre de places", "quantity"), ("Cantidad", "quantity"),
    ("Next week", "series"), ("次のページ", "series"), ("Post comment", "submit"), ("Veröffentlichen", "submit"),
    ("Actualizar perfil", "submit"), ("投稿する", "submit"), ("Mettre à jour", "submit"),
    ("人数", "quantity"), ("Anzahl Personen", "quantity"), ("수량", "quantity"), ("Quantidade", "quantity"),
]  # fmt: skip


def test_words_in_eight_languages(subtests):
    for name, meaning in WORDS:
        with subtests.test(name=name):
            assert means(name, meaning)


LOOKALIKES = [
    ("Startseite", "start"),
    ("x-axis", "close"),
    ("Display", "start"),
    ("Nothing", "cancel"),
    ("Undeleted", "destroy"),
    ("Nextcloud", "onward"),
    ("Okapi", "confirm"),
    ("Editorial", "edit"),
    ("View post", "submit"),
    ("Last update", "submit"),
    ("Postcards", "submit"),
    ("Copyright", "copy"),
    ("Design review: the empty span becomes a proper chevron, see the ticket of Monday", "destroy"),
]


def test_words_that_only_look_like_it(subtests):
    for name, meaning in LOOKALIKES:
        with subtests.test(name=name):
            assert not means(name, meaning)


def test_keys_that_a_page_names():
    text = "Fly with the arrow keys or WASD. P pauses. Press M to mute, R: restart"
    assert movement_keys(text)[:4] == ARROWS
    assert set("wasd") <= set(movement_keys(text))
    assert letter_keys(text) == ("p", "m", "r")


def test_keys_in_other_languages():
    assert movement_keys("用方向键移动，空格跳跃") == (*ARROWS, "Space")
    assert letter_keys("按P暂停") == ("p",)
    assert letter_keys("Pキーで一時停止") == ("p",)
    assert movement_keys("Mit der Leertaste springen") == ("Space",)


def test_keys_in_kbd_elements():
    assert letter_keys("", ["P", "Shift"]) == ("p",)


def test_prose_names_no_keys():
    text = "Plan B is cheap. Press the button. I love it. Enter your name. See the keys."
    assert movement_keys(text) == ()
    assert letter_keys(text) == ()


def test_a_key_that_pauses_is_pressed_waited_on_and_pressed_again(subtests):
    cases = [
        ("Arrow keys move, Space to pause", ["hold"] * 4, "Space"),
        ("Arrow keys move. Pause: Esc", ["hold"] * 4, "Escape"),
        ("WASD moves. P: pause", ["hold"] * 4, "p"),
        ("Space to jump. P pauses", ["press"], "p"),
    ]
    for text, moves, key in cases:
        with subtests.test(text):
            steps = [item.action for item in plan_game(case(), Desk().view(), text=text, named=(), room=20)]
            assert [step.kind for step in steps] == [*moves, "press", "wait", "press", "wait"]
            assert [step.value for step in steps[-4:-1:2]] == [key, key]
