"""How time is kept in a game, as bodies say it and answers show it."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from gateway.bodies import Body
from gateway.wording import said

MAX_BASE_MS = 86_400_000
MAX_INCREMENT_MS = 3_600_000
MIN_MOVE_MS = 1_000
MAX_STRIKES = 10
MAX_DAYS = 14


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


class DelayControl(Body):
    """A budget for each side, of which a move costs only what it takes beyond the delay."""

    kind: Literal["delay"] = said("delay", "delay")
    base_ms: int = said(
        "What each side begins with, in milliseconds.",
        "Womit jede Seite beginnt, in Millisekunden.",
        ge=1,
        le=MAX_BASE_MS,
        examples=[180_000],
    )
    delay_ms: int = said(
        "What each move has free of charge, in milliseconds.",
        "Was an jedem Zug nichts kostet, in Millisekunden.",
        ge=0,
        le=MAX_INCREMENT_MS,
        examples=[3_000],
    )


class PerMoveControl(Body):
    """The same time for each move; what is left of it is not kept."""

    kind: Literal["per_move"] = said("per_move", "per_move")
    move_ms: int = said(
        "The time for a move, in milliseconds.",
        "Die Zeit für einen Zug, in Millisekunden.",
        ge=MIN_MOVE_MS,
        le=MAX_BASE_MS,
        examples=[60_000],
    )
    on_expiry: Literal["lose", "auto_move"] = said(
        "What becomes of a side whose time is over: it has lost, or the server draws one of its legal moves, which is "
        "a strike.",
        "Was geschieht, wenn die Zeit um ist: Die Seite hat verloren, oder der Server lost einen ihrer erlaubten Züge "
        "aus; das ist ein Strafpunkt.",
    )
    max_strikes: int = said(
        "With `auto_move`: the strike in a row that loses the game; 0 for none.",
        "Mit `auto_move`: der wievielte Strafpunkt in Folge die Partie verliert; 0, wenn keiner es tut.",
        default=0,
        ge=0,
        le=MAX_STRIKES,
    )


class CorrespondenceControl(Body):
    """Days for each move: the players need not be there."""

    kind: Literal["correspondence"] = said("correspondence", "correspondence")
    days: int = said("Days for a move.", "Tage für einen Zug.", ge=1, le=MAX_DAYS, examples=[3])


class UnlimitedControl(Body):
    """No clock."""

    kind: Literal["unlimited"] = said("unlimited", "unlimited")


TimeControl: TypeAlias = Annotated[
    FischerControl | DelayControl | PerMoveControl | CorrespondenceControl | UnlimitedControl,
    Field(discriminator="kind"),
]
