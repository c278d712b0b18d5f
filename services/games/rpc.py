"""GameService on the wire: reads the request, asks, answers."""

from __future__ import annotations

from collections.abc import Iterable

import grpc
import structlog

from brettwerk.games.v1 import games_service_pb2 as games_pb
from brettwerk.games.v1 import games_service_pb2_grpc
from brettwerk.rules.v1 import rules_service_pb2 as rules_pb
from chassis import Access, Answer, ErrorTable, Problem, Refused, at
from chassis.caller import AccessTable
from games import errors, export, fairness, listing_rpc, presence_rpc, shapes, showing, views
from games.alarms import AlarmKind
from games.clients import RulesClient
from games.expiring import Expiring
from games.listing import Listing
from games.parts import Engine, Player, Seat, Status
from games.ports import Reading
from games.presence import Presence
from games.service import Games
from games.sides import Side
from games.table import Action, Table
from games.terms import Flag
from games.views import view_of
from games.visiting import player, require, visitor
from games.wishes import GameWish

log = structlog.get_logger()

_MAX_MOVE_CHARS = 200
_MAX_KEY_CHARS = 64
_MAX_SQUARES = 50
_MAX_FIRST_MOVE_MS = 86_400_000
_MAX_DELAY_MS = 600_000
_MAX_CANDIDATES_CHARS = 2000  # the details of an error travel in a header

_INVALID = grpc.StatusCode.INVALID_ARGUMENT
_WRONG_STATE = grpc.StatusCode.FAILED_PRECONDITION

ERRORS: ErrorTable = {
    errors.UnknownGame: Answer(status=grpc.StatusCode.NOT_FOUND, reason="UNKNOWN_GAME"),
    errors.UnknownTopic: Answer(status=grpc.StatusCode.NOT_FOUND, reason="UNKNOWN_TOPIC"),
    errors.InvalidCursor: Answer(status=_INVALID, reason="INVALID_CURSOR"),
    errors.InvalidField: Answer(status=_INVALID, reason="INVALID_FIELD"),
    errors.InvalidPageToken: Answer(status=_INVALID, reason="INVALID_PAGE_TOKEN"),
    errors.UnknownPersona: Answer(status=_INVALID, reason="UNKNOWN_PERSONA"),
    errors.RequestIdReused: Answer(status=_INVALID, reason="REQUEST_ID_REUSED"),
    errors.NotAPlayer: Answer(status=grpc.StatusCode.PERMISSION_DENIED, reason="NOT_A_PLAYER"),
    errors.NoOpenSeat: Answer(status=_WRONG_STATE, reason="NO_OPEN_SEAT"),
    errors.GameNotStarted: Answer(status=_WRONG_STATE, reason="GAME_NOT_STARTED"),
    errors.GameFinished: Answer(status=_WRONG_STATE, reason="GAME_FINISHED"),
    errors.GameUnderWay: Answer(status=_WRONG_STATE, reason="GAME_UNDER_WAY"),
    errors.GamePaused: Answer(status=_WRONG_STATE, reason="GAME_PAUSED"),
    errors.NotPaused: Answer(status=_WRONG_STATE, reason="NOT_PAUSED"),
    errors.NotAllowed: Answer(status=_WRONG_STATE, reason="NOT_ALLOWED", facts=("why",)),
    errors.NoOffer: Answer(status=_WRONG_STATE, reason="NO_OFFER"),
    errors.NotChoosing: Answer(status=_WRONG_STATE, reason="NOT_CHOOSING"),
    errors.ChoiceFinal: Answer(status=_WRONG_STATE, reason="CHOICE_FINAL"),
    errors.InvalidStones: Answer(status=_INVALID, reason="INVALID_STONES"),
    errors.SeedGiven: Answer(status=_WRONG_STATE, reason="SEED_GIVEN"),
    errors.NotYourTurn: Answer(status=_WRONG_STATE, reason="NOT_YOUR_TURN", facts=("turn",)),
    errors.TurnPlayed: Answer(status=_WRONG_STATE, reason="TURN_PLAYED", facts=("turn",)),
    errors.TurnNotReached: Answer(status=_WRONG_STATE, reason="TURN_NOT_REACHED", facts=("turn",)),
    errors.FlagFallen: Answer(status=_WRONG_STATE, reason="FLAG_FALLEN"),
    # PlayMove answers it with the rule's own name; this is for whoever else might meet it.
    errors.MoveRefused: Answer(status=_WRONG_STATE, reason="MOVE_REFUSED"),
    errors.RaceLost: Answer(status=grpc.StatusCode.ABORTED, reason="RACE_LOST"),
    errors.PartDown: Answer(status=grpc.StatusCode.UNAVAILABLE, reason="PART_DOWN", facts=("part",)),
}
"""What each fault means to a caller."""

