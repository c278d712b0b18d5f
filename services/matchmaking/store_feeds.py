"""Feeds in Postgres, and the games that they tell of."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import UTC, datetime
from functools import partial
from typing import Any

from psycopg.types.json import Jsonb

from chassis.database import Database, Transaction
from chassis.outbox import first_time
from matchmaking import feed
from matchmaking.feed import Event, Facts, Page, Topic
from matchmaking.news import News, ToldGame, event_type

_TOLD_BY = "games:news"
"""Apart from the results, which the games service tells as well."""

# The number is taken, and its topic locked, before the time is read: times are in the order of the numbers.
_TAKE = """
INSERT INTO topics (tenant_id, topic, last_sequence) VALUES (%s, %s, 1)
ON CONFLICT (tenant_id, topic) DO UPDATE SET last_sequence = topics.last_sequence + 1
RETURNING last_sequence
"""
_APPEND = """
INSERT INTO events (tenant_id, topic, sequence, type, event_time, data)
VALUES (%s, %s, %s, %s, clock_timestamp(), %s) RETURNING event_time
"""
_TRIM = "DELETE FROM events WHERE tenant_id = %s AND topic = %s AND sequence <= %s"
_TRIM_EACH = 100

# One statement sees one moment: the last number and the rows belong together.
_PAGE = """
SELECT coalesce((SELECT last_sequence FROM topics WHERE tenant_id = %(tenant)s AND topic = %(topic)s), 0), page.*
FROM (VALUES (1)) AS once LEFT JOIN (
  SELECT sequence, type, event_time, data FROM events
  WHERE tenant_id = %(tenant)s AND topic = %(topic)s AND sequence > %(after)s ORDER BY sequence LIMIT %(limit)s
) AS page ON true
ORDER BY page.sequence
"""
_NOW = """
SELECT coalesce((SELECT last_sequence FROM topics WHERE tenant_id = %(tenant)s AND topic = %(topic)s), 0),
  clock_timestamp()
"""
_LOBBY = f"""
{_NOW},
  (SELECT count(*) FROM games WHERE tenant_id = %(tenant)s AND end_time IS NULL AND NOT private),
  (SELECT jsonb_agg(data ORDER BY start_time DESC) FROM (
    SELECT data, start_time FROM games WHERE tenant_id = %(tenant)s AND end_time IS NULL AND NOT private
    ORDER BY start_time DESC LIMIT %(limit)s) AS latest)
"""  # noqa: S608  put together from this module's own texts
_ME = f"""
{_NOW},
  (SELECT count(*) FROM games
   WHERE tenant_id = %(tenant)s AND end_time IS NULL AND %(player)s IN (white_player_id, black_player_id)),
  (SELECT jsonb_agg(data ORDER BY start_time DESC) FROM (
    SELECT data, start_time FROM games
    WHERE tenant_id = %(tenant)s AND end_time IS NULL
      AND (white_player_id = %(player)s OR black_player_id = %(player)s)
    ORDER BY start_time DESC LIMIT %(limit)s) AS latest)
"""  # noqa: S608  same
_CHAT = """
SELECT coalesce((SELECT last_sequence FROM topics WHERE tenant_id = %(tenant)s AND topic = %(topic)s), 0),
  clock_timestamp(), latest.*
FROM (VALUES (1)) AS once LEFT JOIN (
  SELECT event_time, data FROM events
  WHERE tenant_id = %(tenant)s AND topic = %(topic)s AND type = %(type)s ORDER BY sequence DESC LIMIT %(limit)s
) AS latest ON true
ORDER BY latest.event_time
"""

_START = """
INSERT INTO games (game_id, tenant_id, white_player_id, black_player_id, private, data, start_time)
VALUES (%s, %s, %s, %s, %s, %s, %s) ON CONFLICT DO NOTHING
"""
_END = """
INSERT INTO games AS old (game_id, tenant_id, white_player_id, black_player_id, private, data, start_time, end_time)
VALUES (%s, %s, %s, %s, %s, %s, %s, clock_timestamp())
ON CONFLICT (game_id) DO UPDATE SET end_time = excluded.end_time WHERE old.end_time IS NULL
"""
# What somebody else holds is left to the next time.
_FORGET = """
DELETE FROM games WHERE ctid = ANY(ARRAY(
  SELECT ctid FROM games WHERE end_time < clock_timestamp() - interval '1 day' LIMIT 1000 FOR UPDATE SKIP LOCKED))
