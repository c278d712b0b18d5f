-- migrate:up

-- Every finished game, once.
CREATE TABLE results (
  game_id text PRIMARY KEY,
  tenant_id text NOT NULL DEFAULT 'local',
  ruleset_key text NOT NULL,
  white_player_id text,  -- null where an engine played
  black_player_id text,
  winner text CHECK (winner IN ('white', 'black')),  -- null for a draw
  termination text NOT NULL,
  rated boolean NOT NULL,
  ply integer NOT NULL,
  record_time timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- What the results add up to for each player.
CREATE TABLE records (
  tenant_id text NOT NULL DEFAULT 'local',
  player_id text NOT NULL,
  ruleset_key text COLLATE "C" NOT NULL,
  won integer NOT NULL,
  drawn integer NOT NULL,
  lost integer NOT NULL,
  PRIMARY KEY (tenant_id, player_id, ruleset_key)
);

-- migrate:down

DROP TABLE records;
DROP TABLE results;
