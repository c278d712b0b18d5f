-- migrate:up

-- A game as it stands. Everything that a move needs is in one row, so that one guarded update makes it.
CREATE TABLE games (
  game_id uuid PRIMARY KEY,
  tenant_id text NOT NULL DEFAULT 'local',
  creator_id text NOT NULL,
  ruleset text NOT NULL,
  options jsonb NOT NULL,
  forces_passes boolean NOT NULL,
  -- Null: unlimited.
  base_ms bigint,
  increment_ms bigint CHECK ((increment_ms IS NULL) = (base_ms IS NULL)),
  -- A player or an engine; neither while the seat is open.
  white_player text,
  white_persona text CHECK (white_player IS NULL OR white_persona IS NULL),
  black_player text,
  black_persona text CHECK (black_player IS NULL OR black_persona IS NULL),
  rated boolean NOT NULL,
  status text NOT NULL CHECK (status IN ('waiting', 'running', 'finished', 'aborted')),
  turn integer NOT NULL,
  ply integer NOT NULL CHECK (ply BETWEEN 0 AND turn),
  to_move text NOT NULL CHECK (to_move IN ('white', 'black')),
  fen text NOT NULL,
  rule_state bytea NOT NULL,
  -- The clock; all null before the start.
  white_ms bigint,
  black_ms bigint,
  running text CHECK (running IN ('white', 'black')),
  since timestamptz,
  deadline timestamptz,
  clock_version bigint,
  moves text[] NOT NULL,
  winner text CHECK (winner IN ('white', 'black')),
  termination text CHECK ((termination IS NOT NULL) = (status = 'finished')),
  server_seed bytea NOT NULL,
  white_seed text NOT NULL,
  black_seed text NOT NULL,
  lots_drawn integer NOT NULL,
  create_time timestamptz NOT NULL,
  sequence integer NOT NULL,
  version integer NOT NULL,
  CHECK ((running IS NOT NULL) = (status = 'running'))
) WITH (fillfactor = 70);

-- For the alarms that are sent again. Not by deadline: no index has a column that a move changes, so a move makes no
-- index entries (heap-only update), and all running games are few enough to look through every five seconds.
CREATE INDEX games_running ON games (game_id) WHERE status = 'running';

-- The feed of each game, without gaps: the row of its game is locked when a number is taken. Also its history.
CREATE TABLE events (
  game_id uuid NOT NULL,
  sequence integer NOT NULL CHECK (sequence > 0),
  tenant_id text NOT NULL DEFAULT 'local',
  type text NOT NULL,
  turn integer NOT NULL,
  event_time timestamptz NOT NULL,
  data jsonb NOT NULL,
  PRIMARY KEY (game_id, sequence)
);

-- What wishes with a request id have made, for a day.
CREATE TABLE requests (
  tenant_id text NOT NULL DEFAULT 'local',
  creator_id text NOT NULL,
  request_id text NOT NULL,
  wish_hash bytea NOT NULL,
  game_id uuid NOT NULL,
  create_time timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, creator_id, request_id)
);
CREATE INDEX requests_by_time ON requests (create_time);

-- The last sign of life of any replica. One row for the whole house, of no tenant.
CREATE TABLE pulse (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  beat_time timestamptz NOT NULL
);
INSERT INTO pulse (beat_time) VALUES (clock_timestamp());

-- Time during which the house was away, charged to nobody of any tenant.
CREATE TABLE outages (
  start_time timestamptz PRIMARY KEY,
  end_time timestamptz NOT NULL CHECK (end_time > start_time)
);
CREATE INDEX outages_by_end ON outages (end_time);

-- migrate:down

DROP TABLE outages, pulse, requests, events, games;
