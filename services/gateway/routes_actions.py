"""`/v1/games/{game_id}/…`: what a player does at the table besides moving."""

from __future__ import annotations

from apiflask import APIBlueprint
from flask import Response

from gateway import callers
from gateway.answers_games import Game
from gateway.bodies_table import ActionBody, SeedBody, StonesBody
from gateway.clients_games import GamesClient
from gateway.contract import described
from gateway.replying import reply
from gateway.wording import Wording

_TABLE = Wording(en="Playing", de="Spielen")
_IN_GAME = ("unknown_game", "not_a_player", "race_lost")


def addresses(games: GamesClient) -> APIBlueprint:
    api = APIBlueprint("actions", __name__, url_prefix="/v1/games")
    api.before_request(callers.require_player)

    @api.post("/<game_id>/actions")
    @api.input(ActionBody, arg_name="body")
    @api.output(Game)
    @api.doc(
        **described(
            "act",
            _TABLE,
            Wording(en="Do something at the table", de="Am Tisch etwas tun"),
            Wording(
                en="Everything besides moving: offers and their answers, pauses, leaving. What stands already is not done "
                "twice. Against an engine and on one device whatever needs consent happens at once. What the game does "
                "not allow is `not_allowed`, and the fact `why` says on what grounds: a flag of the game, or `rated`, "
                "`one_device`, `engine`, `correspondence`, `lot_drawn`, `no_own_ply`, `refused_already`.",
                de="Alles außer Ziehen: Angebote und ihre Antworten, Pausen, Gehen. Was schon steht, geschieht nicht noch "
                "einmal. Gegen den Computer und auf einem Gerät geschieht sofort, was sonst Zustimmung braucht. Was die "
                "Partie nicht zulässt, ist `not_allowed`, und die Tatsache `why` nennt den Grund: eine ihrer `flags`, oder "
                "`rated`, `one_device`, `engine`, `correspondence`, `lot_drawn`, `no_own_ply`, `refused_already`.",
            ),
            examples={
                "draw": (Wording(en="Offer a draw", de="Remis anbieten"), {"action": "offer_draw"}),
                "leave": (Wording(en="Leave for good", de="Endgültig gehen"), {"action": "leave"}),
            },
            for_players=True,
            problems=(
                *_IN_GAME,
                "game_finished",
                "game_not_started",
                "game_under_way",
                "game_paused",
                "not_paused",
                "not_allowed",
                "no_offer",
                "turn_played",
                "turn_not_reached",
                "flag_fallen",
            ),
        )
    )
    def act(game_id: str, body: ActionBody) -> Response:
        return reply(games.act(game_id, body))

    @api.post("/<game_id>/stones")
    @api.input(StonesBody, arg_name="body")
    @api.output(Game)
    @api.doc(
        **described(
            "chooseStones",
            _TABLE,
            Wording(en="Mark pieces in secret", de="Heimlich Steine markieren"),
            Wording(
                en="While the game is `choosing`, in parts or anew until the choice is complete; then it is final. Once both "
                "sides have chosen, the game starts. What is missing when the time is over is drawn by lot.",
                de="Solange die Partie `choosing` ist, in Teilen oder neu, bis die Auswahl vollständig ist; dann ist sie "
                "endgültig. Haben beide Seiten gewählt, beginnt die Partie. Was fehlt, wenn die Zeit um ist, wählt das Los.",
            ),
            examples={
                "three": (Wording(en="Three pieces", de="Drei Steine"), {"squares": [21, 22, 23]}),
            },
            for_players=True,
            problems=(*_IN_GAME, "not_choosing", "choice_final", "invalid_stones"),
        )
    )
    def choose_stones(game_id: str, body: StonesBody) -> Response:
        return reply(games.choose_stones(game_id, body))

    @api.post("/<game_id>/seed")
    @api.input(SeedBody, arg_name="body")
    @api.output(Game)
    @api.doc(
        **described(
            "contributeSeed",
            _TABLE,
            Wording(en="Give a seed of one's own", de="Einen eigenen Startwert geben"),
            Wording(
                en="Before the game starts: everything that chance decides in it depends on both players' seeds and on the "
                "server's, whose hash is told beforehand. Asking again with the same seed is harmless.",
                de="Vor dem Beginn: Was in der Partie der Zufall entscheidet, hängt von den Startwerten beider Spieler ab und "
                "von dem des Servers, dessen Hash vorher bekannt ist. Noch einmal mit demselben zu fragen schadet nicht.",
            ),
            examples={
                "seed": (Wording(en="A seed", de="Ein Startwert"), {"seed": "kT3xq0ZrVb1nWm8y"}),
            },
            for_players=True,
            problems=(*_IN_GAME, "seed_given", "game_under_way", "game_finished"),
        )
    )
    def give_seed(game_id: str, body: SeedBody) -> Response:
        return reply(games.give_seed(game_id, body.seed))

    return api
