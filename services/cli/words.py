"""What `brettwerk play` says, in both languages."""

from __future__ import annotations

import os
from collections.abc import Mapping

from rulebook import Reason, Side, Termination, Text

LANGUAGES = ("de", "en")


def language_of(environ: Mapping[str, str] | None = None) -> str:
    """The language of the terminal: German where its locale is, else English."""
    environ = os.environ if environ is None else environ
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = environ.get(name)
        if value:
            return "de" if value.lower().startswith("de") else "en"
    return "en"


def say(text: Text, language: str) -> str:
    return text.de if language == "de" else text.en


SIDES = {Side.WHITE: Text(de="Weiß", en="White"), Side.BLACK: Text(de="Schwarz", en="Black")}
TO_MOVE = Text(de="{side} ist am Zug.", en="{side} to move.")
PROMPT = Text(de="Dein Zug ({side}): ", en="Your move ({side}): ")
PLAYS = Text(de="{name} zieht {move}.", en="{name} plays {move}.")
ENGINE = Text(de="Die Engine", en="The engine")
LEVEL = Text(de="Stufe {level}", en="Level {level}")
REFUSED = Text(de="Das geht nicht: {why}.", en="That is not possible: {why}.")
CANDIDATES = Text(de="Möglich: {moves}", en="Possible: {moves}")
UNDONE = Text(de="Zurückgenommen.", en="Taken back.")
NOTHING_TO_UNDO = Text(de="Es gibt nichts zurückzunehmen.", en="There is nothing to take back.")
NO_UNDO_PAST_LOTS = Text(
    de="Was gelost ist, wird nicht zurückgenommen.", en="What lots have decided is not taken back."
)
HINT = Text(de="Vielleicht {move}.", en="Perhaps {move}.")
RESIGNED = Text(de="Aufgegeben. {side} gewinnt.", en="Resigned. {side} wins.")
WON = Text(de="{side} gewinnt: {why}.", en="{side} wins: {why}.")
DRAWN = Text(de="Unentschieden: {why}.", en="Draw: {why}.")
UNFINISHED = Text(de="Die Partie bleibt offen.", en="The game stays unfinished.")
SAVED = Text(de="Gespeichert in {path}.", en="Saved in {path}.")
LEGEND = {
    "draughts": Text(
        de="o und O sind Stein und Dame von Weiß, x und X von Schwarz.",
        en="o and O are White's man and king, x and X are Black's.",
    ),
    "reversi": Text(de="X ist Schwarz, O ist Weiß.", en="X is Black, O is White."),
}
HELP = Text(
    de="Züge wie 22-18, 14x23 oder d3. Außerdem: züge, tipp, zurück, brett, aufgeben, ende.",
    en="Moves such as 22-18, 14x23 or d3. Also: moves, hint, undo, board, resign, quit.",
)

COMMANDS = {
    "moves": ("moves", "züge", "zuege"),
    "hint": ("hint", "tipp"),
    "undo": ("undo", "zurück", "zurueck", "u"),
    "board": ("board", "brett"),
    "resign": ("resign", "aufgeben"),
    "quit": ("quit", "ende", "exit", "q"),
    "help": ("help", "hilfe", "?"),
}
COMMAND_OF = {word: name for name, words in COMMANDS.items() for word in words}

TERMINATIONS = {
    Termination.NO_PIECES: Text(de="keine Steine mehr", en="no pieces left"),
    Termination.NO_MOVES: Text(de="kein möglicher Zug mehr", en="no possible move left"),
    Termination.FIRST_KING: Text(de="die erste Dame", en="the first king"),
    Termination.KING_AGAINST_KING: Text(de="Dame gegen Dame", en="king against king"),
    Termination.ONE_PIECE_EACH: Text(de="je ein Stein", en="one piece each"),
    Termination.REPETITION: Text(de="Stellungswiederholung", en="repetition"),
    Termination.NO_PROGRESS: Text(de="zu lange kein Fortschritt", en="no progress for too long"),
    Termination.ENDGAME_COUNT: Text(de="Endspielzählung", en="the endgame count"),
    Termination.DISC_COUNT: Text(de="die Zahl der Steine", en="the number of discs"),
}

REASONS = {
    Reason.SYNTAX: Text(de="das ist kein Zug auf diesem Brett", en="that is no move on this board"),
    Reason.GAME_OVER: Text(de="die Partie ist zu Ende", en="the game is over"),
    Reason.AMBIGUOUS: Text(
        de="mehrere Züge heißen so, gib alle Felder an", en="several moves are written so, name every square"
    ),
    Reason.NO_PIECE: Text(de="dort steht nichts", en="nothing stands there"),
    Reason.NOT_YOUR_TURN: Text(de="das ist ein fremder Stein", en="that piece is your opponent's"),
    Reason.SQUARE_OCCUPIED: Text(de="das Feld ist besetzt", en="the square is occupied"),
    Reason.CAPTURE_MANDATORY: Text(de="es muss geschlagen werden", en="you have to capture"),
    Reason.CAPTURE_NOT_MAXIMUM: Text(de="ein anderer Schlag nimmt mehr", en="another capture takes more"),
    Reason.CAPTURE_NOT_PREFERRED: Text(de="ein anderer Schlag hat Vorrang", en="another capture goes first"),
    Reason.CAPTURE_INCOMPLETE: Text(de="der Schlag geht noch weiter", en="the capture goes on"),
    Reason.LANDING_MUST_CONTINUE: Text(
        de="lande dort, wo der Schlag weitergeht", en="land where the capture goes on"
    ),
    Reason.LANDING_NOT_ADJACENT: Text(
        de="lande direkt hinter dem geschlagenen Stein", en="land right behind the captured piece"
    ),
    Reason.CAPTURED_TWICE: Text(de="kein Stein wird zweimal übersprungen", en="no piece is jumped twice"),
    Reason.BLOCKED_BY_CAPTURED: Text(
        de="geschlagene Steine bleiben bis zum Ende des Zuges stehen",
        en="captured pieces stay until the move is over",
    ),
    Reason.TURN_BACK: Text(de="im Schlag wird nicht umgekehrt", en="a capture does not turn back"),
    Reason.DIRECTION: Text(de="Steine ziehen nicht dorthin", en="men do not go that way"),
    Reason.MAN_TAKES_KING: Text(de="Steine schlagen keine Damen", en="men do not capture kings"),
    Reason.TOO_FAR: Text(de="das ist zu weit", en="that is too far"),
    Reason.PROMOTION_ENDS_MOVE: Text(
        de="mit der Umwandlung endet der Zug", en="the move ends where a man becomes a king"
    ),
    Reason.NOT_YET_KING: Text(
        de="mitten im Schlag ist der Stein noch keine Dame", en="in mid-capture the man is not yet a king"
    ),
    Reason.KING_RUN: Text(
        de="diese Dame ist oft genug nacheinander gezogen", en="this king has moved often enough in a row"
    ),
    Reason.NOTHING_CAPTURED: Text(de="dabei wird nichts geschlagen", en="nothing is captured by it"),
    Reason.BLOCKED: Text(de="etwas steht im Weg", en="something is in the way"),
    Reason.ILLEGAL: Text(de="so zieht dieser Stein nicht", en="this piece does not move so"),
    Reason.NO_FLIP: Text(de="es würde nichts umgedreht", en="nothing would be flipped"),
    Reason.PASS_NOT_ALLOWED: Text(de="es gibt einen Zug", en="there is a move"),
    Reason.MUST_PASS: Text(de="hier hilft nur Passen (pass)", en="all you can do is pass"),
}
