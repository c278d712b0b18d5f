"""What is said in rooms, in Postgres: events of the rooms' feeds and nothing besides."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from psycopg.types.json import Jsonb

from chassis.database import Database, Transaction
from matchmaking import feed
from matchmaking import room as rules
from matchmaking.errors import Muted, NotYourMessage, TooManyBlocked, TooManyMessages, UnknownMessage
from matchmaking.feed import Facts, Topic
from matchmaking.ports import RequestKey
from matchmaking.room import Message
from matchmaking.store_feeds import FeedLog
from matchmaking.store_rooms import forget_requests, queue, take

_WRITTEN = """
UPDATE writers SET recent_times = (recent_times || %s::timestamptz)[greatest(1, cardinality(recent_times) + 2 - %s):]
WHERE tenant_id = %s AND player_id = %s
"""
_MADE = """
UPDATE requests SET message_id = %s, create_time = %s WHERE tenant_id = %s AND player_id = %s AND request_id = %s
"""
_POSTED = """
SELECT create_time FROM requests WHERE tenant_id = %s AND player_id = %s AND request_id = %s
"""
_MESSAGE = """
SELECT event_time, data FROM events WHERE tenant_id = %s AND topic = %s AND sequence = %s AND type = %s
"""
_MESSAGES = """
SELECT event_time, data FROM events
WHERE tenant_id = %(tenant)s AND topic = %(topic)s AND type = %(type)s AND sequence > %(after)s
  AND NOT EXISTS (SELECT FROM blocks WHERE tenant_id = %(tenant)s AND player_id = %(reader)s
                  AND blocked_id = data ->> 'player_id')
