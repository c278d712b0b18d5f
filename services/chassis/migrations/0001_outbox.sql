-- migrate:up

-- What other services are to be told, written in the transaction that makes it true (chassis.outbox).
CREATE TABLE outbox (
  event_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  partition smallint NOT NULL CHECK (partition BETWEEN 0 AND 15),
  key text NOT NULL,
  kind text NOT NULL,
  payload jsonb NOT NULL,
  tenant_id text NOT NULL DEFAULT 'local',
  request_id text NOT NULL DEFAULT '',
  create_time timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX outbox_by_kind ON outbox (kind, event_id);

-- The table is nearly empty at any moment and turns over all day: vacuum it by its changes, not by its size.
ALTER TABLE outbox SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

-- What this service has been told already: a row here is written in the transaction that acts on the event.
CREATE TABLE inbox (
  source text NOT NULL,
  event_id bigint NOT NULL,
  tenant_id text NOT NULL DEFAULT 'local',
  create_time timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (source, event_id)
);

-- migrate:down

DROP TABLE inbox;
DROP TABLE outbox;
