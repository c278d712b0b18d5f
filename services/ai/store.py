"""The turns in Postgres. All times are the database's own."""

from __future__ import annotations

from collections.abc import Sequence

import structlog
from psycopg.types.json import Jsonb

from ai.turns import Claim, Key, Question, Turn
from chassis.database import Database

log = structlog.get_logger()

LEASE_MS = 3000
"""How long a claim holds without being renewed. A worker renews it every second."""
MOST_ATTEMPTS = 3
"""A turn that has cost so many workers is set aside."""
WORKER_LOST = "worker_lost"
SUPERSEDED = "superseded"
"""A later turn of the game was asked for: a light move was played in its place."""
_FIRST_LOOK_MS = 2000
"""The message sent at the request has so long before the sweep sends another."""
_MOST_PAUSE_MS = 30_000

_NOTE = """
WITH older AS (
  UPDATE engine_turns SET state = 'answered', outcome = %(superseded)s, ready_time = NULL, holder = NULL,
    answer_time = clock_timestamp()
  WHERE game_id = %(game_id)s AND turn < %(turn)s AND ready_time IS NOT NULL
)
INSERT INTO engine_turns (game_id, turn, tenant_id, ruleset, options, position, rule_state, persona, remaining_ms,
  request_id, ready_time)
VALUES (%(game_id)s, %(turn)s, %(tenant_id)s, %(ruleset)s, %(options)s, %(position)s, %(rule_state)s, %(persona)s,
  %(remaining_ms)s, %(request_id)s, clock_timestamp() + %(first_look_ms)s * interval '1 ms')
ON CONFLICT DO NOTHING
"""

_CLAIM = """
UPDATE engine_turns SET
  state = CASE WHEN attempts < %(most)s THEN 'claimed' ELSE 'set_aside' END,
  holder = CASE WHEN attempts < %(most)s THEN %(holder)s END,
  ready_time = CASE WHEN attempts < %(most)s THEN clock_timestamp() + %(lease_ms)s * interval '1 ms' END,
  outcome = CASE WHEN attempts < %(most)s THEN outcome ELSE %(lost)s END,
  attempts = attempts + CASE WHEN attempts < %(most)s THEN 1 ELSE 0 END
WHERE game_id = %(game_id)s AND turn = %(turn)s
  AND (state = 'waiting' OR state = 'claimed' AND (holder = %(holder)s OR ready_time <= clock_timestamp()))
RETURNING state, tenant_id, ruleset, options, position, rule_state, persona, remaining_ms, request_id,
  (extract(epoch FROM clock_timestamp() - create_time) * 1000)::bigint
"""

_RENEW = """
UPDATE engine_turns SET ready_time = clock_timestamp() + %s * interval '1 ms'
WHERE game_id = %s AND turn = %s AND holder = %s AND state = 'claimed'
"""

# Whoever has played the move may say so, also when its claim has run out meanwhile.
_ANSWER = """
UPDATE engine_turns SET state = 'answered', outcome = %s, ready_time = NULL, holder = NULL,
  answer_time = clock_timestamp()
WHERE game_id = %s AND turn = %s AND state <> 'answered'
"""

_GIVE_BACK = """
UPDATE engine_turns SET state = 'waiting', outcome = %s, holder = NULL, attempts = attempts - 1,
  ready_time = clock_timestamp() + %s * interval '1 ms'
WHERE game_id = %s AND turn = %s AND holder = %s AND state = 'claimed'
"""

_SET_ASIDE = """
UPDATE engine_turns SET state = 'set_aside', outcome = %s, ready_time = NULL, holder = NULL
WHERE game_id = %s AND turn = %s AND holder = %s AND state = 'claimed'
"""

# In a subquery the time is read once, and the index can be searched for it.
_DUE = """
WITH due AS (
  SELECT game_id, turn FROM engine_turns WHERE ready_time <= (SELECT clock_timestamp())
  ORDER BY ready_time LIMIT %(limit)s
  FOR UPDATE SKIP LOCKED
)
UPDATE engine_turns AS old SET
  state = CASE WHEN attempts < %(most)s THEN 'waiting' ELSE 'set_aside' END,
  holder = NULL,
  outcome = CASE WHEN attempts < %(most)s THEN outcome ELSE %(lost)s END,
  ready_time = CASE WHEN attempts < %(most)s THEN
    clock_timestamp() + least(%(first_ms)s * 2 ^ least(sends, 16), %(most_ms)s) * interval '1 ms' END,
  sends = sends + 1
FROM due WHERE old.game_id = due.game_id AND old.turn = due.turn
RETURNING old.game_id, old.turn, old.state
"""

_UNSENT = """
UPDATE engine_turns AS old SET ready_time = clock_timestamp(), sends = sends - 1
FROM unnest(%s::text[], %s::integer[]) AS kept (game_id, turn)
WHERE old.game_id = kept.game_id AND old.turn = kept.turn AND state = 'waiting' AND sends > 0
"""