ORDER BY sequence {order} LIMIT %(limit)s
"""
_AFTER = _MESSAGES.format(order="ASC").encode()
_LATEST = _MESSAGES.format(order="DESC").encode()

# Before the event itself, as everybody locks them who writes.
_LOCK_TOPIC = "SELECT last_sequence FROM topics WHERE tenant_id = %s AND topic = %s FOR UPDATE"
_HIDE = "UPDATE events SET data = %s WHERE tenant_id = %s AND topic = %s AND sequence = %s"

_MUTE = """
INSERT INTO writers (tenant_id, player_id, muted_until_time) VALUES (%(tenant)s, %(player)s, clock_timestamp() + %(for)s)
ON CONFLICT (tenant_id, player_id) DO UPDATE SET muted_until_time = excluded.muted_until_time
RETURNING muted_until_time
"""
_UNMUTE = "UPDATE writers SET muted_until_time = NULL WHERE tenant_id = %s AND player_id = %s"
_BLOCK = "INSERT INTO blocks (tenant_id, player_id, blocked_id) VALUES (%s, %s, %s) ON CONFLICT DO NOTHING"
_UNBLOCK = "DELETE FROM blocks WHERE tenant_id = %s AND player_id = %s AND blocked_id = %s"
_BLOCKED = "SELECT blocked_id FROM blocks WHERE tenant_id = %s AND player_id = %s ORDER BY blocked_id"

_FORGET_EACH = 100


class MessageStore:
    """A MessageStore of the ports."""

    def __init__(self, database: Database, log: FeedLog) -> None:
        self._database = database
        self._log = log

    def post(
        self, topic: Topic, room_id: str, player_id: str, text: str, request: RequestKey | None
    ) -> tuple[Message, bool]:
        writer = (topic.tenant_id, player_id)
        with self._database.transaction() as tx:
            recent, muted_until = queue(tx, *writer)
            if request is not None and (made := take(tx, request, room_id)) is not None:
                return _replayed(tx, topic, request, made, text), True
            now = tx.now()
            if muted_until is not None and muted_until > now:
                raise Muted(muted_until)
            if wait_s := rules.wait_s(recent, now, most=rules.PACE_MESSAGES, within=rules.PACE):
                raise TooManyMessages(wait_s)

            def said(number: int) -> Facts:
                return {
                    "room_id": room_id,
                    "message_id": number,
                    "player_id": player_id,
                    "text": text,
                    "hidden": False,
                }

            event = self._log.append(tx, topic, feed.CHAT_MESSAGE, said)
            tx.execute(_WRITTEN, (event.time, rules.PACE_MESSAGES, *writer))
            if request is not None:
                key = (request.tenant_id, request.player_id, request.request_id)
                tx.execute(_MADE, (event.sequence, event.time, *key))
            if event.sequence % _FORGET_EACH == 0:
                forget_requests(tx)
            return _message(event.time, event.data), False

    def messages(self, topic: Topic, reader_id: str, after: int | None, limit: int) -> list[Message]:
        asked = {
            "tenant": topic.tenant_id,
            "topic": topic.name,
            "type": feed.CHAT_MESSAGE,
            "reader": reader_id,
            "after": after or 0,
            "limit": limit,
        }
        with self._database.transaction() as tx:
            found = tx.execute(_LATEST if after is None else _AFTER, asked).fetchall()
        messages = [_message(time, data) for time, data in found]
        return messages[::-1] if after is None else messages

    def hide(self, topic: Topic, message_id: int, may_hide: Callable[[str], bool]) -> Message:
        key = (topic.tenant_id, topic.name)
        with self._database.transaction() as tx:
            tx.execute(_LOCK_TOPIC, key)
            found = tx.execute(_MESSAGE, (*key, message_id, feed.CHAT_MESSAGE)).fetchone()
            if found is None:
                raise UnknownMessage(message_id)
            time, data = found
            if not may_hide(data["player_id"]):
                raise NotYourMessage(message_id)
            if not data["hidden"]:
                data = {**data, "text": None, "hidden": True}
                tx.execute(_HIDE, (Jsonb(data), *key, message_id))
                told = {"room_id": data["room_id"], "message_id": message_id}
                self._log.append(tx, topic, feed.CHAT_HIDDEN, lambda _: told)
            return _message(time, data)

    def mute(self, tenant_id: str, player_id: str, for_ms: int) -> datetime | None:
        with self._database.transaction() as tx:
            if not for_ms:
                tx.execute(_UNMUTE, (tenant_id, player_id))
                return None
            asked = {"tenant": tenant_id, "player": player_id, "for": timedelta(milliseconds=for_ms)}
            found = tx.execute(_MUTE, asked).fetchone()
        assert found is not None
        until: datetime = found[0]
        return until

    def block(self, tenant_id: str, player_id: str, blocked_id: str) -> None:
        with self._database.transaction() as tx:
            queue(tx, tenant_id, player_id)
            before = tx.execute(_BLOCKED, (tenant_id, player_id)).fetchall()
            if len(before) >= rules.MAX_BLOCKED and (blocked_id,) not in before:
                raise TooManyBlocked
            tx.execute(_BLOCK, (tenant_id, player_id, blocked_id))

    def unblock(self, tenant_id: str, player_id: str, blocked_id: str) -> None:
        with self._database.transaction() as tx:
            tx.execute(_UNBLOCK, (tenant_id, player_id, blocked_id))

    def blocked(self, tenant_id: str, player_id: str) -> list[str]:
        with self._database.transaction() as tx:
            return [name for (name,) in tx.execute(_BLOCKED, (tenant_id, player_id)).fetchall()]


def _replayed(
    tx: Transaction, topic: Topic, request: RequestKey, made: tuple[str, int | None], text: str
) -> Message:
    """What the request has posted; from the request itself if the event is not kept any more."""
    room_id, message_id = made
    assert message_id is not None, "the wish of a message is no wish of a room"
    found = tx.execute(_MESSAGE, (topic.tenant_id, topic.name, message_id, feed.CHAT_MESSAGE)).fetchone()
    if found is not None:
        return _message(*found)
    key = (request.tenant_id, request.player_id, request.request_id)
    (time,) = tx.execute(_POSTED, key).fetchone() or (tx.now(),)
    return Message(message_id=message_id, room_id=room_id, player_id=request.player_id, text=text, time=time)


def _message(time: datetime, data: dict[str, Any] | Facts) -> Message:
    return Message(
        message_id=data["message_id"],
        room_id=data["room_id"],
        player_id=data["player_id"],
        text=data["text"] or "",
        time=time,
        hidden=data["hidden"],
    )
