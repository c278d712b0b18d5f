"""`/v1/games/{game_id}/…`: how a game came to where it is, and what chance has decided in it."""

from __future__ import annotations

import re

from apiflask import APIBlueprint
from flask import Response

from gateway import callers
from gateway.answers_history import FairnessAnswer, HistoryAnswer, PlyAnswer
from gateway.clients_games import GamesClient
from gateway.contract import described
from gateway.kinds import KINDS
from gateway.problems import Problem
from gateway.replying import reply
from gateway.wording import Wording

_TABLE = Wording(en="Playing", de="Spielen")
_IN_GAME = ("unknown_game",)
_NUMBER = re.compile(r"0|[1-9][0-9]{0,8}")


def addresses(games: GamesClient) -> APIBlueprint:
    api = APIBlueprint("history", __name__, url_prefix="/v1/games")
    api.before_request(callers.require_player)

    @api.get("/<game_id>/history")
    @api.output(HistoryAnswer)
    @api.doc(
        **described(
            "getHistory",
            _TABLE,
            Wording(en="The game ply by ply", de="Die Partie Halbzug für Halbzug"),
            Wording(
                en="The present line, without what was taken back: each move with the position and the clocks after it.",
                de="Die jetzige Zugfolge, ohne was zurückgenommen wurde: jeder Zug mit der Stellung und den Uhren danach.",
            ),
            for_players=True,
            problems=_IN_GAME,
        )
    )
    def get_history(game_id: str) -> Response:
        return reply(games.history(game_id))

    @api.get("/<game_id>/plies/<ply>")
    @api.output(PlyAnswer)
    @api.doc(
        **described(
            "getPly",
            _TABLE,
            Wording(en="One ply, to be linked to", de="Ein Halbzug, zum Verlinken"),
            Wording(
                en="The move with the position and the clocks after it; ply 0 is the start.",
                de="Der Zug mit der Stellung und den Uhren danach; Halbzug 0 ist der Anfang.",
            ),
            for_players=True,
            problems=(*_IN_GAME, "unknown_ply"),
        )
    )
    def get_ply(game_id: str, ply: str) -> Response:
        number = int(ply) if _NUMBER.fullmatch(ply) else None
        found = games.ply(game_id, number) if number is not None else None
        if found is None:
            raise Problem("unknown_ply", KINDS["unknown_ply"].title.en)
        return reply(found)

    @api.get("/<game_id>/fairness")
    @api.output(FairnessAnswer)
    @api.doc(
        **described(
            "getFairness",
            _TABLE,
            Wording(en="What has chance decided?", de="Was hat der Zufall entschieden?"),
            Wording(
                en="Every number that was drawn, and once the game is over the secrets with which anybody can check them. A "
                "number is HMAC-SHA256 with the server's seed as key over `white_seed:black_seed:game_id:purpose:index`: "
                "of the digest's eight big-endian words of 32 bits the first below the largest multiple of `bound`, modulo "
                "`bound`; if none is, the digest is hashed by SHA-256 for the next eight. `brettwerk verify` does it.",
                de="Jede Zahl, die gezogen wurde, und sobald die Partie aus ist, die Geheimnisse, mit denen jeder sie prüfen "
                "kann. Eine Zahl ist HMAC-SHA256 mit dem Startwert des Servers als Schlüssel über "
                "`white_seed:black_seed:game_id:purpose:index`: von den acht Wörtern zu 32 Bit (Big-Endian) das erste unter "
                "dem größten Vielfachen von `bound`, modulo `bound`; ist es keines, liefert SHA-256 des Hashwerts die "
                "nächsten acht. `brettwerk verify` rechnet es nach.",
            ),
            for_players=True,
            problems=_IN_GAME,
        )
    )
    def get_fairness(game_id: str) -> Response:
        return reply(games.fairness(game_id))

    return api
