"""The games service with what stands around it: real rules, clocks and matchmaking, and an engine that is a stand-in."""

from __future__ import annotations  # grpc's context is typed for checkers only

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar, cast

import grpc
import psycopg
from google.protobuf.json_format import MessageToDict

import rulebook
from brettwerk.ai.v1 import ai_service_pb2 as ai_pb
from brettwerk.ai.v1 import ai_service_pb2_grpc
from brettwerk.events.v1 import event_feed_pb2 as events_pb
from brettwerk.events.v1.event_feed_pb2_grpc import EventFeedStub
from brettwerk.games.v1 import games_service_pb2 as pb
from brettwerk.games.v1.games_service_pb2_grpc import GameServiceStub
from brettwerk.rules.v1 import rules_service_pb2 as rules_pb
from brettwerk.types.v1 import types_pb2
from chassis import Access, Bound, Running, ServerSettings, Unavailable, start
from chassis.channels import connect
from chassis.database import Database as ServiceDatabase
from clocks.bind import bind as bind_clocks
from clocks.settings import ClocksSettings
from games.bind import bind as bind_games
from games.expiring import end_waiting
from games.relay import Teller
from games.settings import GamesSettings
from games.store import GameStore
from local.ports import free_port
from matchmaking.bind import bind as bind_matchmaking
from matchmaking.settings import MatchmakingSettings
from rules.bind import bind as bind_rules
from rules.settings import RulesSettings
from tests.identity import Identity
from tests.patience import wait_for
from tests.servers import Database

ENGINE_BUDGET_MS = 60_000
"""Long, so that a fallback comes only where a test makes it."""

_LOOPBACK = "127.0.0.1:0"
_Found = TypeVar("_Found")


class FirstMove(ai_service_pb2_grpc.AiServiceServicer):
    """An ai service whose engines know no better than the first legal move, and play nothing by themselves."""

    def __init__(self) -> None:
        self.requests: list[ai_pb.RequestMoveRequest] = []
        self.is_down = False

    def ListPersonas(  # noqa: N802  the contract names it
        self, request: ai_pb.ListPersonasRequest, context: grpc.ServicerContext
    ) -> ai_pb.ListPersonasResponse:
        both = (rules_pb.FAMILY_DRAUGHTS, rules_pb.FAMILY_REVERSI)
        personas = [ai_pb.Persona(key=key, families=both) for key in ("leicht", "mittel", "stark")]
        hex_ = ai_pb.Persona(key="commander-hex", families=both[1:])
        return ai_pb.ListPersonasResponse(personas=[*personas, hex_])

    def RequestMove(  # noqa: N802
        self, request: ai_pb.RequestMoveRequest, context: grpc.ServicerContext
    ) -> ai_pb.RequestMoveResponse:
        self.requests.append(request)
        return ai_pb.RequestMoveResponse()

    def SelectMove(  # noqa: N802
        self, request: ai_pb.SelectMoveRequest, context: grpc.ServicerContext
    ) -> ai_pb.SelectMoveResponse:
        if self.is_down:
            raise Unavailable("the engines rest")
        ruleset = rulebook.ruleset(request.ruleset.key, request.ruleset.options)
        position = rulebook.parse_fen(ruleset, request.position.fen, request.position.rule_state)
        first = rulebook.legal_moves(position)[0]
        return ai_pb.SelectMoveResponse(move=types_pb2.Move(notation=first.notation))

    def bind(self, server: grpc.Server) -> Bound:
        ai_service_pb2_grpc.add_AiServiceServicer_to_server(self, server)
        contract = ai_pb.DESCRIPTOR.services_by_name["AiService"]
        access = dict.fromkeys(contract.methods_by_name, Access(services=("games",)))
        return Bound(services=(contract.full_name,), access=access)


@dataclass(frozen=True, slots=True)
class Told:
    """An event, whose data are plain."""

    sequence: int
    type: str
    time_ns: int
    data: dict[str, Any]


