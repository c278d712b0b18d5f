"""`/v1/rooms…` and what players may do about each other's talk. Only players may ask."""

from __future__ import annotations

import re

from apiflask import APIBlueprint
from flask import Response, request

from gateway import callers, idempotency
from gateway.answers_rooms import BlockedAnswer, LeftAnswer, Message, MessagesAnswer, MuteAnswer, Room
from gateway.bodies_rooms import JoinRoomBody, MessagesQuery, MuteBody, PostMessageBody
from gateway.clients_rooms import RoomsClient
from gateway.contract import described
from gateway.kinds import KINDS
from gateway.problems import Problem
from gateway.reading import asked
from gateway.replying import reply
from gateway.wording import Wording

_ROOMS = Wording(en="Rooms and chat", de="Räume und Chat")
_IN_ROOM = ("unknown_room",)
_NUMBER = re.compile(r"[1-9][0-9]{0,15}")


def addresses(rooms: RoomsClient) -> APIBlueprint:
    api = APIBlueprint("rooms", __name__, url_prefix="/v1/rooms")
    api.before_request(callers.require_player)

    @api.post("")
    @api.output(Room, status_code=201)
    @api.doc(
        **described(
            "createRoom",
            _ROOMS,
            Wording(en="Make a private room", de="Einen privaten Raum eröffnen"),
            Wording(
                en="For up to 50 members, who join with its `invitation`. The lobby and the rooms of games are there "
                "without being made. With a header `Idempotency-Key` of up to 64 characters the same request gives the "
                "same room again for a day, with the header `Idempotency-Replayed: true`. A player makes 20 rooms in a "
                "day at most.",
                de="Für bis zu 50 Mitglieder, die mit seiner `invitation` dazukommen. Die Lobby und die Räume der "
                "Partien sind ohnehin da. Mit einem Header `Idempotency-Key` von bis zu 64 Zeichen ergibt dieselbe "
                "Anfrage einen Tag lang denselben Raum, mit dem Header `Idempotency-Replayed: true`. Ein Spieler "
                "eröffnet höchstens 20 Räume am Tag.",
            ),
            for_players=True,
            problems=("invalid_field", "request_id_reused", "too_many_rooms"),
        )
    )
    def create_room() -> Response:
        room, replayed = rooms.create(idempotency.key())
        headers = {"Location": f"{request.path}/{room['id']}", **(idempotency.REPLAYED if replayed else {})}
        return reply(room, status=201, headers=headers)

    @api.get("/<room_id>")
    @api.output(Room)
    @api.doc(
        **described(
            "getRoom",
            _ROOMS,
            Wording(en="Look at a room", de="Einen Raum ansehen"),
            Wording(
                en="`lobby` is open to everybody. The room `game:…` of a game is open to whoever may see the game; only "
                "its players write there. A private room is there for its members alone.",
                de="`lobby` steht allen offen. Den Raum `game:…` einer Partie liest, wer die Partie sehen darf; nur ihre "
                "Spieler schreiben dort. Einen privaten Raum gibt es nur für seine Mitglieder.",
            ),
            for_players=True,
            curl="/v1/rooms/lobby",
            problems=_IN_ROOM,
        )
    )
    def get_room(room_id: str) -> Response:
        return reply(rooms.get(room_id))

    # With its type named: APIFlask takes a colon behind the brackets for one inside.
    @api.post("/<string:room_id>:join")
    @api.input(JoinRoomBody, arg_name="body")
    @api.output(Room)
    @api.doc(
        **described(
            "joinRoom",
            _ROOMS,
            Wording(en="Enter a private room", de="Einen privaten Raum betreten"),
            Wording(
                en="With its invitation. A wrong one is answered as a room that is not there. Asking again is harmless.",
                de="Mit seiner Einladung. Auf eine falsche kommt dieselbe Antwort wie auf einen Raum, den es nicht gibt. "
                "Noch einmal zu fragen schadet nicht.",
            ),
            examples={
                "invited": (
                    Wording(en="With an invitation", de="Mit einer Einladung"),
                    {"invitation": "kT3xq0ZrVb1nWm8yLd5uPfHs"},
                )
            },
            for_players=True,
            problems=(*_IN_ROOM, "room_full"),
        )
    )
    def join_room(room_id: str, body: JoinRoomBody) -> Response:
        return reply(rooms.join(room_id, body.invitation))

    @api.post("/<string:room_id>:leave")
    @api.output(LeftAnswer)
    @api.doc(
        **described(
            "leaveRoom",
            _ROOMS,
            Wording(en="Leave a private room", de="Einen privaten Raum verlassen"),
            Wording(
                en="With the invitation one may come back. A room that everybody has left is removed after a day.",
                de="Mit der Einladung kommt man wieder hinein. Ein Raum, den alle verlassen haben, wird nach einem Tag "
                "entfernt.",
            ),
            for_players=True,
            problems=_IN_ROOM,
        )
    )
    def leave_room(room_id: str) -> Response:
        return reply(rooms.leave(room_id))

    _messages(api, rooms)
    return api


