"""Values that a person would type into a field, and values that a page should object to."""

import re
from dataclasses import dataclass
from typing import Literal

from pytest_cookie.core.labels import Language
from pytest_cookie.core.page import Control
from pytest_cookie.exploration.surroundings import Detail

Meaning = Literal[
    "email", "phone", "url", "date", "time", "datetime-local", "month", "week", "color", "password", "search", "name",
    "number", "amount", "age", "postcode", "city", "address", "company", "message", "title", "username", "text",
]  # fmt: skip

_BY_TYPE: dict[str, Meaning] = {
    "email": "email", "tel": "phone", "url": "url", "date": "date", "time": "time", "datetime-local": "datetime-local",
    "month": "month", "week": "week", "color": "color", "password": "password", "search": "search",
}  # fmt: skip

_HINTS: tuple[tuple[Meaning, str], ...] = (
    ("email", r"e-?mail|邮箱|邮件|courriel|correo|メール|이메일"),
    ("phone", r"phone|\btel\b|mobile|电话|手机|téléphone|teléfono|電話|telefon|handy|전화|휴대폰|celular"),
    ("url", r"\burl\b|website|\blink\b|网址|链接|site web|sitio web|ウェブサイト|webseite|웹사이트"),
    ("password", r"password|密码|mot de passe|contraseña|パスワード|passwort|비밀번호|senha"),
    ("username", r"user ?name|login|用户名|identifiant|usuario|ユーザー名|benutzername|아이디|usuário"),
    (
        "postcode",
        r"\bzip\b|post(al)? ?code|邮编|code postal|código postal|郵便番号|\bplz\b|postleitzahl|우편번호|\bcep\b",
    ),
    ("city", r"\bcity\b|\btown\b|城市|\bville\b|ciudad|都市|市区|\bstadt\b|\bort\b|도시|cidade"),
    ("address", r"address|street|地址|adresse|dirección|住所|straße|주소|endereço"),
    ("company", r"company|organi[sz]ation|公司|entreprise|société|empresa|会社|firma|회사"),
    ("age", r"\bage\b|年龄|\bâge\b|\bedad\b|年齢|\balter\b|나이|\bidade\b"),
    (
        "amount",
        r"amount|price|cost|budget|salary|income|金额|价格|预算|montant|prix|importe|precio|monto|金額|価格|betrag|preis|"
        r"금액|가격|valor|preço",
    ),
    (
        "number",
        r"number|quantity|qty|count|portion|serving|数量|份数|人数|nombre|quantité|cantidad|número|数|個数|anzahl|menge|"
        r"portion|수량|개수|quantidade|kg|\bcm\b|weight|height|temperature|duration|minutes",
    ),
    ("date", r"\bdate\b|\bday\b|日期|fecha|日付|datum|날짜|\bdata\b"),
    ("search", r"search|filter|find|搜索|查找|rechercher|recherche|buscar|検索|suche|filtern|검색|pesquisar"),
    (
        "message",
        r"message|comment|note|description|feedback|留言|备注|描述|内容|remarque|mensaje|comentario|nota|メッセージ|メモ|説明|"
        r"nachricht|notiz|beschreibung|메시지|메모|설명|mensagem|comentário|descrição",
    ),
    (
        "title",
        r"title|task|todo|item|subject|标题|任务|事项|titre|tâche|título|tarea|タイトル|件名|タスク|titel|aufgabe|제목|할 일|tarefa",
    ),
    ("name", r"name|姓名|名字|名称|\bnom\b|prénom|nombre|氏名|名前|vorname|이름|성명|\bnome\b"),
)

_TEXTS: dict[Language, dict[Meaning, str]] = {
    "en": {"name": "Anna Miller", "city": "Bristol", "address": "12 Park Road", "company": "Harbour Studio",
           "message": "Could you call me back on Monday?", "title": "Water the plants", "search": "a", "text": "Garden party"},
    "zh": {"name": "李晓明", "city": "杭州", "address": "人民路12号", "company": "晨光科技", "message": "请在周一给我回电话，谢谢。",
           "title": "给植物浇水", "search": "一", "text": "周末聚会"},
    "fr": {"name": "Élise Moreau", "city": "Lyon", "address": "12 rue des Lilas", "company": "Atelier Dumas",
           "message": "Pouvez-vous me rappeler lundi ?", "title": "Arroser les plantes", "search": "a", "text": "Fête d’été"},
    "es": {"name": "Lucía Gómez", "city": "Valencia", "address": "Calle Mayor 12", "company": "Estudio Norte",
           "message": "¿Pueden llamarme el lunes?", "title": "Regar las plantas", "search": "a", "text": "Fiesta de verano"},
    "ja": {"name": "佐藤 花子", "city": "京都", "address": "中央区1-2-3", "company": "青空株式会社", "message": "月曜日にお電話をいただけますか。",
           "title": "植物に水をやる", "search": "ー", "text": "夏のパーティー"},
    "de": {"name": "Jörg Schäfer", "city": "Köln", "address": "Gartenstraße 12", "company": "Werkstatt Nord",
           "message": "Können Sie mich am Montag zurückrufen?", "title": "Pflanzen gießen", "search": "e", "text": "Sommerfest"},
    "ko": {"name": "김지은", "city": "부산", "address": "중앙로 12", "company": "하늘 스튜디오", "message": "월요일에 전화 주세요.",
           "title": "화분에 물 주기", "search": "이", "text": "여름 파티"},
    "pt": {"name": "João Pereira", "city": "Porto Alegre", "address": "Rua das Flores 12", "company": "Estúdio Norte",
           "message": "Podem me ligar na segunda-feira?", "title": "Regar as plantas", "search": "a", "text": "Festa de verão"},
}  # fmt: skip