_BACKLOG = """
SELECT count(*), coalesce(extract(epoch FROM clock_timestamp() - min(create_time)), 0)::float8
FROM engine_turns WHERE ready_time IS NOT NULL
"""

# An answer is kept for an hour, so that a request that is repeated late finds it.
_FORGET = """
WITH old AS (
  SELECT game_id, turn FROM engine_turns
  WHERE create_time < (SELECT clock_timestamp()) - interval '1 day'
    OR state = 'answered' AND create_time < (SELECT clock_timestamp()) - interval '1 hour'
  ORDER BY create_time LIMIT %s
  FOR UPDATE SKIP LOCKED
)
DELETE FROM engine_turns USING old WHERE engine_turns.game_id = old.game_id AND engine_turns.turn = old.turn
"""


class Store:
    """A TurnStore."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def note(self, turn: Turn) -> None:
        asked = turn.question
        with self._database.transaction() as tx:
            tx.execute(
                _NOTE,
                {
                    "game_id": turn.game_id,
                    "turn": turn.turn,
                    "tenant_id": turn.tenant_id,
                    "ruleset": asked.ruleset,
                    "options": Jsonb(asked.options),
                    "position": asked.fen,
                    "rule_state": asked.rule_state,
                    "persona": asked.persona,
                    "remaining_ms": turn.remaining_ms,
                    "request_id": turn.request_id,
                    "superseded": SUPERSEDED,
                    "first_look_ms": _FIRST_LOOK_MS,
                },
            )

    def claim(self, key: Key, holder: str) -> Claim | None:
        values = {
            "game_id": key.game_id,
            "turn": key.turn,
            "holder": holder,
            "lease_ms": LEASE_MS,
            "most": MOST_ATTEMPTS,
            "lost": WORKER_LOST,
        }
        with self._database.transaction() as tx:
            row = tx.execute(_CLAIM, values).fetchone()
        if row is None:
            return None
        state, tenant_id, ruleset, options, fen, rule_state, persona, remaining_ms, request_id, waited_ms = (
            row
        )
        if state != "claimed":
            _tell_set_aside(key, WORKER_LOST)
            return None
        question = Question(
            ruleset=ruleset, options=options, fen=fen, rule_state=bytes(rule_state), persona=persona
        )
        turn = Turn(
            game_id=key.game_id,
            turn=key.turn,
            tenant_id=tenant_id,
            question=question,
            remaining_ms=remaining_ms,
            request_id=request_id,
        )
        return Claim(turn=turn, holder=holder, waited_ms=waited_ms)

    def renew(self, claim: Claim) -> bool:
        values = (LEASE_MS, claim.turn.game_id, claim.turn.turn, claim.holder)
        with self._database.transaction() as tx:
            return tx.execute(_RENEW, values).rowcount > 0

    def answer(self, claim: Claim, outcome: str) -> None:
        with self._database.transaction() as tx:
            tx.execute(_ANSWER, (outcome, claim.turn.game_id, claim.turn.turn))

    def give_back(self, claim: Claim, reason: str, after_ms: int) -> None:
        with self._database.transaction() as tx:
            tx.execute(_GIVE_BACK, (reason, after_ms, claim.turn.game_id, claim.turn.turn, claim.holder))

    def set_aside(self, claim: Claim, reason: str) -> None:
        with self._database.transaction() as tx:
            tx.execute(_SET_ASIDE, (reason, claim.turn.game_id, claim.turn.turn, claim.holder))
        _tell_set_aside(Key(claim.turn.game_id, claim.turn.turn), reason)

    def due(self, limit: int) -> Sequence[Key]:
        values = {
            "limit": limit,
            "most": MOST_ATTEMPTS,
            "lost": WORKER_LOST,
            "first_ms": _FIRST_LOOK_MS,
            "most_ms": _MOST_PAUSE_MS,
        }
        with self._database.transaction() as tx:
            rows = tx.execute(_DUE, values).fetchall()
        for game_id, turn, state in rows:
            if state == "set_aside":
                _tell_set_aside(Key(game_id, turn), WORKER_LOST)
        return [Key(game_id, turn) for game_id, turn, state in rows if state == "waiting"]

    def unsent(self, keys: Sequence[Key]) -> None:
        with self._database.transaction() as tx:
            tx.execute(_UNSENT, ([key.game_id for key in keys], [key.turn for key in keys]))

    def backlog(self) -> tuple[int, float]:
        with self._database.transaction() as tx:
            (count, age_s) = tx.execute(_BACKLOG).fetchone() or (0, 0.0)
        return count, age_s

    def forget(self, limit: int) -> int:
        with self._database.transaction() as tx:
            return tx.execute(_FORGET, (limit,)).rowcount


def _tell_set_aside(key: Key, reason: str) -> None:
    log.error("turn set aside", game_id=key.game_id, turn=key.turn, reason=reason)
