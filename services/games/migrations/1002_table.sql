-- migrate:up

-- Everything at the table besides moves: terms, offers, pauses, absences, the secret choice, rematches.
ALTER TABLE games
  ADD COLUMN time_control jsonb,
  ADD COLUMN flags text[] NOT NULL DEFAULT '{}',
  ADD COLUMN first_move_ms bigint NOT NULL DEFAULT 0,
  ADD COLUMN spectator_delay_ms bigint NOT NULL DEFAULT 0,
  -- How pieces are marked; null where none are.
  ADD COLUMN marking jsonb,
  ADD COLUMN used_ms bigint NOT NULL DEFAULT 0,
  ADD COLUMN white_strikes integer NOT NULL DEFAULT 0,
  ADD COLUMN black_strikes integer NOT NULL DEFAULT 0,
  ADD COLUMN abort_reason text,
  -- Offers that stand, and those of this turn that do not any more: "draw:white".
  ADD COLUMN offers text[] NOT NULL DEFAULT '{}',
  ADD COLUMN declined text[] NOT NULL DEFAULT '{}',
  ADD COLUMN pause_end timestamptz,
  ADD COLUMN pause_count integer NOT NULL DEFAULT 0,
  ADD COLUMN white_gone timestamptz,
  ADD COLUMN black_gone timestamptz,
  ADD COLUMN gone_count integer NOT NULL DEFAULT 0,
  ADD COLUMN choice_end timestamptz,
  -- Secret until the game is over: salts, and the squares of the marked pieces.
  ADD COLUMN stones jsonb,
  ADD COLUMN revealed boolean NOT NULL DEFAULT true,
  ADD COLUMN rematch_of uuid,
  ADD COLUMN rematch uuid;

UPDATE games SET time_control = CASE
  WHEN base_ms IS NULL THEN '{"kind": "unlimited"}'::jsonb
  ELSE jsonb_build_object('kind', 'fischer', 'base_ms', base_ms, 'increment_ms', increment_ms)
END;
ALTER TABLE games ALTER COLUMN time_control SET NOT NULL, DROP COLUMN base_ms, DROP COLUMN increment_ms;

ALTER TABLE games DROP CONSTRAINT games_status_check;
ALTER TABLE games ADD CONSTRAINT games_status_check
  CHECK (status IN ('waiting', 'choosing', 'running', 'finished', 'aborted'));
-- Nothing runs in a pause.
ALTER TABLE games DROP CONSTRAINT games_check5;
ALTER TABLE games
  ADD CHECK ((running IS NOT NULL) = (status = 'running' AND pause_end IS NULL)),
  ADD CHECK ((abort_reason IS NOT NULL) = (status = 'aborted'));

-- Games that were begun with marks drawn by the server.
UPDATE games SET marking = '{"per_side": 3, "choice_ms": 20000, "success_percent": 50, "at_first_duel": false}'
WHERE fen LIKE '%M%';

-- For the alarms that are sent again, and for waiting games that nobody joins.
DROP INDEX games_running;
CREATE INDEX games_under_way ON games (game_id) WHERE status IN ('running', 'choosing');
CREATE INDEX games_waiting ON games (game_id) WHERE status = 'waiting';

-- For the lists of a player's games.
CREATE INDEX games_of_white ON games (tenant_id, white_player, game_id) WHERE white_player IS NOT NULL;
CREATE INDEX games_of_black ON games (tenant_id, black_player, game_id) WHERE black_player IS NOT NULL;

-- Where the game stood after each event. Position and clock are null where the event's data tell them.
ALTER TABLE events
  ADD COLUMN next_turn integer,
  ADD COLUMN ply integer,
  ADD COLUMN fen text,
  ADD COLUMN clock jsonb;
UPDATE events SET
  next_turn = turn + (type = 'move_played')::integer,
  ply = turn + (type = 'move_played')::integer;
ALTER TABLE events ALTER COLUMN next_turn SET NOT NULL, ALTER COLUMN ply SET NOT NULL;

-- Which players have a stream open on which games, by the process that holds the streams.
CREATE TABLE presences (
  process_id text NOT NULL,
  game_id uuid NOT NULL,
  player_id text NOT NULL,
  tenant_id text NOT NULL DEFAULT 'local',
  PRIMARY KEY (game_id, player_id, process_id)
);
CREATE INDEX presences_by_process ON presences (process_id);

-- A process's word counts until then. For all tenants.
CREATE TABLE presence_leases (
  process_id text PRIMARY KEY,
  lapse_time timestamptz NOT NULL
);

-- migrate:down

DROP TABLE presence_leases, presences;
ALTER TABLE events DROP COLUMN next_turn, DROP COLUMN ply, DROP COLUMN fen, DROP COLUMN clock;
DROP INDEX games_of_white, games_of_black, games_waiting, games_under_way;
CREATE INDEX games_running ON games (game_id) WHERE status = 'running';
DELETE FROM events USING games WHERE events.game_id = games.game_id AND status IN ('choosing', 'aborted');
DELETE FROM games WHERE status IN ('choosing', 'aborted') OR pause_end IS NOT NULL;
ALTER TABLE games ADD COLUMN base_ms bigint, ADD COLUMN increment_ms bigint;
UPDATE games SET
  base_ms = (time_control ->> 'base_ms')::bigint,
  increment_ms = coalesce((time_control ->> 'increment_ms')::bigint, 0)
WHERE time_control ? 'base_ms';
ALTER TABLE games
  DROP COLUMN time_control, DROP COLUMN flags, DROP COLUMN first_move_ms, DROP COLUMN spectator_delay_ms,
  DROP COLUMN marking, DROP COLUMN used_ms, DROP COLUMN white_strikes, DROP COLUMN black_strikes,
  DROP COLUMN abort_reason, DROP COLUMN offers, DROP COLUMN declined, DROP COLUMN pause_end,
  DROP COLUMN pause_count, DROP COLUMN white_gone, DROP COLUMN black_gone, DROP COLUMN gone_count,
  DROP COLUMN choice_end, DROP COLUMN stones, DROP COLUMN revealed, DROP COLUMN rematch_of, DROP COLUMN rematch,
  DROP CONSTRAINT games_status_check;
ALTER TABLE games
  ADD CONSTRAINT games_status_check CHECK (status IN ('waiting', 'running', 'finished', 'aborted')),
  ADD CONSTRAINT games_check CHECK ((increment_ms IS NULL) = (base_ms IS NULL)),
  ADD CONSTRAINT games_check5 CHECK ((running IS NOT NULL) = (status = 'running'));
