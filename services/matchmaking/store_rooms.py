"""Private rooms in Postgres, and what requests have made."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from chassis.database import Database, Transaction
from matchmaking import feed
from matchmaking import room as rules
from matchmaking.errors import RequestIdReused, RoomFull, TooManyRooms, UnknownRoom
from matchmaking.ports import RequestKey
from matchmaking.room import PrivateRoom
from matchmaking.store_feeds import FeedLog

# A player's wishes wait for each other here: what one adds to, the next one counts.
_QUEUE = """
INSERT INTO writers (tenant_id, player_id) VALUES (%s, %s)
ON CONFLICT (tenant_id, player_id) DO UPDATE SET tenant_id = excluded.tenant_id
RETURNING recent_times, muted_until_time
"""

# What is older than a day counts for nothing, though it may still be there.
_TAKE_REQUEST = """
INSERT INTO requests AS old (tenant_id, player_id, request_id, wish_hash, room_id) VALUES (%s, %s, %s, %s, %s)
ON CONFLICT (tenant_id, player_id, request_id) DO UPDATE
SET wish_hash = excluded.wish_hash, room_id = excluded.room_id, message_id = NULL, create_time = clock_timestamp()
WHERE old.create_time < clock_timestamp() - interval '1 day'
"""
_MADE_BY = """
SELECT wish_hash, room_id, message_id FROM requests WHERE tenant_id = %s AND player_id = %s AND request_id = %s
"""

_FIND = """
SELECT room_id::text, tenant_id, maker_id,
  ARRAY(SELECT player_id FROM members
        WHERE members.room_id = rooms.room_id AND NOT has_left ORDER BY join_time, player_id),
  invitation, create_time
FROM rooms WHERE room_id = %s AND tenant_id = %s
"""
_MADE_OF_LATE = """
SELECT create_time FROM rooms WHERE tenant_id = %s AND maker_id = %s AND create_time > clock_timestamp() - %s
ORDER BY create_time
"""
_CREATE = "INSERT INTO rooms (room_id, tenant_id, maker_id, invitation) VALUES (%s, %s, %s, %s)"
_LOCK = "SELECT room_id FROM rooms WHERE room_id = %s FOR UPDATE"
_FILL = "UPDATE rooms SET empty_time = NULL WHERE room_id = %s AND empty_time IS NOT NULL"
_COUNT = "SELECT count(*) FROM members WHERE room_id = %s AND NOT has_left AND player_id <> %s"
# Whoever comes back comes last.
_ENTER = """
INSERT INTO members AS old (room_id, player_id, tenant_id) VALUES (%s, %s, %s)
ON CONFLICT (room_id, player_id) DO UPDATE SET has_left = false, join_time = clock_timestamp() WHERE old.has_left
"""
_LEAVE = "UPDATE members SET has_left = true WHERE room_id = %s AND player_id = %s AND NOT has_left"
_KNOWN = "SELECT FROM members WHERE room_id = %s AND player_id = %s"
_EMPTY = """
UPDATE rooms SET empty_time = clock_timestamp()
WHERE room_id = %s AND empty_time IS NULL
  AND NOT EXISTS (SELECT FROM members WHERE members.room_id = rooms.room_id AND NOT has_left)
"""

# What somebody else holds is left to the next time: nobody waits for it, who holds a feed that others wait for.
_FORGET_REQUESTS = """
DELETE FROM requests WHERE ctid = ANY(ARRAY(
  SELECT ctid FROM requests WHERE create_time < clock_timestamp() - interval '1 day' LIMIT 1000 FOR UPDATE SKIP LOCKED))
"""
_FORGET_ROOMS = """
DELETE FROM rooms WHERE ctid = ANY(ARRAY(
  SELECT ctid FROM rooms WHERE empty_time < clock_timestamp() - interval '1 day' LIMIT 100 FOR UPDATE SKIP LOCKED))
