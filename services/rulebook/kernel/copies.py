"""Which compiled copy of the generator serves which shape of rules."""

from __future__ import annotations

from functools import cache

from rulebook.kernel.shape import Shape, shape_of
from rulebook.ruleset import Family
from rulebook.rulesets import ENTRIES

OPEN_COPY = "open_rules"


@cache
def copies() -> dict[Shape, str]:
    """Shape -> name of its module: every rule set, and every value of options with kernels."""
    names: dict[Shape, str] = {}
    for entry in ENTRIES:
        if entry.family is not Family.DRAUGHTS:
            continue
        choices: list[dict[str, str]] = [{}]
        for spec in entry.option_specs:
            if spec.has_kernels:
                choices += [{spec.key: choice.value} for choice in spec.choices]
        for options in choices:
            shape = shape_of(entry.with_options(options).draughts)
            names.setdefault(shape, "_".join((entry.key.replace("-", "_"), *options.values())))
    return names
