"""`/v1/notation:…`: games as texts."""

from __future__ import annotations

from apiflask import APIBlueprint
from flask import Response

from gateway.answers import FormatAnswer, ParseAnswer
from gateway.bodies import FormatBody, ParseBody
from gateway.clients import RulesClient
from gateway.contract import described
from gateway.replying import reply
from gateway.wording import Wording

_NOTATION = Wording(en="Notation", de="Notation")


def addresses(rules: RulesClient) -> APIBlueprint:
    api = APIBlueprint("notation", __name__, url_prefix="/v1")

    @api.post("/notation:parse")
    @api.input(ParseBody, arg_name="body")
    @api.output(ParseAnswer)
    @api.doc(
        **described(
            "parseGames",
            _NOTATION,
            Wording(en="Read games", de="Partien lesen"),
            Wording(
                en="Reads a PDN archive of up to 256 games or a Reversi transcript, and plays each game again. A game with "
                "a fault is reported with its line, and reading goes on with the next.",
                de="Liest ein PDN-Archiv mit bis zu 256 Partien oder ein Reversi-Transkript und spielt jede Partie nach. "
                "Eine Partie mit Fehler wird mit ihrer Zeile genannt, und gelesen wird bei der nächsten weiter.",
            ),
            examples={
                "pdn": (
                    Wording(en="A PDN game", de="Eine PDN-Partie"),
                    {
                        "format": "pdn",
                        "text": '[White "Anna"]\n[Black "Ben"]\n[GameType "20,W,10,10,N2,0"]\n[Result "2-0"]\n\n'
                        "1. 32-28 {[%clk 0:03:05] solid} 19-23 2. 28x19 14x23 2-0\n",
                    },
                ),
                "transcript": (
                    Wording(en="A transcript", de="Ein Transkript"),
                    {"format": "transcript", "ruleset": "othello", "text": "f5d6c3"},
                ),
            },
        )
    )
    def parse(body: ParseBody) -> Response:
        return reply(rules.parse(body))

    @api.post("/notation:format")
    @api.input(FormatBody, arg_name="body")
    @api.output(FormatAnswer)
    @api.doc(
        **described(
            "formatGame",
            _NOTATION,
            Wording(en="Write a game", de="Eine Partie schreiben"),
            Wording(
                en="Writes a game as PDN or as a transcript. It takes what `notation:parse` returns as `game`.",
                de="Schreibt eine Partie als PDN oder als Transkript. Nimmt, was `notation:parse` als `game` liefert.",
            ),
            examples={
                "pdn": (
                    Wording(en="A PDN game", de="Eine PDN-Partie"),
                    {
                        "format": "pdn",
                        "ruleset": "battledame",
                        "options": {"capture": "maximum"},
                        "tags": {"White": "Anna", "Black": "Ben"},
                        "start_fen": "W:W21:B10,17",
                        "moves": ["21x14x7"],
                        "captures": "full",
                    },
                )
            },
        )
    )
    def format_game(body: FormatBody) -> Response:
        return reply(rules.format(body))

    return api
