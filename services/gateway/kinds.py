"""Every code that a problem may have: its status and its title.

A code is stable. It is the `ErrorInfo.reason` of the service that found the fault, in lower case.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus

from gateway.wording import Wording


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """What a code means."""

    status: HTTPStatus
    title: Wording


def _kind(status: HTTPStatus, en: str, de: str) -> Kind:
    return Kind(status=status, title=Wording(en=en, de=de))


KINDS: Mapping[str, Kind] = {
    # The request itself.
    "malformed_request": _kind(
        HTTPStatus.BAD_REQUEST,
        "The body is not a JSON object in UTF-8",
        "Der Rumpf ist kein JSON-Objekt in UTF-8",
    ),
    "invalid_field": _kind(
        HTTPStatus.BAD_REQUEST,
        "A field is missing, unknown, of another type, or out of bounds",
        "Ein Feld fehlt, ist unbekannt, hat einen anderen Typ oder sprengt die Grenzen",
    ),
    "bad_request": _kind(
        HTTPStatus.BAD_REQUEST, "The request cannot be read", "Die Anfrage ist nicht lesbar"
    ),
    "body_too_large": _kind(
        HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "The body is too long", "Der Rumpf ist zu lang"
    ),
    "unsupported_media_type": _kind(
        HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
        "The body has to be application/json",
        "Der Rumpf muss application/json sein",
    ),
    "not_found": _kind(HTTPStatus.NOT_FOUND, "There is nothing here", "Hier ist nichts"),
    "method_not_allowed": _kind(
        HTTPStatus.METHOD_NOT_ALLOWED,
        "This address takes other methods",
        "Diese Adresse nimmt andere Methoden",
    ),
    # Rule sets and positions.
    "unknown_ruleset": _kind(
        HTTPStatus.BAD_REQUEST, "There is no such rule set", "Dieses Regelwerk gibt es nicht"
    ),
    "ruleset_not_found": _kind(
        HTTPStatus.NOT_FOUND, "There is no such rule set", "Dieses Regelwerk gibt es nicht"
    ),
    "unknown_option": _kind(
        HTTPStatus.BAD_REQUEST,
        "The rule set has no such option or value",
        "Das Regelwerk hat diese Option oder diesen Wert nicht",
    ),
    "invalid_fen": _kind(
        HTTPStatus.BAD_REQUEST,
        "The text is not a position of this rule set",
        "Der Text ist keine Stellung dieses Regelwerks",
    ),
    "invalid_rule_state": _kind(
        HTTPStatus.BAD_REQUEST,
        "The rule state does not belong to this position",
        "Die Zählerstände gehören nicht zu dieser Stellung",
    ),
    "history_mismatch": _kind(
        HTTPStatus.BAD_REQUEST,
        "The moves do not lead to this position",
        "Die Züge führen nicht zu dieser Stellung",
    ),
    "lots_needed": _kind(
        HTTPStatus.BAD_REQUEST,
        "A capture of a marked piece needs its lots",
        "Ein Schlag über einen markierten Stein braucht seine Lose",
    ),
    "invalid_lots": _kind(
        HTTPStatus.BAD_REQUEST, "The lots do not fit the move", "Die Lose passen nicht zum Zug"
    ),
    "too_many_moves": _kind(
        HTTPStatus.BAD_REQUEST,
        "The position has more captures than any game reaches",
        "Die Stellung hat mehr Schläge als jede in einer Partie",
    ),
    # Who asks.
    "token_missing": _kind(
        HTTPStatus.UNAUTHORIZED,
        "This needs a player's token: Authorization: Bearer …",
        "Dafür braucht es das Token eines Spielers: Authorization: Bearer …",
    ),
    "token_expired": _kind(HTTPStatus.UNAUTHORIZED, "The token has expired", "Das Token ist abgelaufen"),
    "token_invalid": _kind(
        HTTPStatus.UNAUTHORIZED, "The token is not one of ours", "Das Token ist keines von uns"
    ),
    "wrong_audience": _kind(
        HTTPStatus.UNAUTHORIZED, "The token is for somebody else", "Das Token ist für jemand anderen"
    ),
    "forbidden": _kind(
        HTTPStatus.FORBIDDEN,
        "The bearer of this token may not do this",
        "Wer dieses Token hat, darf das nicht",
    ),
    "not_a_player": _kind(
        HTTPStatus.FORBIDDEN,
        "Only the players of the game may do this",
        "Das dürfen nur die Spieler der Partie",
    ),
    # Games.
    "unknown_game": _kind(
        HTTPStatus.NOT_FOUND,
        "There is no such game, or none for you to see",
        "Diese Partie gibt es nicht, oder sie ist nicht für dich zu sehen",
    ),
    "unknown_player": _kind(HTTPStatus.NOT_FOUND, "There is no such player", "Diesen Spieler gibt es nicht"),
    "unknown_persona": _kind(
        HTTPStatus.BAD_REQUEST, "There is no such engine", "Diesen Computergegner gibt es nicht"
    ),
    "invalid_cursor": _kind(
        HTTPStatus.BAD_REQUEST,
        "There have not been so many events, or the cursor is not one of yours",
        "So viele Ereignisse gab es noch nicht, oder die Stelle (cursor) ist keine von dir",
    ),
    "unknown_topic": _kind(
        HTTPStatus.NOT_FOUND,
        "There is no such topic, or none for you to read",
        "Dieses Thema gibt es nicht, oder es ist nicht für dich zu lesen",
    ),
    "invalid_page_token": _kind(HTTPStatus.BAD_REQUEST, "No page ended there", "Keine Seite endete dort"),
    "request_id_reused": _kind(
        HTTPStatus.UNPROCESSABLE_ENTITY,
        "The idempotency key belongs to another request",
        "Der Idempotency-Key gehört zu einer anderen Anfrage",
    ),
    "not_your_turn": _kind(HTTPStatus.CONFLICT, "The other side is to move", "Die andere Seite ist am Zug"),
    "turn_played": _kind(
        HTTPStatus.CONFLICT,
        "Another move was played in this turn",
        "In diesem Zug ist schon anders gezogen worden",
    ),
    "turn_not_reached": _kind(
        HTTPStatus.CONFLICT, "The game has not come to this turn", "So weit ist die Partie noch nicht"
    ),
    "flag_fallen": _kind(HTTPStatus.CONFLICT, "The time is over", "Die Zeit ist abgelaufen"),
    "game_finished": _kind(HTTPStatus.CONFLICT, "The game is over", "Die Partie ist aus"),
    "game_not_started": _kind(HTTPStatus.CONFLICT, "A seat is still open", "Ein Platz ist noch frei"),
    "game_under_way": _kind(
        HTTPStatus.CONFLICT,
        "The game is under way: too late for that, or for a rematch too early",
        "Die Partie läuft: dafür ist es zu spät, oder für eine Revanche zu früh",
    ),
    "game_paused": _kind(HTTPStatus.CONFLICT, "Both clocks stand", "Beide Uhren stehen"),
    "not_paused": _kind(HTTPStatus.CONFLICT, "The clocks are running", "Die Uhren laufen"),
    "not_allowed": _kind(
        HTTPStatus.CONFLICT,
        "The terms of the game, its kind or its course do not allow this",
        "Die Vereinbarung, die Art oder der Verlauf der Partie lässt das nicht zu",
    ),
    "no_offer": _kind(HTTPStatus.CONFLICT, "No such offer stands", "Ein solches Angebot steht nicht"),
    "not_choosing": _kind(
        HTTPStatus.CONFLICT,
        "No pieces are being marked now",
        "Jetzt werden keine Steine markiert",
    ),
    "choice_final": _kind(
        HTTPStatus.CONFLICT, "The choice is complete and final", "Die Auswahl ist vollständig und endgültig"
    ),
    "seed_given": _kind(
        HTTPStatus.CONFLICT, "You have given another seed", "Du hast schon einen anderen Startwert gegeben"
    ),
    "invalid_stones": _kind(
        HTTPStatus.BAD_REQUEST,
        "These pieces cannot be marked",
        "Diese Steine lassen sich nicht markieren",
    ),
    "unknown_ply": _kind(
        HTTPStatus.NOT_FOUND,
        "The game has not come to this ply",
        "Bis zu diesem Halbzug ist die Partie nicht gekommen",
    ),
    "no_open_seat": _kind(HTTPStatus.CONFLICT, "Both seats are taken", "Beide Plätze sind besetzt"),
    "race_lost": _kind(
        HTTPStatus.CONFLICT,
        "The game changed too often meanwhile; ask again",
        "Die Partie hat sich inzwischen zu oft geändert; bitte noch einmal",
    ),
    # Rooms and what is said in them.
    "unknown_room": _kind(
        HTTPStatus.NOT_FOUND,
        "There is no such room, or none for you to enter",
        "Diesen Raum gibt es nicht, oder er steht dir nicht offen",
    ),
    "unknown_message": _kind(
        HTTPStatus.NOT_FOUND, "There is no such message", "Diese Nachricht gibt es nicht"
    ),
    "room_full": _kind(HTTPStatus.CONFLICT, "The room is full", "Der Raum ist voll"),
    "muted": _kind(
        HTTPStatus.FORBIDDEN,
        "You may not write for a while",
        "Du darfst eine Zeit lang nicht schreiben",
    ),
    "too_many_messages": _kind(
        HTTPStatus.TOO_MANY_REQUESTS,
        "Too many messages; write again a little later",
        "Zu viele Nachrichten; bitte etwas später weiterschreiben",
    ),
    "too_many_rooms": _kind(
        HTTPStatus.TOO_MANY_REQUESTS,
        "Too many rooms in a day",
        "Zu viele Räume an einem Tag",
    ),
    "too_many_blocked": _kind(
        HTTPStatus.CONFLICT,
        "You have blocked as many players as one may",
        "Du hast schon so viele Spieler blockiert, wie man darf",
    ),
    "cursor_expired": _kind(
        HTTPStatus.CONFLICT,
        "Events this old are not kept any more; go on from a snapshot",
        "So alte Ereignisse sind nicht mehr aufgehoben; weiter geht es von einem Stand aus",
    ),
    # Analyses.
    "unknown_analysis": _kind(
        HTTPStatus.NOT_FOUND,
        "There is no such analysis, or it is not yours",
        "Diese Analyse gibt es nicht, oder sie ist nicht deine",
    ),
    "too_many_analyses": _kind(
        HTTPStatus.TOO_MANY_REQUESTS,
        "As many analyses of yours are under way as may be; wait for one, or cancel one",
        "Von dir laufen schon so viele Analysen, wie dürfen; warte auf eine, oder brich eine ab",
    ),
    # The server.
    "too_many_requests": _kind(
        HTTPStatus.TOO_MANY_REQUESTS,
        "Too much at once; try again later",
        "Zu viel auf einmal; bitte später noch einmal",
    ),
    "internal": _kind(
        HTTPStatus.INTERNAL_SERVER_ERROR,
        "Our mistake; it is in our log",
        "Unser Fehler; er steht in unserem Protokoll",
    ),
    "unavailable": _kind(
        HTTPStatus.SERVICE_UNAVAILABLE,
        "A part of the server is down; try again soon",
        "Ein Teil des Servers ist nicht erreichbar; bitte gleich noch einmal",
    ),
}


def _refusal(en: str, de: str) -> Kind:
    return _kind(HTTPStatus.UNPROCESSABLE_ENTITY, en, de)


REFUSALS: Mapping[str, Kind] = {
    "syntax": _refusal("The text is not a move of this game", "Der Text ist kein Zug dieses Spiels"),
    "game_over": _refusal("The game is over", "Die Partie ist aus"),
    "ambiguous": _refusal("The text fits several moves", "Der Text passt auf mehrere Züge"),
    "no_piece": _refusal("No piece stands there", "Dort steht kein Stein"),
    "not_your_turn": _refusal("The piece belongs to the other side", "Der Stein gehört der anderen Seite"),
    "square_occupied": _refusal("The square is taken", "Das Feld ist besetzt"),
    "capture_mandatory": _refusal(
        "A capture is possible and has to be made", "Ein Schlag ist möglich und Pflicht"
    ),
    "capture_not_maximum": _refusal(
        "Another capture takes more pieces", "Ein anderer Schlag nimmt mehr Steine"
    ),
    "capture_not_preferred": _refusal(
        "Another capture comes first by the rules", "Ein anderer Schlag geht nach den Regeln vor"
    ),
    "capture_incomplete": _refusal("The capture has to go on", "Der Schlag muss weitergehen"),
    "landing_must_continue": _refusal(
        "The king has to land where its capture can go on",
        "Die Dame muss landen, wo ihr Schlag weitergehen kann",
    ),
    "landing_not_adjacent": _refusal(
        "The king has to land directly behind the piece", "Die Dame muss direkt hinter dem Stein landen"
    ),
    "captured_twice": _refusal(
        "The same piece would be jumped twice", "Derselbe Stein würde zweimal übersprungen"
    ),
    "blocked_by_captured": _refusal(
        "A captured piece still stands in the way", "Ein geschlagener Stein steht noch im Weg"
    ),
    "turn_back": _refusal("The capture turns back", "Der Schlag kehrt um"),
    "direction": _refusal(
        "The piece does not go in this direction", "Der Stein geht nicht in diese Richtung"
    ),
    "man_takes_king": _refusal("A man may not capture a king", "Ein Stein darf keine Dame schlagen"),
    "too_far": _refusal("The piece does not reach so far", "So weit kommt der Stein nicht"),
    "promotion_ends_move": _refusal("Becoming a king ends the move", "Die Umwandlung beendet den Zug"),
    "not_yet_king": _refusal(
        "The man becomes a king only at the end of its move",
        "Der Stein wird erst am Ende seines Zugs zur Dame",
    ),
    "king_run": _refusal(
        "The king has made its last move in a row", "Die Dame darf nicht noch einmal allein ziehen"
    ),
    "nothing_captured": _refusal("The move would take nothing", "Der Zug würde nichts schlagen"),
    "blocked": _refusal("A piece stands in the way", "Ein Stein steht im Weg"),
    "illegal": _refusal("The move is not legal", "Der Zug ist nicht erlaubt"),
    "no_flip": _refusal("The disc would flip nothing", "Die Scheibe würde nichts drehen"),
    "pass_not_allowed": _refusal(
        "A pass is only legal where nothing else is", "Passen darf nur, wer nicht setzen kann"
    ),
    "must_pass": _refusal("No disc can be placed: pass", "Keine Scheibe passt: es ist zu passen"),
}
"""Moves refused in a game: the code is the rule, as in the answers of `moves:validate`."""