"""
_FORGET_EACH = 100


class FeedLog:
    """Writes events, each in the transaction that makes it true, and wakes who waits for them after the commit."""

    def __init__(self, wake: Callable[[str], None]) -> None:
        self._wake = wake

    def append(self, tx: Transaction, topic: Topic, kind: str, facts: Callable[[int], Facts]) -> Event:
        """The event; `facts` is given its number. The topic is locked until the transaction ends.

        Whoever writes into several topics does so in their order.
        """
        key = (topic.tenant_id, topic.name)
        (sequence,) = _row(tx.execute(_TAKE, key).fetchone())
        data = facts(sequence)
        (time,) = _row(tx.execute(_APPEND, (*key, sequence, kind, Jsonb(data))).fetchone())
        if sequence % _TRIM_EACH == 0:
            tx.execute(_TRIM, (*key, sequence - feed.KEPT_EVENTS))
        tx.after_commit(partial(self._wake, topic.wake))
        return Event(sequence=sequence, type=kind, time=time, data=data)


class FeedStore:
    """The feeds' reader and the games' teller: FeedStore and NewsStore of the ports."""

    def __init__(self, database: Database, log: FeedLog) -> None:
        self._database = database
        self._log = log

    def page(self, topic: Topic, after: int, limit: int) -> Page:
        asked = {"tenant": topic.tenant_id, "topic": topic.name, "after": after, "limit": limit}
        with self._database.transaction() as tx:
            found = tx.execute(_PAGE, asked).fetchall()
        return Page(
            events=tuple(
                Event(sequence=sequence, type=kind, time=time, data=data)
                for _, sequence, kind, time, data in found
                if sequence is not None
            ),
            last_sequence=found[0][0],
        )

    def lobby_snapshot(self, topic: Topic) -> Event:
        return self._games(_LOBBY, topic, feed.LOBBY_SNAPSHOT, {})

    def me_snapshot(self, topic: Topic, player_id: str) -> Event:
        return self._games(_ME, topic, feed.ME_SNAPSHOT, {"player": player_id})

    def chat_snapshot(self, topic: Topic, room_id: str) -> Event:
        asked = {
            "tenant": topic.tenant_id,
            "topic": topic.name,
            "type": feed.CHAT_MESSAGE,
            "limit": feed.SHOWN_MESSAGES,
        }
        with self._database.transaction() as tx:
            found = tx.execute(_CHAT, asked).fetchall()
        messages = [{**data, "post_time": written(time)} for _, _, time, data in found if data is not None]
        return Event(
            sequence=found[0][0],
            type=feed.CHAT_SNAPSHOT,
            time=found[0][1],
            data={"room_id": room_id, "messages": messages},
        )

    def tell(self, event_id: int, game: ToldGame, topics: Collection[Topic]) -> bool:
        with self._database.transaction() as tx:
            if not first_time(tx, source=_TOLD_BY, event_id=event_id):
                return False
            if game.kind is not News.REMATCH and not _note(tx, game):
                return False
            # In one order everywhere, so that two games of the same players never wait for each other.
            for topic in sorted(topics):
                self._log.append(tx, topic, event_type(game), lambda _: game.data)
            if event_id % _FORGET_EACH == 0:
                tx.execute(_FORGET)
            return True

    def _games(self, query: Any, topic: Topic, kind: str, more: dict[str, str]) -> Event:
        asked = {"tenant": topic.tenant_id, "topic": topic.name, "limit": feed.SHOWN_GAMES, **more}
        with self._database.transaction() as tx:
            sequence, now, count, games = _row(tx.execute(query, asked).fetchone())
        return Event(sequence=sequence, type=kind, time=now, data={"game_count": count, "games": games or []})


def written(time: datetime) -> str:
    """As the REST API writes times."""
    return time.astimezone(UTC).isoformat().replace("+00:00", "Z")


def _note(tx: Transaction, game: ToldGame) -> bool:
    """Whether the game does start, or end, by this."""
    now = tx.now()
    row = (
        game.game_id,
        game.tenant_id,
        game.white_player_id,
        game.black_player_id,
        game.private,
        Jsonb({**game.facts, "start_time": written(now)}),
        now,
    )
    return tx.execute(_START if game.kind is News.STARTED else _END, row).rowcount == 1


def _row(found: tuple[Any, ...] | None) -> tuple[Any, ...]:
    assert found is not None, "such a statement gives one row"
    return found
