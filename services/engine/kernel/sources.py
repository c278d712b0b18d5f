"""How the parts of a search kernel are joined: one text of source and one of types.

The C compiler sees a generator and the search over it as one file, and inlines across them.
The build writes these texts, and the tests run them as plain Python.
"""

from __future__ import annotations

from pathlib import Path

from rulebook.kernel.constants import generator_text

_HERE = Path(__file__).parent
_RULEBOOK = _HERE.parents[1] / "rulebook" / "kernel"

DRAUGHTS = ("generator", "table", "line", "evaluation", "ordering", "search", "deepening")
DISCS = (
    "discs_kernel",
    "table",
    "disc_lines",
    "disc_evaluation",
    "disc_endgame",
    "disc_search",
    "disc_deepening",
)


def join(parts: tuple[str, ...], ending: str) -> str:
    """The parts' sources ("py") or types ("pxd") in one text; the first part is the rulebook's."""
    first = parts[0]
    texts = [
        generator_text(ending) if first == "generator" else (_RULEBOOK / f"{first}.{ending}").read_text()
    ]
    texts += [(_HERE / f"{part}.{ending}").read_text() for part in parts[1:]]
    return "\n\n".join(texts)
