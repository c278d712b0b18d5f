-- migrate:up

-- How far each feed has come. Its row is locked from the moment a number is taken until the event with it is committed,
-- so numbers have no gaps and become visible in their order.
CREATE TABLE topics (
  tenant_id text NOT NULL DEFAULT 'local',
  topic text NOT NULL,
  last_sequence bigint NOT NULL CHECK (last_sequence > 0),
  PRIMARY KEY (tenant_id, topic)
) WITH (fillfactor = 50);

-- The feeds "lobby", "me:<player>" and "chat:<room>", the latest events of each. What is said in rooms is here alone.
CREATE TABLE events (
  tenant_id text NOT NULL DEFAULT 'local',
  topic text NOT NULL,
  sequence bigint NOT NULL CHECK (sequence > 0),
  type text NOT NULL,
  event_time timestamptz NOT NULL,
  data jsonb NOT NULL,
  PRIMARY KEY (tenant_id, topic, sequence)
);

-- Games that run, as the games service tells of them, and for a day those that did: what is told late must not revive them.
CREATE TABLE games (
  game_id text PRIMARY KEY,
  tenant_id text NOT NULL DEFAULT 'local',
  white_player_id text,
  black_player_id text,
  private boolean NOT NULL,
  data jsonb NOT NULL,
  start_time timestamptz NOT NULL,
  end_time timestamptz  -- null while it runs
);
CREATE INDEX games_live ON games (tenant_id, start_time) WHERE end_time IS NULL;
CREATE INDEX games_of_white ON games (tenant_id, white_player_id) WHERE end_time IS NULL;
CREATE INDEX games_of_black ON games (tenant_id, black_player_id) WHERE end_time IS NULL;
CREATE INDEX games_over ON games (end_time) WHERE end_time IS NOT NULL;

-- Private rooms. The lobby's and those of games need no row.
CREATE TABLE rooms (
  room_id uuid PRIMARY KEY,
  tenant_id text NOT NULL DEFAULT 'local',
  maker_id text NOT NULL,
  invitation text NOT NULL,
  create_time timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Since when nobody is in it; null while somebody is.
  empty_time timestamptz
);
CREATE INDEX rooms_of_maker ON rooms (tenant_id, maker_id, create_time);
CREATE INDEX rooms_empty ON rooms (empty_time) WHERE empty_time IS NOT NULL;

-- Who is in a private room; who has left stays known, so that leaving again is no fault.
CREATE TABLE members (
  room_id uuid NOT NULL REFERENCES rooms ON DELETE CASCADE,
  player_id text NOT NULL,
  tenant_id text NOT NULL DEFAULT 'local',
  join_time timestamptz NOT NULL DEFAULT clock_timestamp(),
  has_left boolean NOT NULL DEFAULT false,
  PRIMARY KEY (room_id, player_id)
);

-- Whoever has written or was muted. What one player wants to write waits for this row, in whatever replica.
CREATE TABLE writers (
  tenant_id text NOT NULL DEFAULT 'local',
  player_id text NOT NULL,
  recent_times timestamptz[] NOT NULL DEFAULT '{}',  -- of his last messages, the latest last
  muted_until_time timestamptz,
  PRIMARY KEY (tenant_id, player_id)
) WITH (fillfactor = 50);

CREATE TABLE blocks (
  tenant_id text NOT NULL DEFAULT 'local',
  player_id text NOT NULL,
  blocked_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_id, player_id, blocked_id)
);

-- What wishes with a request id have made, for a day.
CREATE TABLE requests (
  tenant_id text NOT NULL DEFAULT 'local',
  player_id text NOT NULL,
  request_id text NOT NULL,
  wish_hash bytea NOT NULL,
  room_id text NOT NULL,
  message_id bigint,  -- null for the room itself
  create_time timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, player_id, request_id)
);
CREATE INDEX requests_by_time ON requests (create_time);

-- migrate:down

DROP TABLE requests, blocks, writers, members, rooms, games, events, topics;