_WHO_PLAYS = Access(players=True, player_scope="play")
_WHO_LOOKS_ON = Access(players=True)

ACCESS: AccessTable = {
    "CreateGame": _WHO_PLAYS,
    "JoinGame": _WHO_PLAYS,
    "GetGame": _WHO_LOOKS_ON,
    "ListGameMoves": _WHO_LOOKS_ON,
    "PlayMove": Access(players=True, player_scope="play", services=("ai",), service_scope="engine"),
    "ResignGame": _WHO_PLAYS,
    "Act": _WHO_PLAYS,
    "ChooseStones": _WHO_PLAYS,
    "ContributeSeed": _WHO_PLAYS,
    "GetFairness": _WHO_LOOKS_ON,
    "GetHistory": _WHO_LOOKS_ON,
    "ListGames": _WHO_LOOKS_ON,
    "ReportPresence": Access(services=("stream",)),
    "ExportGame": _WHO_LOOKS_ON,
    "Expire": Access(services=("clocks",)),
    "ListEvents": _WHO_LOOKS_ON,
    "Snapshot": _WHO_LOOKS_ON,
}
"""Who may call what, by the method's name, in both services; their names differ."""


class GamesServicer(games_service_pb2_grpc.GameServiceServicer):
    """The RPCs, in the order of the contract."""

    def __init__(
        self,
        *,
        games: Games,
        table: Table,
        listing: Listing,
        presence: Presence,
        expiring: Expiring,
        rules: RulesClient,
    ) -> None:
        self._games = games
        self._table = table
        self._listing = listing
        self._presence = presence
        self._expiring = expiring
        self._rules = rules

    def CreateGame(
        self, request: games_pb.CreateGameRequest, context: grpc.ServicerContext
    ) -> games_pb.CreateGameResponse:
        creator = player()
        request_id = request.request_id
        fits = len(request_id) <= _MAX_KEY_CHARS and "\0" not in request_id
        require(fits, "request_id", f"at most {_MAX_KEY_CHARS} characters")
        time_control = None
        if request.HasField("time_control"):
            with at("/time_control"):
                time_control = shapes.read_time_control(request.time_control)
        wish = GameWish(
            ruleset_key=request.ruleset.key,
            options=dict(request.ruleset.options),
            time_control=time_control,
            white=_seat(request.white, "white", creator),
            black=_seat(request.black, "black", creator),
            rated=request.rated,
            flags=_flags(request.flags),
            first_move_ms=_ms(request, "first_move_ms", _MAX_FIRST_MOVE_MS),
            spectator_delay_ms=_ms(request, "spectator_delay_ms", _MAX_DELAY_MS) or 0,
            seed=_seed(request.seed) if request.seed else "",
        )
        try:
            made, replayed = self._games.create(visitor(), creator, wish, request_id)
        except errors.UnknownPersona as error:
            side = "white" if wish.white == Engine(error.persona) else "black"
            with at(f"/{side}/persona"):
                raise
        if not replayed:
            log.info("game created", game_id=made.game.game_id, ruleset=made.game.ruleset.key)
        return games_pb.CreateGameResponse(game=_shown(made), replayed=replayed)

    def JoinGame(
        self, request: games_pb.JoinGameRequest, context: grpc.ServicerContext
    ) -> games_pb.JoinGameResponse:
        seed = _seed(request.seed) if request.seed else ""
        joined = self._games.join(visitor(), player(), request.game_id, seed)
        return games_pb.JoinGameResponse(game=_shown(joined))

    def GetGame(
        self, request: games_pb.GetGameRequest, context: grpc.ServicerContext
    ) -> games_pb.GetGameResponse:
        reading = self._games.get(visitor(), request.game_id)
        return games_pb.GetGameResponse(game=_shown(reading))

    def ListGameMoves(
        self, request: games_pb.ListGameMovesRequest, context: grpc.ServicerContext
    ) -> games_pb.ListGameMovesResponse:
        looker = visitor()
        game = self._games.get(looker, request.game_id).game
        if game.status is Status.RUNNING:
            legal = self._rules.legal_moves(game, include_tree=request.include_tree)
            if views.hidden_sides(game, view_of(game, looker.viewer)):
                for move in legal.moves:
                    del move.duels[:]
        else:
            legal = rules_pb.ListLegalMovesResponse(
                side_to_move=shapes.SIDES[game.to_move], result=shapes.result(game.result)
            )
        return games_pb.ListGameMovesResponse(turn=game.turn, legal=legal)

    def PlayMove(
        self, request: games_pb.PlayMoveRequest, context: grpc.ServicerContext
    ) -> games_pb.PlayMoveResponse:
        fits = len(request.move) <= _MAX_MOVE_CHARS
        require(fits, "move", f"at most {_MAX_MOVE_CHARS} characters")
        given = request.HasField("expected_turn") and request.expected_turn >= 0
        require(given, "expected_turn", "the turn to be played, from 0")
        looker = visitor()
        try:
            played = self._games.play_move(looker, request.game_id, request.move, request.expected_turn)
        except errors.MoveRefused as error:
            raise Refused(_problem(error)) from error
        view = view_of(played.game, looker.viewer)
        return games_pb.PlayMoveResponse(
            game=showing.game(played.game, played.now, view),
            move=shapes.move(views.seen_move(played.move, played.game, view)),
            turn=played.turn,
            charged_ms=played.charged_ms,
            replayed=played.replayed,
            taken_back=played.taken_back,
        )

    def ResignGame(
        self, request: games_pb.ResignGameRequest, context: grpc.ServicerContext
    ) -> games_pb.ResignGameResponse:
        resigned = self._table.act(visitor(), player(), request.game_id, Action.RESIGN)
        return games_pb.ResignGameResponse(game=_shown(resigned))

    def Act(self, request: games_pb.ActRequest, context: grpc.ServicerContext) -> games_pb.ActResponse:
        action = _ACTIONS.get(request.action)
        require(action is not None, "action", "a known action")
        assert action is not None
        turn = request.expected_turn if request.HasField("expected_turn") else None
        acted = self._table.act(
            visitor(), player(), request.game_id, action, _side(request.side), expected_turn=turn
        )
        return games_pb.ActResponse(game=_shown(acted))

    def ChooseStones(
        self, request: games_pb.ChooseStonesRequest, context: grpc.ServicerContext
    ) -> games_pb.ChooseStonesResponse:
        require(len(request.squares) <= _MAX_SQUARES, "squares", f"at most {_MAX_SQUARES}")
        side = _side(request.side)
        chosen = self._table.choose_stones(visitor(), player(), request.game_id, request.squares, side)
        return games_pb.ChooseStonesResponse(game=_shown(chosen))

    def ContributeSeed(
        self, request: games_pb.ContributeSeedRequest, context: grpc.ServicerContext
    ) -> games_pb.ContributeSeedResponse:
        seed = _seed(request.seed)
        given = self._table.give_seed(visitor(), player(), request.game_id, seed)
        return games_pb.ContributeSeedResponse(game=_shown(given))

    def GetFairness(
        self, request: games_pb.GetFairnessRequest, context: grpc.ServicerContext
    ) -> games_pb.GetFairnessResponse:
        reading, history = self._games.history(visitor(), request.game_id)
        return fairness.account(reading.game, history)

    def GetHistory(
        self, request: games_pb.GetHistoryRequest, context: grpc.ServicerContext
    ) -> games_pb.GetHistoryResponse:
        looker = visitor()
        reading, history = self._games.history(looker, request.game_id)
        return showing.line(reading, history, view_of(reading.game, looker.viewer))

    def ListGames(
        self, request: games_pb.ListGamesRequest, context: grpc.ServicerContext
    ) -> games_pb.ListGamesResponse:
        page = self._listing.page(visitor(), listing_rpc.read_wish(request))
        return games_pb.ListGamesResponse(
            games=[_shown(reading, with_moves=False) for reading in page.games],
            next_page_token=page.next_token,
        )

    def ReportPresence(
        self, request: games_pb.ReportPresenceRequest, context: grpc.ServicerContext
    ) -> games_pb.ReportPresenceResponse:
        told = presence_rpc.read_told(request)
        report_all = self._presence.report(request.process_id, told)
        if request.closing:
            self._presence.close(request.process_id)
        return games_pb.ReportPresenceResponse(report_all=report_all)

    def ExportGame(
        self, request: games_pb.ExportGameRequest, context: grpc.ServicerContext
    ) -> games_pb.ExportGameResponse:
        looker = visitor()
        reading, history = self._games.history(looker, request.game_id)
        view = view_of(reading.game, looker.viewer)
        record = export.record(reading.game, history, view)
        return games_pb.ExportGameResponse(text=self._rules.write_game(record, request.captures))

    def Expire(
        self, request: games_pb.ExpireRequest, context: grpc.ServicerContext
    ) -> games_pb.ExpireResponse:
        kind = _ALARM_KINDS.get(request.kind)
        require(kind is not None, "kind", "a known kind of alarm")
        assert kind is not None
        applied = self._expiring.expire(request.game_id, kind, request.clock_version)
        if applied:
            log.info("alarm applied", game_id=request.game_id, kind=kind)
        return games_pb.ExpireResponse(applied=applied)


