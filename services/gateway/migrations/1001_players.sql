-- migrate:up

-- Whose players there are: a portal each, and one for whoever comes without.
CREATE TABLE tenants (
  tenant_id text PRIMARY KEY CHECK (tenant_id ~ '^[a-z0-9-]{1,64}$'),
  name text NOT NULL,
  create_time timestamptz NOT NULL DEFAULT clock_timestamp()
);
INSERT INTO tenants (tenant_id, name) VALUES ('local', 'Brettwerk');

-- Everybody who ever got a token.
CREATE TABLE players (
  player_id uuid PRIMARY KEY,
  tenant_id text NOT NULL DEFAULT 'local' REFERENCES tenants,
  kind text NOT NULL CHECK (kind IN ('guest')),
  -- As others see it; NULL for who gave none.
  name text CHECK (length(name) BETWEEN 1 AND 30),
  create_time timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- migrate:down

DROP TABLE players, tenants;