RETURNING tenant_id, 'chat:' || room_id
"""
_FORGET_TOPIC = "DELETE FROM topics WHERE tenant_id = %s AND topic = %s"
_FORGET_EVENTS = "DELETE FROM events WHERE tenant_id = %s AND topic = %s"


class RoomStore:
    """A RoomStore of the ports."""

    def __init__(self, database: Database, log: FeedLog) -> None:
        self._database = database
        self._log = log

    def create(
        self, tenant_id: str, player_id: str, room_id: str, invitation: str, request: RequestKey | None
    ) -> tuple[PrivateRoom, bool]:
        with self._database.transaction() as tx:
            queue(tx, tenant_id, player_id)
            if request is not None and (made := take(tx, request, room_id)) is not None:
                found = _find(tx, tenant_id, made[0])
                assert found is not None, "a room outlives the request that has made it"
                return found, True
            past = tx.execute(_MADE_OF_LATE, (tenant_id, player_id, rules.PACE_OF_ROOMS)).fetchall()
            times = [time for (time,) in past]
            wait_s = rules.wait_s(times, tx.now(), most=rules.PACE_ROOMS, within=rules.PACE_OF_ROOMS)
            if wait_s:
                raise TooManyRooms(wait_s)
            tx.execute(_CREATE, (room_id, tenant_id, player_id, invitation))
            tx.execute(_ENTER, (room_id, player_id, tenant_id))
            forget_requests(tx)
            _forget_rooms(tx)
            made_now = _find(tx, tenant_id, room_id)
            assert made_now is not None
            return made_now, False

    def find(self, tenant_id: str, room_id: str) -> PrivateRoom | None:
        with self._database.transaction() as tx:
            return _find(tx, tenant_id, room_id)

    def join(self, room: PrivateRoom, player_id: str) -> PrivateRoom:
        key = UUID(room.room_id)
        with self._database.transaction() as tx:
            if tx.execute(_LOCK, (key,)).fetchone() is None:
                raise UnknownRoom(room.room_id)
            (others,) = tx.execute(_COUNT, (key, player_id)).fetchone() or (0,)
            if others >= rules.MAX_MEMBERS:
                raise RoomFull(room.room_id)
            if tx.execute(_ENTER, (key, player_id, room.tenant_id)).rowcount:
                self._tell(tx, room, feed.MEMBER_JOINED, player_id)
            tx.execute(_FILL, (key,))
            return _find(tx, room.tenant_id, room.room_id) or room

    def leave(self, room: PrivateRoom, player_id: str) -> bool:
        key = UUID(room.room_id)
        with self._database.transaction() as tx:
            tx.execute(_LOCK, (key,))
            if tx.execute(_LEAVE, (key, player_id)).rowcount:
                self._tell(tx, room, feed.MEMBER_LEFT, player_id)
                tx.execute(_EMPTY, (key,))
            return tx.execute(_KNOWN, (key, player_id)).fetchone() is not None

    def _tell(self, tx: Transaction, room: PrivateRoom, kind: str, player_id: str) -> None:
        told = {"room_id": room.room_id, "player_id": player_id}
        self._log.append(tx, feed.chat(room.tenant_id, room.room_id), kind, lambda _: told)


def queue(tx: Transaction, tenant_id: str, player_id: str) -> tuple[list[datetime], datetime | None]:
    """Have the player's other wishes wait until this one is done; when he wrote of late, and until when he is muted."""
    found = tx.execute(_QUEUE, (tenant_id, player_id)).fetchone()
    assert found is not None
    return found[0], found[1]


def take(tx: Transaction, request: RequestKey, room_id: str) -> tuple[str, int | None] | None:
    """Note what the request makes; else, if it has made something before, the room and the message if it is one.

    Raises RequestIdReused. The player's wishes have to be in a queue.
    """
    key = (request.tenant_id, request.player_id, request.request_id)
    if tx.execute(_TAKE_REQUEST, (*key, request.wish_hash, room_id)).rowcount:
        return None
    found = tx.execute(_MADE_BY, key).fetchone()
    assert found is not None
    wish_hash, made_room_id, message_id = found
    if bytes(wish_hash) != request.wish_hash:
        raise RequestIdReused(request.request_id)
    return made_room_id, message_id


def forget_requests(tx: Transaction) -> None:
    """Remove what is older than a day."""
    tx.execute(_FORGET_REQUESTS)


def _forget_rooms(tx: Transaction) -> None:
    """Remove rooms that everybody left a day ago, with all that was said there."""
    for topic in tx.execute(_FORGET_ROOMS).fetchall():
        tx.execute(_FORGET_TOPIC, topic)
        tx.execute(_FORGET_EVENTS, topic)


def _find(tx: Transaction, tenant_id: str, room_id: str) -> PrivateRoom | None:
    found = tx.execute(_FIND, (UUID(room_id), tenant_id)).fetchone()
    if found is None:
        return None
    found_id, found_tenant, maker_id, member_ids, invitation, create_time = found
    return PrivateRoom(
        room_id=found_id,
        tenant_id=found_tenant,
        maker_id=maker_id,
        member_ids=tuple(member_ids),
        invitation=invitation,
        create_time=create_time,
    )
