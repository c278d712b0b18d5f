"""The bodies and the questions in addresses about what players do at the table besides moving."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, TypeAlias, cast, get_args

from pydantic import AfterValidator, WithJsonSchema

from gateway.bodies import MAX_KEY_CHARS, Body
from gateway.wording import said

MAX_SQUARES = 50
MAX_TURN = 2**31 - 1
MAX_PAGE = 200
USUAL_PAGE = 50
MAX_TOKEN_CHARS = 200
SEED_FORM = r"^[ -9;-~]{1,64}$"
"""Printable characters of ASCII without ":"."""

Side: TypeAlias = Literal["white", "black"]
GameStatus: TypeAlias = Literal["waiting", "choosing", "running", "finished", "aborted"]
GameFlag: TypeAlias = Literal[
    "no_abort", "no_draw_offer", "no_takeback", "no_rematch", "no_abandon", "no_pause", "private"
]
GameAction: TypeAlias = Literal[
    "abort",
    "offer_draw",
    "accept_draw",
    "decline_draw",
    "ask_takeback",
    "accept_takeback",
    "decline_takeback",
    "ask_pause",
    "accept_pause",
    "decline_pause",
    "resume",
    "offer_rematch",
    "accept_rematch",
    "decline_rematch",
    "swap_colours",
    "leave",
]

_SEED_EN = "The caller's seed, on which everything depends that chance decides in the game; without one it is made of his id."
_SEED_DE = (
    "Der Startwert dessen, der fragt; von ihm hängt ab, was in der Partie der Zufall entscheidet. Ohne ihn folgt er aus der "
    "Kennung."
)


def seed_field() -> str | None:
    """A field for who may give a seed along with something else."""
    return cast(
        "str | None", said(_SEED_EN, _SEED_DE, default=None, pattern=SEED_FORM, examples=["kT3xq0ZrVb1nWm8y"])
    )


class JoinGameBody(Body):
    """What comes along with the second player."""

    is_optional: ClassVar[bool] = True

    seed: str | None = seed_field()


class SeedBody(Body):
    """The caller's seed."""

    seed: str = said(
        "1 to 64 printable characters of ASCII without a colon.",
        "1 bis 64 druckbare ASCII-Zeichen ohne Doppelpunkt.",
        pattern=SEED_FORM,
        examples=["kT3xq0ZrVb1nWm8y"],
    )


_SIDE_EN = "Where both sides are the caller's: for which; elsewhere his seat says it."
_SIDE_DE = "Wo beide Seiten dem gehören, der fragt: für welche; sonst sagt es sein Platz."


class ActionBody(Body):
    """Something that a player does at the table."""

    action: GameAction = said(
        "What to do: `abort` before both sides have moved, or its maker while it waits; offer, accept and decline a draw; "
        "ask for a takeback or a pause, consent or not; `resume` after a pause; offer, accept and decline a rematch; "
        "`swap_colours` while a seat is open; `leave` for good, which loses. To offer what the other side has offered is "
        "to accept it; to decline one's own offer is to withdraw it.",
        "Was zu tun ist: abbrechen (`abort`), bevor beide Seiten gezogen haben, oder wer sie eröffnet hat, solange sie "
        "wartet; Remis anbieten, annehmen, ablehnen; um Zugrücknahme oder Pause bitten, zustimmen oder nicht; nach einer "
        "Pause weiterspielen (`resume`); Revanche anbieten, annehmen, ablehnen; Farben tauschen (`swap_colours`), solange "
        "ein Platz frei ist; endgültig gehen (`leave`), was verliert. Anzubieten, was die andere Seite angeboten hat, "
        "heißt annehmen; das eigene Angebot abzulehnen heißt zurückziehen.",
        examples=["offer_draw"],
    )
    side: Side | None = said(_SIDE_EN, _SIDE_DE, default=None)
    expected_turn: int | None = said(
        "The turn in which you mean to act; in another one it is `turn_played`. So a request that is sent again after a "
        "lost answer takes nothing back twice. Left out: in whatever turn it is.",
        "Die Runde, in der es gelten soll; in einer anderen ist es `turn_played`. So nimmt eine Anfrage, die nach einer "
        "verlorenen Antwort noch einmal kommt, nichts zweimal zurück. Ohne Angabe: in der jeweiligen Runde.",
        default=None,
        ge=0,
        le=MAX_TURN,
    )


class StonesBody(Body):
    """The pieces that a side marks in secret."""

    squares: list[int] = said(
        "The squares of the marked pieces as chosen so far; the choice is final once it is complete.",
        "Die Felder der bisher markierten Steine; die Auswahl ist endgültig, sobald sie vollständig ist.",
        max_length=MAX_SQUARES,
        examples=[[21, 22, 23]],
    )
    side: Side | None = said(_SIDE_EN, _SIDE_DE, default=None)


_NAME_FORM = r"^[^\x00]+$"
_STATUSES: tuple[str, ...] = get_args(GameStatus)


def _statuses(text: str) -> str:
    unknown = [word for word in text.split(",") if word not in _STATUSES]
    if unknown:
        raise ValueError("words from " + ", ".join(_STATUSES) + ", with commas between them")
    return text


Statuses: TypeAlias = Annotated[
    str,
    AfterValidator(_statuses),
    WithJsonSchema({"type": "string", "pattern": f"^({'|'.join(_STATUSES)})(,({'|'.join(_STATUSES)}))*$"}),
]


class GamesQuery(Body):
    """Which games to list."""

    player: str | None = said(
        "Only those in which this player sits; `me` for who asks.",
        "Nur die, in denen dieser Spieler sitzt; `me` für den, der fragt.",
        default=None,
        pattern=_NAME_FORM,
        max_length=MAX_KEY_CHARS,
    )
    status: Statuses | None = said(
        "Only those that stand so: one status, or several with commas between them.",
        "Nur die, die so stehen: ein Status oder mehrere mit Kommas dazwischen.",
        default=None,
        examples=["running,choosing"],
    )
    ruleset: str | None = said(
        "Only those of this rule set.",
        "Nur die mit diesem Regelwerk.",
        default=None,
        pattern=_NAME_FORM,
        max_length=MAX_KEY_CHARS,
    )
    page_size: int = said(
        "How many games at most.", "Wie viele Partien höchstens.", default=USUAL_PAGE, ge=1, le=MAX_PAGE
    )
    page_token: str | None = said(
        "Where the page before ended: its `next_page_token`.",
        "Wo die Seite davor endete: ihr `next_page_token`.",
        default=None,
        max_length=MAX_TOKEN_CHARS,
    )
