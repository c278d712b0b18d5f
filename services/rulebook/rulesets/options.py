"""Options that several rule sets share."""

from __future__ import annotations

from rulebook.ruleset import Choice, Draws, Goal, Option, Text

GOAL = Option(
    key="goal",
    name=Text(de="Ziel", en="Goal"),
    choices=(
        Choice(value="normal", name=Text(de="normal", en="normal")),
        Choice(
            value="anti",
            name=Text(de="Schlagdame (wer nichts mehr ziehen kann, gewinnt)", en="losing draughts"),
            changes={"goal": Goal.ANTI, "draws": Draws()},  # only the third occurrence
        ),
        Choice(
            value="breakthrough",
            name=Text(de="Durchbruch (die erste Dame gewinnt)", en="breakthrough"),
            changes={"goal": Goal.BREAKTHROUGH, "draws": Draws(repetition=None)},
        ),
    ),
)
