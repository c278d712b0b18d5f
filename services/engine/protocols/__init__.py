"""How other programs talk to the engine: Hub for draughts, GTP for Reversi. Knows no service."""
