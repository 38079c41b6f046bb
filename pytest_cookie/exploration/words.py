"""What the words on controls mean, in the eight languages of the briefs: does it start, close, destroy, or open a menu?"""

import re
from typing import Literal

Meaning = Literal["start", "close", "destroy", "cancel", "menu", "submit"]

_WORDS: dict[Meaning, str] = {
    "start": (
        "start|play|begin|new game|play again|try again|launch|let's go|get started|run|go!|"
        "开始|启动|开始游戏|再玩一次|再来一局|进入|运行|commencer|démarrer|jouer|lancer|c'est parti|rejouer|"
        "empezar|comenzar|iniciar|jugar|arrancar|スタート|開始|はじめる|始める|プレイ|遊ぶ|もう一度|"
        "starten|spielen|beginnen|los|los geht's|neues spiel|nochmal|시작|시작하기|플레이|다시 하기|게임 시작|"
        "começar|jogar|partida nova|vamos lá"
    ),
    "close": (
        "close|dismiss|done|ok|okay|got it|hide|×|✕|✖|✗|x|关闭|知道了|确定|好的|完成|收起|fermer|d'accord|terminé|compris|"
        "cerrar|aceptar|listo|entendido|閉じる|完了|了解|わかりました|schließen|schliessen|fertig|verstanden|"
        "닫기|확인|완료|fechar|aceitar|pronto|entendi"
    ),
    "cancel": "cancel|no|back|取消|返回|annuler|retour|cancelar|volver|キャンセル|戻る|abbrechen|zurück|취소|뒤로|voltar",
    "destroy": (
        "delete|remove|clear|reset|erase|discard|log ?out|sign ?out|empty|wipe|trash|restore defaults|"
        "删除|移除|清空|清除|重置|退出登录|登出|注销|supprimer|effacer|réinitialiser|vider|déconnexion|se déconnecter|retirer|"
        "eliminar|borrar|limpiar|restablecer|reiniciar|vaciar|cerrar sesión|quitar|"
        "削除|消去|クリア|リセット|ログアウト|löschen|entfernen|leeren|zurücksetzen|abmelden|ausloggen|"
        "삭제|지우기|초기화|비우기|로그아웃|제거|excluir|apagar|limpar|redefinir|remover|sair|esvaziar"
    ),
    "menu": (
        "menu|open menu|toggle navigation|toggle menu|navigation|☰|≡|菜单|导航|菜单栏|ouvrir le menu|menú|abrir menú|"
        "メニュー|menü|menü öffnen|메뉴|abrir menu"
    ),
    "submit": (
        "submit|send|save|add|create|search|apply|calculate|convert|sign ?up|subscribe|register|log ?in|book|order|confirm|"
        "提交|发送|保存|添加|新增|创建|搜索|查询|应用|计算|转换|换算|注册|订阅|登录|预订|确认|"
        "envoyer|enregistrer|ajouter|créer|rechercher|valider|calculer|convertir|s'inscrire|réserver|confirmer|"
        "enviar|guardar|añadir|agregar|crear|buscar|calcular|registrarse|suscribirse|reservar|confirmar|"
        "送信|保存|追加|作成|検索|適用|計算|変換|登録|予約|確認|"
        "senden|absenden|speichern|hinzufügen|anlegen|suchen|anwenden|berechnen|umrechnen|registrieren|anmelden|buchen|"
        "제출|보내기|저장|추가|만들기|검색|적용|계산|변환|등록|가입|예약|"
        "salvar|adicionar|criar|pesquisar|aplicar|converter|inscrever-se|cadastrar|reservar"
    ),
}


def means(name: str, meaning: Meaning) -> bool:
    """Whether a control of this name means that."""
    return bool(_patterns[meaning].search(name.strip().lower()))


_ANYWHERE: frozenset[Meaning] = frozenset({"destroy", "submit"})
"""What these words mean they mean at a name's end as well ("Alle löschen"); the others only lead a name."""

_SHORT = 3


def _pattern(meaning: Meaning) -> re.Pattern[str]:
    """Short words must be all of a name: "x" closes, "x-axis" does not. Chinese, Japanese, Korean have no word ends."""
    words = _WORDS[meaning].split("|")
    latin = "|".join(re.escape(word) for word in words if _is_latin(word) and len(word) > _SHORT)
    short = "|".join(re.escape(word) for word in words if _is_latin(word) and len(word) <= _SHORT)
    other = "|".join(re.escape(word) for word in words if not _is_latin(word))
    start = r"(?:^|\W)" if meaning in _ANYWHERE else r"^\W*"
    cjk_start = "" if meaning in _ANYWHERE else r"^\W*"
    parts = [rf"{start}(?:{latin})(?!\w)", rf"^\W*(?:{short})\W*$", rf"{cjk_start}(?:{other})"]
    return re.compile("|".join(part for part, body in zip(parts, (latin, short, other), strict=True) if body))


def _is_latin(word: str) -> bool:
    return all(ord(character) < 0x250 for character in word)


_patterns: dict[Meaning, re.Pattern[str]] = {meaning: _pattern(meaning) for meaning in _WORDS}
