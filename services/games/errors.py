"""What can be wrong with a wish about a game, each named for the fact."""

from __future__ import annotations

from games.parts import Status
from games.sides import Side


class UnknownGame(LookupError):
    """There is no such game, or none that this caller may see."""

    def __init__(self, game_id: str) -> None:
        super().__init__(f"there is no game {game_id!r}")


class UnknownTopic(LookupError):
    """There is no such feed, or none that this caller may read."""

    def __init__(self, topic: str) -> None:
        super().__init__(f"there is no topic {topic!r}")


class InvalidCursor(ValueError):
    """A cursor that no event of the feed has given."""

    def __init__(self, after: int, last: int) -> None:
        super().__init__(f"{after} is not from 0 to {last}")


class InvalidPageToken(ValueError):
    """A token that no page has told."""

    def __init__(self) -> None:
        super().__init__("no page has told this token")
        self.pointer = "/page_token"


class InvalidField(ValueError):
    """A field is missing, out of bounds, or does not go with another; `pointer` says which, if it is one."""

    def __init__(self, description: str, field: str = "") -> None:
        super().__init__(description)
        if field:
            self.pointer = f"/{field}"


class UnknownPersona(ValueError):
    """No engine has this name."""

    def __init__(self, persona: str) -> None:
        super().__init__(f"there is no persona {persona!r}")
        self.persona = persona


class RequestIdReused(ValueError):
    """The request id was given to another wish before."""

    def __init__(self, request_id: str) -> None:
        super().__init__(f"the request id {request_id!r} belongs to another game")


class NotAPlayer(Exception):
    """The caller has no seat in this game."""

    def __init__(self, game_id: str) -> None:
        super().__init__(f"the caller does not play in {game_id}")


class NoOpenSeat(Exception):
    """Both seats are taken."""

    def __init__(self, game_id: str) -> None:
        super().__init__(f"no seat is open in {game_id}")


class GameNotStarted(Exception):
    """A seat is still open."""

    def __init__(self, game_id: str) -> None:
        super().__init__(f"{game_id} has not started")


class GameFinished(Exception):
    """The game is over."""

    def __init__(self, game_id: str, status: Status) -> None:
        super().__init__(f"{game_id} is {status}")


class GameUnderWay(Exception):
    """It is too late for that, or, for a rematch, too early."""

    def __init__(self, game_id: str) -> None:
        super().__init__(f"{game_id} is under way")


class GamePaused(Exception):
    """Both clocks stand by agreement."""

    def __init__(self, game_id: str) -> None:
        super().__init__(f"{game_id} is paused")


class NotPaused(Exception):
    """The clocks run already."""

    def __init__(self, game_id: str) -> None:
        super().__init__(f"{game_id} is not paused")


class NotAllowed(Exception):
    """The game's terms, its kind or its course do not allow it; `why` says which of them."""

    def __init__(self, why: str) -> None:
        super().__init__(f"not in this game: {why}")
        self.why = str(why)


class NoOffer(Exception):
    """The other side has not offered this, or its offer does not stand any more."""

    def __init__(self, kind: str) -> None:
        super().__init__(f"no offer of a {kind} stands")


class NotChoosing(Exception):
    """It is not the time to mark pieces."""

    def __init__(self, game_id: str) -> None:
        super().__init__(f"no pieces are being marked in {game_id}")


class ChoiceFinal(Exception):
    """The side has marked all its pieces."""

    def __init__(self, side: Side) -> None:
        super().__init__(f"{side} has chosen")


class InvalidStones(ValueError):
    """A choice of pieces that cannot be."""

    def __init__(self, description: str) -> None:
        super().__init__(description)
        self.pointer = "/squares"


class SeedGiven(Exception):
    """The side's seed is given."""

    def __init__(self, side: Side) -> None:
        super().__init__(f"{side} has given another seed")


class NotYourTurn(Exception):
    """The other side is to move."""

    def __init__(self, to_move: Side, turn: int) -> None:
        super().__init__(f"{to_move} is to play turn {turn}")
        self.turn = turn


class TurnPlayed(Exception):
    """The turn was taken by another move."""

    def __init__(self, expected_turn: int, turn: int) -> None:
        super().__init__(f"turn {expected_turn} is played, the next is {turn}")
        self.turn = turn


class TurnNotReached(Exception):
    """The turn lies ahead."""

    def __init__(self, expected_turn: int, turn: int) -> None:
        super().__init__(f"turn {expected_turn} is not reached, the next is {turn}")
        self.turn = turn


class FlagFallen(Exception):
    """The move came after the side's time was over."""

    def __init__(self, side: Side) -> None:
        super().__init__(f"the time of {side} is over")


class MoveRefused(Exception):
    """The rules refuse the move. It does not tell the position: whoever has asked may not see all of it."""

    def __init__(self, reason: str, text: str, candidates: tuple[str, ...]) -> None:
        super().__init__(f"{text!r} is refused: {reason}")
        self.reason = reason
        self.candidates = candidates


class RaceLost(Exception):
    """Others changed the game each time that this wish was about to."""

    def __init__(self, game_id: str) -> None:
        super().__init__(f"{game_id} changed too often meanwhile")


class PartDown(Exception):
    """A service that has to be asked does not answer; this one does."""

    def __init__(self, part: str) -> None:
        super().__init__(f"{part} does not answer")
        self.part = part