_ACTIONS = {
    number: Action(name.removeprefix("GAME_ACTION_").lower())
    for name, number in games_pb.GameAction.items()
    if number != games_pb.GAME_ACTION_UNSPECIFIED
}
_ALARM_KINDS = {games_pb.AlarmKind.Value(f"ALARM_KIND_{kind.name}"): kind for kind in AlarmKind}


def _seat(wish: games_pb.SeatWish, side: str, creator: Player) -> Seat:
    kind = wish.WhichOneof("wish")
    if kind == "persona":
        with at(f"/{side}"):
            require(0 < len(wish.persona) <= _MAX_KEY_CHARS, "persona", "the name of an engine")
        return Engine(wish.persona)
    require(wish.caller or wish.open, side, "the caller, an engine, or open")
    return creator if wish.caller else None


def _shown(reading: Reading, *, with_moves: bool = True) -> games_pb.Game:
    """As the caller sees it."""
    view = view_of(reading.game, visitor().viewer)
    return showing.game(reading.game, reading.now, view, with_moves=with_moves)


def _flags(numbers: Iterable[int]) -> frozenset[Flag]:
    flags = frozenset(showing.FLAG_OF.get(number) for number in numbers)
    require(None not in flags, "flags", "known flags")
    return frozenset(flag for flag in flags if flag is not None)


def _ms(request: games_pb.CreateGameRequest, field: str, most: int) -> int | None:
    """None where it is not set."""
    given = {"first_move_ms": request.HasField("first_move_ms")}.get(field, True)
    value: int = getattr(request, field)
    require(0 <= value <= most, field, f"from 0 to {most}")
    return value if given else None


def _seed(text: str) -> str:
    fits = 1 <= len(text) <= _MAX_KEY_CHARS and text.isascii() and text.isprintable() and ":" not in text
    require(fits, "seed", f"1 to {_MAX_KEY_CHARS} printable characters of ASCII without a colon")
    return text


def _side(number: int) -> Side | None:
    require(number in shapes.SIDE_OF, "side", "a known side, or none")
    return shapes.SIDE_OF[number]


def _problem(error: errors.MoveRefused) -> Problem:
    candidates = ""
    for candidate in error.candidates:
        if len(candidates) + len(candidate) > _MAX_CANDIDATES_CHARS:
            break
        candidates = f"{candidates} {candidate}".strip()
    return Problem(
        status=_WRONG_STATE,
        reason=error.reason.upper(),
        message=str(error),
        facts={"candidates": candidates} if candidates else {},
    )
