"""`/v1/games:…`: whole games."""

from __future__ import annotations

from apiflask import APIBlueprint
from flask import Response

from gateway.answers import ReplayAnswer
from gateway.bodies import ReplayBody
from gateway.clients import RulesClient
from gateway.contract import described
from gateway.replying import reply
from gateway.wording import Wording

_GAMES = Wording(en="Games", de="Partien")


def addresses(rules: RulesClient) -> APIBlueprint:
    api = APIBlueprint("games", __name__, url_prefix="/v1")

    @api.post("/games:replay")
    @api.input(ReplayBody, arg_name="body")
    @api.output(ReplayAnswer)
    @api.doc(
        **described(
            "replayGame",
            _GAMES,
            Wording(en="Play a game again", de="Eine Partie nachspielen"),
            Wording(
                en="Plays the moves one after the other and stops at the first that is refused, naming the rule. The last "
                "position comes with its counters and with the result, if the game is over.",
                de="Spielt die Züge nacheinander und hält beim ersten an, der verweigert wird, mit der Regel. Die letzte "
                "Stellung kommt mit ihren Zählerständen und dem Ergebnis, falls die Partie aus ist.",
            ),
            examples={
                "reversi": (
                    Wording(en="The start of a game of Reversi", de="Der Anfang einer Partie Reversi"),
                    {"ruleset": "beatem-reversi", "moves": ["f5", "d6", "c3"], "fens": True},
                ),
                "refused": (
                    Wording(en="A refused move", de="Ein verweigerter Zug"),
                    {"ruleset": "club-brazilian", "moves": ["a3-b4", "b6-a5", "c3-d4"]},
                ),
            },
        )
    )
    def replay(body: ReplayBody) -> Response:
        return reply(rules.replay(body))

    return api
