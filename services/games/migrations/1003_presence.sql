-- migrate:up

-- Whether a stream of that process is still open. A row in which none is stays while the game runs: its player opened
-- one once, and is waited for unless another row says that he is there.
ALTER TABLE presences ADD COLUMN connected boolean NOT NULL DEFAULT true;

-- For finding whoever is held to be gone and is not, or the reverse. Both are nearly empty.
CREATE INDEX presences_left ON presences (game_id, player_id) WHERE NOT connected;
CREATE INDEX games_left ON games (game_id) WHERE white_gone IS NOT NULL OR black_gone IS NOT NULL;

-- migrate:down

DROP INDEX games_left, presences_left;
DELETE FROM presences WHERE NOT connected;
ALTER TABLE presences DROP COLUMN connected;
