"""`/v1/rulesets`: which games there are, and how they start."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import grpc
from apiflask import APIBlueprint
from flask import Response, request

from gateway import problems
from gateway.answers_rulesets import ExamplesAnswer, PositionAnswer, Ruleset, RulesetsAnswer
from gateway.clients import RulesClient
from gateway.contract import described
from gateway.problems import Place, Problem
from gateway.replying import reply
from gateway.wording import Wording

_RULES = Wording(en="Rule sets", de="Regelwerke")
_KEPT_S = 300  # a new version of the rules reaches everybody within five minutes


def addresses(rules: RulesClient) -> APIBlueprint:
    api = APIBlueprint("rulesets", __name__, url_prefix="/v1/rulesets")

    @api.get("")
    @api.output(RulesetsAnswer)
    @api.doc(
        **described(
            "listRulesets",
            _RULES,
            Wording(en="All rule sets", de="Alle Regelwerke"),
            Wording(
                en="Every rule set with its options, their defaults, and texts in German and English.",
                de="Jedes Regelwerk mit seinen Optionen, ihren üblichen Werten und Texten auf Deutsch und Englisch.",
            ),
            curl="/v1/rulesets",
        )
    )
    def list_rulesets() -> Response:
        return reply({"rulesets": rules.rulesets()}, max_age_s=_KEPT_S)

    @api.get("/<key>")
    @api.output(Ruleset)
    @api.doc(
        **described(
            "getRuleset",
            _RULES,
            Wording(en="One rule set", de="Ein Regelwerk"),
            Wording(
                en="One rule set. Options are named in the address, as in `?capture=maximum`.",
                de="Ein Regelwerk. Optionen stehen in der Adresse, wie in `?capture=maximum`.",
            ),
            curl="/v1/rulesets/battledame?capture=maximum",
            takes_options=True,
        )
    )
    def get_ruleset(key: str) -> Response:
        with _in_address():
            found, _ = rules.ruleset(key, _options())
        return reply(found, max_age_s=_KEPT_S)

    @api.get("/<key>/examples")
    @api.output(ExamplesAnswer)
    @api.doc(
        **described(
            "listExamples",
            _RULES,
            Wording(en="Worked examples", de="Durchgerechnete Beispiele"),
            Wording(
                en="Small positions that show the rules: all legal moves, and moves that are refused and why.",
                de="Kleine Stellungen, die die Regeln zeigen: alle erlaubten Züge, und verweigerte mit Grund.",
            ),
            curl="/v1/rulesets/battledame/examples",
        )
    )
    def list_examples(key: str) -> Response:
        with _in_address():
            _, examples = rules.ruleset(key, _options())
        return reply({"examples": examples}, max_age_s=_KEPT_S)

    @api.get("/<key>/initial")
    @api.output(PositionAnswer)
    @api.doc(
        **described(
            "getInitialPosition",
            _RULES,
            Wording(en="Where a game starts", de="Wo eine Partie beginnt"),
            Wording(
                en="The initial position, and who begins.",
                de="Die Grundstellung, und wer beginnt.",
            ),
            curl="/v1/rulesets/battledame/initial?capture=maximum",
            takes_options=True,
        )
    )
    def get_initial_position(key: str) -> Response:
        with _in_address():
            position = rules.initial_position(key, _options())
        return reply(position, max_age_s=_KEPT_S)

    return api


def _options() -> dict[str, str]:
    """Each parameter of the address is an option of the rule set."""
    for name, values in request.args.lists():
        if len(values) > 1:
            raise Problem(
                "invalid_field",
                "an option is given once",
                (Place(parameter=name, detail="given more than once"),),
            )
    return request.args.to_dict()


@contextmanager
def _in_address() -> Iterator[None]:
    """Faults in here stand in the address: the key in its path, the options in its parameters."""
    try:
        yield
    except grpc.RpcError as error:
        problem = problems.of_rpc(error)
        if problem.code == "unknown_ruleset" or any(place.pointer == "/ruleset" for place in problem.places):
            raise Problem("ruleset_not_found", problem.detail) from None
        raise Problem(
            problem.code, problem.detail, tuple(_parameter(place) for place in problem.places), problem.facts
        ) from None


def _parameter(place: Place) -> Place:
    name = (place.pointer or "").removeprefix("/options").removeprefix("/")
    return Place(parameter=name.replace("~1", "/").replace("~0", "~"), detail=place.detail)
