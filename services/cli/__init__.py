"""The command `brettwerk`: rulebook and engine at the keyboard and in a pipe."""
