"""The command `brettwerk`: the rulebook at the keyboard and in a pipe."""
