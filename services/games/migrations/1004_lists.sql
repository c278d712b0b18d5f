-- migrate:up

-- For lists of games, the newest first: those that all of a tenant see, by status, and of one rule set.
CREATE INDEX games_public ON games (tenant_id, status, game_id) WHERE NOT flags && '{private}';
CREATE INDEX games_public_of_ruleset ON games (tenant_id, ruleset, status, game_id) WHERE NOT flags && '{private}';
-- And for those who have made a game for others.
CREATE INDEX games_of_creator ON games (tenant_id, creator_id, game_id)
  WHERE creator_id IS DISTINCT FROM white_player AND creator_id IS DISTINCT FROM black_player;
-- Games whose end spectators may not have been told yet.
CREATE INDEX events_ended ON events (event_time) WHERE type IN ('game_ended', 'game_aborted');

-- migrate:down

DROP INDEX events_ended, games_of_creator, games_public_of_ruleset, games_public;