@dataclass(frozen=True, slots=True)
class At:
    """Somebody's two stubs of the games service."""

    games: GameServiceStub
    feed: EventFeedStub

    def create(self, key: str = "battledame", **wishes: Any) -> pb.Game:
        return self.games.CreateGame(creation(key, **wishes)).game

    def join(self, game: pb.Game) -> pb.Game:
        return self.games.JoinGame(pb.JoinGameRequest(game_id=game.game_id)).game

    def get(self, game: pb.Game) -> pb.Game:
        return self.games.GetGame(pb.GetGameRequest(game_id=game.game_id)).game

    def play(self, game: pb.Game, move: str, turn: int | None = None) -> pb.PlayMoveResponse:
        return self.games.PlayMove(
            pb.PlayMoveRequest(
                game_id=game.game_id, move=move, expected_turn=game.turn if turn is None else turn
            )
        )

    def act(
        self, game: pb.Game, action: str, side: types_pb2.Side.ValueType = types_pb2.SIDE_UNSPECIFIED
    ) -> pb.Game:
        """The action in the words of REST, such as "offer_draw"."""
        number = pb.GameAction.Value(f"GAME_ACTION_{action.upper()}")
        return self.games.Act(pb.ActRequest(game_id=game.game_id, action=number, side=side)).game

    def choose(
        self,
        game: pb.Game,
        *squares: int,
        side: types_pb2.Side.ValueType = types_pb2.SIDE_UNSPECIFIED,
    ) -> pb.Game:
        request = pb.ChooseStonesRequest(game_id=game.game_id, squares=squares, side=side)
        return self.games.ChooseStones(request).game

    def resign(self, game: pb.Game) -> pb.Game:
        return self.games.ResignGame(pb.ResignGameRequest(game_id=game.game_id)).game

    def legal(self, game: pb.Game) -> list[str]:
        answer = self.games.ListGameMoves(pb.ListGameMovesRequest(game_id=game.game_id))
        return [move.notation for move in answer.legal.moves]

    def events(self, game: pb.Game, after: int = 0, limit: int = 0) -> list[Told]:
        request = events_pb.ListEventsRequest(topic=f"game:{game.game_id}", after=after, limit=limit)
        return [
            Told(event.sequence, event.type, event.event_time.ToNanoseconds(), MessageToDict(event.data))
            for event in self.feed.ListEvents(request).events
        ]

    def export(self, game: pb.Game) -> str:
        return self.games.ExportGame(pb.ExportGameRequest(game_id=game.game_id)).text

    def expire(
        self, game: pb.Game, version: int | None = None, kind: pb.AlarmKind.ValueType = pb.ALARM_KIND_FLAG
    ) -> bool:
        version = game.clock.clock_version if version is None else version
        request = pb.ExpireRequest(game_id=game.game_id, kind=kind, clock_version=version)
        return self.games.Expire(request).applied


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """The servers of a test module. Addresses, and ways in."""

    identity: Identity
    database: Database
    games: Running
    addresses: dict[str, str]
    engine: FirstMove
    channels: ExitStack = field(repr=False)

    def via(self, bearer: Callable[[], str] | None) -> At:
        channel = connect(self.games.address, deadline_ms=15_000, bearer=bearer)
        self.channels.enter_context(channel)
        return At(GameServiceStub(channel), EventFeedStub(channel))

    def player(self, name: str, tenant_id: str = "local") -> At:
        return self.via(self.identity.player(name, tenant_id=tenant_id))

    def service(self, name: str, *scopes: str, tenant_id: str = "local") -> At:
        return self.via(self.identity.source(name).bearer("games", tenant_id=tenant_id, scopes=scopes))

    def execute(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        """With the service's role, past the service."""
        with psycopg.connect(self.database.conninfo("games"), autocommit=True) as connection:
            cursor = connection.execute(statement.encode(), values)
            return cursor.fetchall() if cursor.description else []

    def alarms(self, game: pb.Game, kind: str) -> list[tuple[Any, ...]]:
        """When the game's alarm of this kind is due, once all that was told of it is heard; empty if it is not set."""
        wait_for(lambda: not self.execute("SELECT 1 FROM outbox WHERE key = %s", game.game_id))
        with psycopg.connect(self.database.conninfo("clocks"), autocommit=True) as connection:
            statement = (
                "SELECT due_time FROM alarms WHERE game_id = %s AND kind = %s AND due_time IS NOT NULL"
            )
            return connection.execute(statement, (game.game_id, kind)).fetchall()

    def end_waiting(self) -> None:
        """What the pulse does each minute."""
        database = ServiceDatabase(self.database.conninfo("games"), name="games")
        store = GameStore(database, Teller(ENGINE_BUDGET_MS, lambda _: None).tell)
        end_waiting(store, 1000)
        database.close()

    def let_pass(self, game: pb.Game, ms: int) -> None:
        """As if the present turn had begun so much earlier, and the house had been there all the time."""
        self.execute("DELETE FROM outages")
        self.execute(
            "UPDATE games SET since = since - %s * interval '1 ms', deadline = deadline - %s * interval '1 ms'"
            " WHERE game_id = %s",
            ms,
            ms,
            game.game_id,
        )


@contextmanager
def open_house(identity: Identity, database: Database) -> Iterator[House]:
    """Starts from the ground up and stops from the top down."""
    with ExitStack() as stack:
        keys: Any = {"public_keys": identity.public_keys, "stop_ms": 200}
        rules = stack.enter_context(start("rules", bind_rules, RulesSettings(address=_LOOPBACK, **keys)))
        engine = FirstMove()
        ai = stack.enter_context(start("ai", engine.bind, ServerSettings(address=_LOOPBACK, **keys)))
        games_address = f"127.0.0.1:{free_port(24500, ())}"
        matchmaking_settings = MatchmakingSettings(
            address=_LOOPBACK,
            key=identity.key("matchmaking"),
            database=database.conninfo("matchmaking"),
            games_address=games_address,
            **keys,
        )
        matchmaking = stack.enter_context(
            start(
                "matchmaking", partial(bind_matchmaking, settings=matchmaking_settings), matchmaking_settings
            )
        )
        clocks_settings = ClocksSettings(
            address=_LOOPBACK,
            key=identity.key("clocks"),
            database=database.conninfo("clocks"),
            games_address=games_address,
            **keys,
        )
        clocks = stack.enter_context(
            start("clocks", partial(bind_clocks, settings=clocks_settings), clocks_settings)
        )
        settings = GamesSettings(
            address=games_address,
            key=identity.key("games"),
            database=database.conninfo("games"),
            rules_address=rules.address,
            clocks_address=clocks.address,
            ai_address=ai.address,
            matchmaking_address=matchmaking.address,
            engine_budget_ms=ENGINE_BUDGET_MS,
            **keys,
        )
        games = stack.enter_context(start("games", partial(bind_games, settings=settings), settings))
        yield House(
            identity=identity,
            database=database,
            games=games,
            addresses={
                "rules": rules.address,
                "clocks": clocks.address,
                "ai": ai.address,
                "matchmaking": matchmaking.address,
            },
            engine=engine,
            channels=stack.enter_context(ExitStack()),
        )


def creation(
    key: str = "battledame",
    *,
    options: dict[str, str] | None = None,
    white: str = "me",
    black: str = "open",
    base_ms: int | None = 180_000,
    increment_ms: int = 2000,
    rated: bool = False,
    request_id: str = "",
    **terms: Any,
) -> pb.CreateGameRequest:
    """A seat is "me", "open", or an engine's persona; without `base_ms` time is unlimited.

    `terms` are further fields of the request, `time_control` among them.
    """
    control = types_pb2.TimeControl(unlimited=types_pb2.Unlimited())
    if base_ms is not None:
        fischer = types_pb2.Fischer(base_ms=base_ms, increment_ms=increment_ms)
        control = types_pb2.TimeControl(fischer=fischer)
    return pb.CreateGameRequest(
        ruleset=types_pb2.RulesetRef(key=key, options=options or {}),
        time_control=terms.pop("time_control", control),
        white=_wish(white),
        black=_wish(black),
        rated=rated,
        request_id=request_id,
        **terms,
    )


def per_move(move_ms: int, max_strikes: int = 3) -> types_pb2.TimeControl:
    """The server moves for whoever is late, until he has been once too often."""
    return types_pb2.TimeControl(
        per_move=types_pb2.PerMove(
            move_ms=move_ms, on_expiry=types_pb2.EXPIRY_AUTO_MOVE, max_strikes=max_strikes
        )
    )


def _wish(seat: str) -> pb.SeatWish:
    if seat in {"me", "open"}:
        return pb.SeatWish(caller=seat == "me") if seat == "me" else pb.SeatWish(open=True)
    return pb.SeatWish(persona=seat)


def at_once(*calls: Callable[[], _Found]) -> list[_Found | Exception]:
    """The calls all at the same instant, each on a thread of its own; what they gave or raised."""
    together = threading.Barrier(len(calls))
    outcomes: list[_Found | Exception | None] = [None] * len(calls)

    def run(number: int, call: Callable[[], _Found]) -> None:
        together.wait()
        try:
            outcomes[number] = call()
        except Exception as error:  # noqa: BLE001  it is the outcome
            outcomes[number] = error

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert None not in outcomes
    return cast(list[_Found | Exception], outcomes)
