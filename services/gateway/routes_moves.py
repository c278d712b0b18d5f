"""`/v1/moves:…`: questions about one position. No game and no account are needed."""

from __future__ import annotations

from typing import Any

from apiflask import APIBlueprint
from flask import Response

from gateway.answers import BatchAnswer, ListAnswer, VerdictAnswer
from gateway.bodies import ApplyLotsBody, BatchValidateBody, ListBody, ValidateBody
from gateway.clients import RulesClient
from gateway.contract import described
from gateway.replying import reply
from gateway.wording import Wording

_MOVES = Wording(en="Moves", de="Züge")

_QUESTION: dict[str, Any] = {
    "ruleset": "battledame",
    "options": {"capture": "maximum"},
    "fen": "W:W21:B10,17",
}


def addresses(rules: RulesClient) -> APIBlueprint:
    api = APIBlueprint("moves", __name__, url_prefix="/v1")

    @api.post("/moves:validate")
    @api.input(ValidateBody, arg_name="body")
    @api.output(VerdictAnswer)
    @api.doc(
        **described(
            "validateMove",
            _MOVES,
            Wording(en="Is this move legal?", de="Ist dieser Zug erlaubt?"),
            Wording(
                en="The answer is 200 also when it is no; a refusal names the rule and what is legal instead. Send the "
                "`rule_state` of the last answer along with its `fen`, so that repetitions and other draws are counted; "
                "or the `history` that leads there.",
                de="Die Antwort ist 200, auch wenn sie nein lautet; eine Ablehnung nennt die Regel und was stattdessen "
                "erlaubt ist. Mit der `fen` der letzten Antwort gehört ihr `rule_state` in die nächste Frage, damit "
                "Wiederholungen und andere Remis gezählt werden; oder die `history`, die dorthin führt.",
            ),
            examples={
                "legal": (
                    Wording(en="A legal move", de="Ein erlaubter Zug"),
                    {**_QUESTION, "move": "21x14x7"},
                ),
                "refused": (
                    Wording(en="A refused move", de="Ein verweigerter Zug"),
                    {**_QUESTION, "move": "21x14"},
                ),
            },
        )
    )
    def validate(body: ValidateBody) -> Response:
        return reply(rules.validate(body))

    @api.post("/moves:batchValidate")
    @api.input(BatchValidateBody, arg_name="body")
    @api.output(BatchAnswer)
    @api.doc(
        **described(
            "batchValidateMoves",
            _MOVES,
            Wording(en="Many moves at once", de="Viele Züge auf einmal"),
            Wording(
                en="Up to 256 questions about one rule set, each on its own and answered in their order. One faulty item "
                "fails the whole call, and its pointer tells which.",
                de="Bis zu 256 Fragen zu einem Regelwerk, jede für sich und in ihrer Reihenfolge beantwortet. Eine "
                "fehlerhafte Frage lässt den ganzen Aufruf scheitern, und der Pointer sagt, welche.",
            ),
            examples={
                "two": (
                    Wording(en="Two questions", de="Zwei Fragen"),
                    {
                        "ruleset": "table-international",
                        "items": [
                            {"fen": "W:W26,28:B12,21,23", "move": "26x17x8"},
                            {"fen": "W:W26,28:B12,21,23", "move": "28x19"},
                        ],
                    },
                )
            },
        )
    )
    def batch_validate(body: BatchValidateBody) -> Response:
        return reply(rules.batch_validate(body))

    @api.post("/moves:list")
    @api.input(ListBody, arg_name="body")
    @api.output(ListAnswer)
    @api.doc(
        **described(
            "listLegalMoves",
            _MOVES,
            Wording(en="Which moves are legal?", de="Welche Züge sind erlaubt?"),
            Wording(
                en="All legal moves, ordered by their path; with `tree` also every spelling of every capture, square by "
                "square. A position in which the game is over has no moves and a result.",
                de="Alle erlaubten Züge, nach ihrem Weg geordnet; mit `tree` auch jede Schreibweise jedes Schlags, Feld für "
                "Feld. Ist die Partie in der Stellung aus, gibt es keine Züge und ein Ergebnis.",
            ),
            examples={
                "tree": (
                    Wording(en="With the tree of hops", de="Mit dem Baum der Sprünge"),
                    {"ruleset": "table-russian", "fen": "W:Wb6:Bc7,f6", "tree": True},
                )
            },
        )
    )
    def list_moves(body: ListBody) -> Response:
        return reply(rules.legal_moves(body))

    @api.post("/moves:applyLots")
    @api.input(ApplyLotsBody, arg_name="body")
    @api.output(VerdictAnswer)
    @api.doc(
        **described(
            "applyLots",
            _MOVES,
            Wording(en="What the lots decide", de="Was die Lose entscheiden"),
            Wording(
                en="In `club-medieval` a marked piece (M in the FEN) may withstand its capture. `moves:validate` then "
                "answers `legal` with `duels` and without a next position; draw the lots and ask here for what follows. "
                "The server does not draw them.",
                de="In `club-medieval` kann ein markierter Stein (M in der FEN) seinem Schlag standhalten. "
                "`moves:validate` antwortet dann `legal` mit `duels` und ohne nächste Stellung; nach dem Ziehen der Lose "
                "sagt diese Adresse, was folgt. Der Server zieht sie nicht.",
            ),
            examples={
                "failure": (
                    Wording(en="The second piece withstands", de="Der zweite Stein hält stand"),
                    {
                        "ruleset": "club-medieval",
                        "fen": "W:W21,32:BM10,17",
                        "move": "21x14x7",
                        "lots": [True, False],
                    },
                )
            },
        )
    )
    def apply_lots(body: ApplyLotsBody) -> Response:
        return reply(rules.apply_lots(body))

    return api
