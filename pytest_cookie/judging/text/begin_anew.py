"""Labels of controls that bring back the start, in eight languages."""

import re

_BEGIN_ANEW = re.compile(
    r"^\W*(restart|(start|begin) (over|again|anew|from)|(play|try) again|new (game|round|quiz|test|puzzle|try)|reset|"
    r"reload|refresh|clear|neustart|neue[sr]? (spiel|quiz|runde|partie|versuch)|neu (starten|laden|beginnen)|"
    r"erneut (spielen|starten|versuchen)|noch ?(einm|m)al|von vorn|zurücksetzen|recommencer|rejouer|réessayer|"
    r"nouve(au|lle) (jeu|partie|manche|essai)|réinitialiser|reiniciar|volver a (empezar|jugar)|"
    r"(empezar|jugar|comenzar) (de nuevo|otra vez)|reintentar|nuev[oa] (juego|partida|ronda)|recomeçar|"
    r"(jogar|começar|tentar) (de novo|novamente|outra vez)|nov[oa] (jogo|partida|rodada)|redefinir)\b|"
    r"重新|重置|重来|重玩|再玩|再来|新游戏|新一局|新一轮|もう一度|やり直|"
    r"最初から|新しいゲーム|リスタート|リセット|다시|처음부터|새 게임|초기화",
    re.IGNORECASE,
)


def begins_anew(label: str) -> bool:
    """Whether a control with this label brings back the start: "Restart", "New game", "Reset"."""
    return _BEGIN_ANEW.search(label) is not None
