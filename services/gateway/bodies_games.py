"""The bodies and the questions in addresses about games at the table, and about who plays them."""

from __future__ import annotations

from typing import ClassVar, Literal, TypeAlias

from gateway.bodies import MAX_KEY_CHARS, MAX_MOVE_CHARS, Body, OfRuleset
from gateway.bodies_table import MAX_TURN, GameFlag, seed_field
from gateway.bodies_time import TimeControl
from gateway.wording import said

MAX_FIRST_MOVE_MS = 86_400_000
MAX_DELAY_MS = 600_000
MAX_FLAGS = 7
MAX_EVENTS = 500
USUAL_EVENTS = 100
MAX_WAIT_MS = 10_000
MAX_SEQUENCE = (1 << 53) - 1
MAX_SENT_NAME_CHARS = 200


class GuestBody(Body):
    """A guest to be."""

    is_optional: ClassVar[bool] = True

    name: str | None = said(
        "What to call the guest: 1 to 30 characters once spaces and invisible signs are tidied up.",
        "Wie der Gast heißen soll: 1 bis 30 Zeichen, nachdem Leerraum und unsichtbare Zeichen aufgeräumt sind.",
        default=None,
        max_length=MAX_SENT_NAME_CHARS,
        examples=["Anna"],
    )


class Persona(Body):
    """An engine's seat."""

    persona: str = said(
        "The engine, as in `GET /v1/personas`: one with a character, or `level-1` to `level-10`.",
        "Der Computergegner, wie in `GET /v1/personas`: einer mit Charakter oder `level-1` bis `level-10`.",
        min_length=1,
        max_length=MAX_KEY_CHARS,
        examples=["mittel"],
    )


SeatWish: TypeAlias = Literal["me", "open"] | Persona


class CreateGameBody(OfRuleset):
    """A game to be."""

    white: SeatWish = said(
        "Who plays White: `me`, `open` for whoever joins, or an engine's persona.",
        "Wer Weiß spielt: `me`, `open` für den, der dazukommt, oder ein Computergegner.",
    )
    black: SeatWish = said(
        "Who plays Black; the same. Where both are `me`, two play on one device.",
        "Wer Schwarz spielt; ebenso. Wo beide `me` sind, spielen zwei auf einem Gerät.",
    )
    time_control: TimeControl | None = said(
        "How time is kept; without it, as the rule set is usually played.",
        "Wie die Zeit gemessen wird; ohne Angabe so, wie es bei dem Regelwerk üblich ist.",
        default=None,
    )
    rated: bool = said(
        "Whether it counts for ratings; only between two players.",
        "Ob sie für die Wertung zählt; nur zwischen zwei Spielern.",
        default=False,
    )
    flags: list[GameFlag] = said(
        "What the game does without: aborting, offers of a draw, takebacks, rematches, losing by a lost connection, pauses; "
        "`private`: only its players see it.",
        "Worauf die Partie verzichtet: Abbrechen, Remisangebote, Zugrücknahmen, Revanchen, Verlust bei verlorener "
        "Verbindung, Pausen; `private`: nur ihre Spieler sehen sie.",
        default=[],
        max_length=MAX_FLAGS,
        examples=[["no_takeback"]],
    )
    first_move_ms: int | None = said(
        "How long each side's first move is waited for, in milliseconds; 0 for never. Without it 60 seconds in live games "
        "between players, half of that in fast ones, and never in others.",
        "Wie lange auf den ersten Zug jeder Seite gewartet wird, in Millisekunden; 0 für nie. Ohne Angabe 60 Sekunden in "
        "laufenden Partien zwischen Spielern, die Hälfte in schnellen, sonst nie.",
        default=None,
        ge=0,
        le=MAX_FIRST_MOVE_MS,
        examples=[60_000],
    )
    spectator_delay_ms: int = said(
        "How much later spectators see what happens, in milliseconds.",
        "Wie viel später Zuschauer sehen, was geschieht, in Millisekunden.",
        default=0,
        ge=0,
        le=MAX_DELAY_MS,
    )
    seed: str | None = seed_field()


class PlayMoveBody(Body):
    """A move to be played."""

    move: str = said(
        "The move in the rule set's notation; short forms are fine where only one move fits.",
        "Der Zug in der Notation des Regelwerks; Kurzformen gelten, wo nur ein Zug passt.",
        max_length=MAX_MOVE_CHARS,
        examples=["22-18"],
    )
    expected_turn: int = said(
        "The turn that it is meant for, as the game's `turn` tells it. Sent again after a lost answer, it is played "
        "once all the same.",
        "Für welche Runde er gedacht ist, wie in `turn` der Partie. Nach einer verlorenen Antwort noch einmal "
        "gesendet, wird er trotzdem nur einmal gespielt.",
        ge=0,
        le=MAX_TURN,
        examples=[0],
    )


class LegalMovesQuery(Body):
    """What the address may ask of the legal moves."""

    tree: bool = said("Whether to add the tree of hops.", "Ob der Baum der Sprünge dazukommt.", default=False)


class EventsQuery(Body):
    """What the address may ask of the events."""

    after: int = said(
        "The `sequence` of the last event already seen; 0 for the beginning.",
        "Die `sequence` des letzten schon bekannten Ereignisses; 0 für den Anfang.",
        default=0,
        ge=0,
        le=MAX_SEQUENCE,
    )
    wait_ms: int = said(
        "How long to wait for the next event if there is none yet, in milliseconds. The answer may come sooner, "
        "without events.",
        "Wie lange auf das nächste Ereignis zu warten ist, wenn noch keines da ist, in Millisekunden. Die Antwort "
        "kann früher kommen, ohne Ereignisse.",
        default=0,
        ge=0,
        le=MAX_WAIT_MS,
    )
    limit: int = said(
        "How many events at most.",
        "Wie viele Ereignisse höchstens.",
        default=USUAL_EVENTS,
        ge=1,
        le=MAX_EVENTS,
    )


class StreamQuery(Body):
    """What the address may ask of the stream."""

    after: int | None = said(
        "The `sequence` of the last event already seen; the header `Last-Event-ID` says the same and counts first.",
        "Die `sequence` des letzten schon bekannten Ereignisses; der Header `Last-Event-ID` sagt dasselbe und geht vor.",
        default=None,
        ge=0,
        le=MAX_SEQUENCE,
    )


class ExportQuery(Body):
    """What the address may ask of the game as text."""

    captures: Literal["short", "full"] = said(
        "How to spell captures: first and last square, or every landing.",
        "Wie Schläge geschrieben werden: erstes und letztes Feld, oder jedes Landefeld.",
        default="short",
    )
