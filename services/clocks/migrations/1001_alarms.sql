-- migrate:up

-- One alarm for each game and kind. Where due_time is null the alarm was cancelled; its row stays for an hour, so that
-- an older message that comes late finds a higher version.
CREATE TABLE alarms (
  game_id text NOT NULL,
  kind text NOT NULL,
  tenant_id text NOT NULL DEFAULT 'local',
  clock_version bigint NOT NULL,
  due_time timestamptz,
  -- When it may be taken: the due time, or the end of the lease of whoever has it in hand.
  ready_time timestamptz CHECK ((ready_time IS NULL) = (due_time IS NULL)),
  failures integer NOT NULL DEFAULT 0,
  set_time timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (game_id, kind)
);
CREATE INDEX alarms_by_ready_time ON alarms (ready_time) WHERE ready_time IS NOT NULL;
CREATE INDEX alarms_cancelled ON alarms (set_time) WHERE ready_time IS NULL;

-- Every move changes a row: vacuum by changes, not by size, or the look for what is due steps over all the dead ones.
ALTER TABLE alarms SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

-- migrate:down

DROP TABLE alarms;
