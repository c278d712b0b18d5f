-- migrate:up

-- One row for each turn that an engine is to play. It is the truth; the messages to the workers are wake-ups.
CREATE TABLE engine_turns (
  game_id text NOT NULL,
  turn integer NOT NULL,
  tenant_id text NOT NULL DEFAULT 'local',
  ruleset text NOT NULL,
  options jsonb NOT NULL,
  position text NOT NULL,
  rule_state bytea NOT NULL,
  persona text NOT NULL,
  remaining_ms bigint,
  request_id text NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'claimed', 'answered', 'set_aside')),
  -- The message whose worker has it in hand.
  holder text,
  -- Claims that ended neither with an answer nor by giving it back: each has cost a worker.
  attempts integer NOT NULL DEFAULT 0,
  -- Messages that the sweep has sent.
  sends integer NOT NULL DEFAULT 0,
  -- When the sweep looks at it again: its next message, or the end of its claim. None once nothing is to be done.
  ready_time timestamptz CHECK ((ready_time IS NULL) = (state IN ('answered', 'set_aside'))),
  -- What became of it: 'played', why the move was not wanted any more, or why it was set aside or given back.
  outcome text,
  create_time timestamptz NOT NULL DEFAULT clock_timestamp(),
  answer_time timestamptz,
  PRIMARY KEY (game_id, turn)
);
CREATE INDEX engine_turns_unanswered ON engine_turns (ready_time) WHERE ready_time IS NOT NULL;
CREATE INDEX engine_turns_by_age ON engine_turns (create_time);

-- Every turn changes its row several times and goes within the hour: vacuum by changes, not by size.
ALTER TABLE engine_turns SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

-- migrate:down

DROP TABLE engine_turns;
