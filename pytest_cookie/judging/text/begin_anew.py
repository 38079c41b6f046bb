"""Labels of controls that bring back the start, in eight languages."""

import re

_BEGIN_ANEW = re.compile(
    r"^\W*(restart|(start|begin) (over|again|anew|from)|(play|try) again|new (game|round|quiz|test|puzzle|try)|reset|"
    r"reload|refresh|clear|neustart|neues (spiel|quiz)|neu (starten|laden|beginnen)|nochmal|von vorn|zurücksetzen|"
    r"recommencer|rejouer|nouvelle partie|réinitialiser|reiniciar|volver a (empezar|jugar)|nuev[oa] (juego|partida)|"
    r"recomeçar|jogar (de novo|novamente)|nov[oa] (jogo|partida)|redefinir)\b|重新|重置|再玩|再来|新游戏|もう一度|"
    r"やり直|最初から|リセット|다시|처음부터|새 게임|초기화",
    re.IGNORECASE,
)


def begins_anew(label: str) -> bool:
    """Whether a control with this label brings back the start: "Restart", "New game", "Reset"."""
    return _BEGIN_ANEW.search(label) is not None