def _messages(api: APIBlueprint, rooms: RoomsClient) -> None:
    @api.post("/<room_id>/messages")
    @api.input(PostMessageBody, arg_name="body")
    @api.output(Message, status_code=201)
    @api.doc(
        **described(
            "postMessage",
            _ROOMS,
            Wording(en="Say something", de="Etwas schreiben"),
            Wording(
                en="Everybody who follows the topic `chat:` with the room's id gets it as an event `chat_message`. With a "
                "header `Idempotency-Key` it is said once, however often it is sent, for a day. A player writes 5 "
                "messages in 10 seconds at most, in all rooms together.",
                de="Wer das Thema `chat:` mit der Kennung des Raums verfolgt, bekommt es als Ereignis `chat_message`. Mit "
                "einem Header `Idempotency-Key` steht es einen Tag lang nur einmal da, wie oft es auch gesendet wird. "
                "Ein Spieler schreibt höchstens 5 Nachrichten in 10 Sekunden, in allen Räumen zusammen.",
            ),
            examples={
                "greeting": (Wording(en="A greeting", de="Ein Gruß"), {"text": "Guten Abend!"}),
            },
            for_players=True,
            problems=(*_IN_ROOM, "not_a_player", "muted", "too_many_messages", "request_id_reused"),
        )
    )
    def post_message(room_id: str, body: PostMessageBody) -> Response:
        message, replayed = rooms.post(room_id, body.text, idempotency.key())
        return reply(message, status=201, headers=idempotency.REPLAYED if replayed else {})

    @api.get("/<room_id>/messages")
    @api.output(MessagesAnswer)
    @api.doc(
        **described(
            "listMessages",
            _ROOMS,
            Wording(en="What was said?", de="Was wurde geschrieben?"),
            Wording(
                en="As far as it is kept: the room's last 1,000 events. Without what was said by players whom the caller "
                "has blocked.",
                de="Soweit es aufgehoben ist: die letzten 1.000 Ereignisse des Raums. Ohne die Nachrichten von Spielern, "
                "die man blockiert hat.",
            ),
            for_players=True,
            query=MessagesQuery,
            curl="/v1/rooms/lobby/messages?limit=10",
            problems=_IN_ROOM,
        )
    )
    def list_messages(room_id: str) -> Response:
        return reply(rooms.messages(room_id, asked(request, MessagesQuery)))

    @api.post("/<room_id>/messages/<string:message_id>:hide")
    @api.output(Message)
    @api.doc(
        **described(
            "hideMessage",
            _ROOMS,
            Wording(en="Hide a message", de="Eine Nachricht verbergen"),
            Wording(
                en="Its author may, the maker of a private room, and whoever moderates. From then on its text is nowhere "
                "to be read; an event `chat_hidden` says so to who has read it. It cannot be taken back.",
                de="Das dürfen ihr Verfasser, wer einen privaten Raum eröffnet hat, und wer moderiert. Danach ist ihr Text "
                "nirgends mehr zu lesen; ein Ereignis `chat_hidden` sagt es denen, die ihn gelesen haben. Das lässt sich "
                "nicht zurücknehmen.",
            ),
            for_players=True,
            problems=(*_IN_ROOM, "unknown_message"),
        )
    )
    def hide_message(room_id: str, message_id: str) -> Response:
        if not _NUMBER.fullmatch(message_id):
            raise Problem("unknown_message", KINDS["unknown_message"].title.en)
        return reply(rooms.hide(room_id, int(message_id)))


def about_players(rooms: RoomsClient) -> APIBlueprint:
    """Who is not to write, or not to be read."""
    api = APIBlueprint("voices", __name__, url_prefix="/v1/players")
    api.before_request(callers.require_player)

    @api.post("/<string:player_id>:mute")
    @api.input(MuteBody, arg_name="body")
    @api.output(MuteAnswer)
    @api.doc(
        **described(
            "mutePlayer",
            _ROOMS,
            Wording(en="Mute a player", de="Einen Spieler stummschalten"),
            Wording(
                en="In all rooms, until then. Needs a token that may moderate.",
                de="In allen Räumen, bis dahin. Braucht ein Token, das moderieren darf.",
            ),
            examples={
                "ten_minutes": (Wording(en="For ten minutes", de="Für zehn Minuten"), {"for_ms": 600_000}),
                "lift": (Wording(en="Not any more", de="Nicht mehr"), {"for_ms": 0}),
            },
            for_players=True,
            problems=(),
        )
    )
    def mute_player(player_id: str, body: MuteBody) -> Response:
        return reply(rooms.mute(player_id, body.for_ms))

    @api.post("/<string:player_id>:block")
    @api.output(BlockedAnswer)
    @api.doc(
        **described(
            "blockPlayer",
            _ROOMS,
            Wording(en="Read nothing more of a player", de="Von einem Spieler nichts mehr lesen"),
            Wording(
                en="`GET …/messages` leaves his messages out. Live streams are the same for all who read a room: there it "
                "is the client that leaves them out.",
                de="`GET …/messages` lässt seine Nachrichten weg. Live-Streams sind für alle gleich, die einen Raum lesen: "
                "dort lässt sie das Programm weg, das sie zeigt.",
            ),
            for_players=True,
            problems=("invalid_field", "too_many_blocked"),
        )
    )
    def block_player(player_id: str) -> Response:
        return reply(rooms.block(player_id))

    @api.post("/<string:player_id>:unblock")
    @api.output(BlockedAnswer)
    @api.doc(
        **described(
            "unblockPlayer",
            _ROOMS,
            Wording(en="Read a player again", de="Einen Spieler wieder lesen"),
            Wording(en="Asking again is harmless.", de="Noch einmal zu fragen schadet nicht."),
            for_players=True,
            problems=("invalid_field",),
        )
    )
    def unblock_player(player_id: str) -> Response:
        return reply(rooms.unblock(player_id))

    @api.get("/me/blocked")
    @api.output(BlockedAnswer)
    @api.doc(
        **described(
            "listBlockedPlayers",
            _ROOMS,
            Wording(en="Whom do I not read?", de="Wen lese ich nicht?"),
            Wording(en="The players whom the caller has blocked.", de="Die Spieler, die man blockiert hat."),
            for_players=True,
            curl="/v1/players/me/blocked",
            problems=(),
        )
    )
    def list_blocked_players() -> Response:
        return reply(rooms.blocked())

    return api
