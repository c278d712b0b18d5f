"""The bodies and the questions in addresses about games at the table, and about who plays them."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, TypeAlias

from pydantic import Field

from gateway.bodies import MAX_KEY_CHARS, MAX_MOVE_CHARS, Body, OfRuleset
from gateway.wording import said

MAX_BASE_MS = 86_400_000
MAX_INCREMENT_MS = 3_600_000
MAX_EVENTS = 500
USUAL_EVENTS = 100
MAX_WAIT_MS = 10_000
MAX_SEQUENCE = (1 << 53) - 1
MAX_TURN = (1 << 31) - 1
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
        "The engine, as in `GET /v1/personas`.",
        "Der Computergegner, wie in `GET /v1/personas`.",
        min_length=1,
        max_length=MAX_KEY_CHARS,
        examples=["mittel"],
    )


SeatWish: TypeAlias = Literal["me", "open"] | Persona


class FischerControl(Body):
    """A budget for each side, and some time back for each move."""

    kind: Literal["fischer"] = said("fischer", "fischer")
    base_ms: int = said(
        "What each side begins with, in milliseconds.",
        "Womit jede Seite beginnt, in Millisekunden.",
        ge=1,
        le=MAX_BASE_MS,
        examples=[180_000],
    )
    increment_ms: int = said(
        "What a finished move gives back, in milliseconds.",
        "Was ein fertiger Zug zurückgibt, in Millisekunden.",
        ge=0,
        le=MAX_INCREMENT_MS,
        examples=[2_000],
    )


class UnlimitedControl(Body):
    """No clock."""

    kind: Literal["unlimited"] = said("unlimited", "unlimited")


TimeControl: TypeAlias = Annotated[FischerControl | UnlimitedControl, Field(discriminator="kind")]


class CreateGameBody(OfRuleset):
    """A game to be."""

    white: SeatWish = said(
        "Who plays White: `me`, `open` for whoever joins, or an engine's persona.",
        "Wer Weiß spielt: `me`, `open` für den, der dazukommt, oder ein Computergegner.",
    )
    black: SeatWish = said("Who plays Black; the same.", "Wer Schwarz spielt; ebenso.")
    time_control: TimeControl = said("How time is kept.", "Wie die Zeit gemessen wird.")
    rated: bool = said(
        "Whether it counts for ratings; only between two players.",
        "Ob sie für die Wertung zählt; nur zwischen zwei Spielern.",
        default=False,
    )


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