_ANY_LANGUAGE: dict[Meaning, str] = {
    "email": "anna.miller@example.org", "phone": "+49 171 5550123", "url": "https://example.org", "date": "2027-03-15",
    "time": "14:30", "datetime-local": "2027-03-15T14:30", "month": "2027-03", "week": "2027-W11", "color": "#3366cc",
    "password": "Tulip-Garden-42", "username": "anna_miller", "postcode": "50667", "age": "34", "amount": "120",
    "number": "12",
}  # fmt: skip


@dataclass(frozen=True)
class WrongValue:
    """What to type that a page should refuse, and the reason for it."""

    value: str
    why: str


def meaning_of(control: Control, detail: Detail) -> Meaning:
    """What a field asks for, by its type first, then by its name, label, placeholder and autocomplete."""
    if control.input_type in _BY_TYPE:
        return _BY_TYPE[control.input_type]
    hints = " ".join((control.name, detail.label, detail.placeholder, detail.field, detail.autocomplete)).lower()
    if _is_numeric(control, detail):
        numeric: tuple[Meaning, ...] = ("age", "amount")
        return next(
            (meaning for meaning, pattern in _HINTS if meaning in numeric and re.search(pattern, hints)), "number"
        )
    for meaning, pattern in _HINTS:
        if re.search(pattern, hints):
            return meaning
    return "message" if control.tag == "textarea" else "text"


def valid_value(control: Control, detail: Detail, language: Language) -> str:
    """A plausible value that fits the field's limits as far as they are simple."""
    meaning = meaning_of(control, detail)
    if _is_numeric(control, detail) or control.input_type == "range":
        return _number_within(detail, preferred=_ANY_LANGUAGE.get(meaning, "12"))
    value = _ANY_LANGUAGE.get(meaning) or _TEXTS[language].get(meaning) or _TEXTS[language]["text"]
    if detail.pattern:
        value = _matching(detail.pattern, value)
    if detail.min and meaning in ("date", "month", "time", "datetime-local", "week"):
        value = max(value, detail.min)
    if detail.max and meaning in ("date", "month", "time", "datetime-local", "week"):
        value = min(value, detail.max)
    return value[: int(detail.maxlength)] if detail.maxlength.isdigit() and int(detail.maxlength) else value


def wrong_value(control: Control, detail: Detail) -> WrongValue | None:
    """A value of the wrong make; None where every text is as good as another."""
    meaning = meaning_of(control, detail)
    if meaning == "email":
        return WrongValue("anna.miller.example.org", "an e-mail address without @")
    if meaning == "url":
        return WrongValue("not an address", "an address with spaces")
    if control.input_type == "number":
        return _beyond(detail)
    if meaning in ("number", "amount", "age", "phone", "postcode") and control.tag == "input":
        return WrongValue("abc", "letters where a number belongs")
    if detail.pattern:
        return WrongValue("?", "a text that does not fit the pattern asked for")
    return None


def _beyond(detail: Detail) -> WrongValue:
    if (low := _number(detail.min)) is not None:
        return WrongValue(_written(low - 1), f"a number below the least, {detail.min}")
    if (high := _number(detail.max)) is not None:
        return WrongValue(_written(high + 1), f"a number above the greatest, {detail.max}")
    return WrongValue("-1", "a negative number")


def _is_numeric(control: Control, detail: Detail) -> bool:
    return control.input_type == "number" or control.role == "spinbutton" or detail.inputmode in ("numeric", "decimal")


def _number_within(detail: Detail, *, preferred: str) -> str:
    low, high, step = _number(detail.min), _number(detail.max), _number(detail.step)
    value = float(preferred)
    if (low is not None and value < low) or (high is not None and value > high):
        value = ((low or 0.0) + high) / 2 if high is not None else (low or 0.0) + 1
    if step and step > 0:
        start = low or 0.0
        value = start + round((value - start) / step) * step
    return _written(value)


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def _written(value: float) -> str:
    return str(int(value)) if value == int(value) else f"{value:.6g}"


_SAMPLES = (
    "12345",
    "123456",
    "1234",
    "123",
    "12345678",
    "0171 5550123",
    "01715550123",
    "ABC-123",
    "AB1234",
    "abc123",
    "Abcdef12",
    "A1",
)


def _matching(pattern: str, value: str) -> str:
    """The value if it fits the field's pattern, else the first sample that does, else the value after all."""
    try:
        compiled = re.compile(pattern[:200])
    except re.error:
        return value  # JavaScript's expressions are not all Python's
    return next((text for text in (value, *_SAMPLES) if compiled.fullmatch(text)), value)
