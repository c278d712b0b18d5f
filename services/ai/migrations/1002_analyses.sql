-- migrate:up

-- One row for each analysis. A player's, and seen by nobody else.
CREATE TABLE analyses (
  analysis_id text PRIMARY KEY,
  tenant_id text NOT NULL DEFAULT 'local',
  player_id text NOT NULL,
  -- The player's own name for the request, none for most; the digest says whether it is the same request.
  request_id text,
  digest bytea NOT NULL,
  ruleset text NOT NULL,
  options jsonb NOT NULL,
  -- Of the first position.
  rule_state bytea NOT NULL,
  -- The budget of each position.
  nodes bigint NOT NULL,
  -- Of a game that is over: the last position's score, from the side that would move.
  end_score integer,
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'running', 'done', 'cancelled', 'failed')),
  reason text NOT NULL DEFAULT '',
  -- The number of its last event.
  revision bigint NOT NULL DEFAULT 0,
  -- Messages that the sweep has sent since a worker was last seen at it.
  sends integer NOT NULL DEFAULT 0,
  -- When the sweep looks at it again; none once nothing is to be done.
  ready_time timestamptz CHECK ((ready_time IS NULL) = (state IN ('done', 'cancelled', 'failed'))),
  create_time timestamptz NOT NULL DEFAULT clock_timestamp(),
  end_time timestamptz
);
CREATE UNIQUE INDEX analyses_by_request ON analyses (tenant_id, player_id, request_id);
CREATE INDEX analyses_live ON analyses (ready_time) WHERE ready_time IS NOT NULL;
CREATE INDEX analyses_live_of_player ON analyses (tenant_id, player_id) WHERE ready_time IS NOT NULL;
CREATE INDEX analyses_by_age ON analyses (create_time);

-- The positions of each: the work that is left, and of what is done the result as it was then.
CREATE TABLE analysis_plies (
  analysis_id text NOT NULL REFERENCES analyses ON DELETE CASCADE,
  ply integer NOT NULL,
  content bytea NOT NULL,
  fen text NOT NULL,
  -- The move played; none in a position alone, and behind the last move.
  side text,
  move text,
  by_lots boolean NOT NULL DEFAULT false,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'done', 'set_aside')),
  reason text NOT NULL DEFAULT '',
  line text[],
  score integer,
  depth integer,
  nodes bigint,
  exact boolean,
  PRIMARY KEY (analysis_id, ply)
);
CREATE INDEX analysis_plies_open ON analysis_plies (content) WHERE state = 'open';

-- What is known of a position, by its content; and who searches it now. Nothing shallower replaces a result.
CREATE TABLE analysis_positions (
  content bytea PRIMARY KEY,
  ruleset text NOT NULL,
  options jsonb NOT NULL,
  fen text NOT NULL,
  rule_state bytea NOT NULL,
  -- Whose result it is: a newer engine takes nothing from an older one.
  engine text NOT NULL,
  line text[],
  score integer NOT NULL DEFAULT 0,
  depth integer NOT NULL DEFAULT 0,
  nodes bigint NOT NULL DEFAULT 0,
  exact boolean NOT NULL DEFAULT false,
  -- The largest budget that was spent to its end.
  budget bigint NOT NULL DEFAULT 0,
  -- Of a budget that took more than one task, so far.
  spent_nodes bigint NOT NULL DEFAULT 0,
  -- The message whose worker has it in hand, until when, and how many have died with it.
  holder text,
  lease_time timestamptz,
  attempts integer NOT NULL DEFAULT 0,
  -- Why nobody tries any more; empty as long as somebody may.
  reason text NOT NULL DEFAULT '',
  use_time timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX analysis_positions_by_use ON analysis_positions (use_time);

-- What happened to each analysis, in order and without gaps.
CREATE TABLE analysis_events (
  analysis_id text NOT NULL REFERENCES analyses ON DELETE CASCADE,
  sequence bigint NOT NULL,
  type text NOT NULL,
  -- The position that it is about, if it is about one.
  ply integer,
  data jsonb NOT NULL,
  event_time timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (analysis_id, sequence)
);

ALTER TABLE analyses SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
ALTER TABLE analysis_positions SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

-- migrate:down

DROP TABLE analysis_events;
DROP TABLE analysis_positions;
DROP TABLE analysis_plies;
DROP TABLE analyses;
