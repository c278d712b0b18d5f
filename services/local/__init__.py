"""Everything on one machine with one command: the launcher behind `make run`."""
