"""The texts of one copy of the generator, for the build: its source, its types and its constants."""

from __future__ import annotations

from pathlib import Path

from rulebook.kernel.shape import Shape

_PARTS = ("generator", "doors")

_MASKS = {"squares", "left", "right", "white_last_row", "black_last_row"}
_WEIGHTS = {"piece_weight", "king_weight", "mover_weight"}


def generator_text(ending: str) -> str:
    """The generator's source ("py") or types ("pxd"), its parts in one text."""
    return "\n\n".join(Path(__file__).with_name(f"{part}.{ending}").read_text() for part in _PARTS)


def _type_of(name: str) -> str:
    if name in _MASKS:
        return "unsigned long long"
    return "long long" if name in _WEIGHTS else "int"


def constants_pxd(shape: Shape | None) -> str:
    """The .pxd that a copy takes its constants from; None makes the open copy's, which can be set.

    The uncompiled generator knows the same names from `plain.py`.
    """
    values = [
        f"rules[{i}]" if shape is None else f"{int(value)}ULL"
        for i, value in enumerate(shape or range(len(Shape._fields)))
    ]
    names = Shape._fields
    if shape is None:
        prelude = [f"static unsigned long long rules[{len(names)}];"]
        setter = "(void)(rules[i] = (v))"
    else:
        prelude = []
        setter = "(void)(i)"
    defines = [
        f"#define R_{name.upper()} (({_type_of(name)})({value}))"
        for name, value in zip(names, values, strict=True)
    ]
    lines = [
        "cdef extern from *:",
        '    """',
        *(f"    {line}" for line in (*prelude, *defines, f"#define R_SET(i, v) {setter}")),
        '    """',
        *(f'    const {_type_of(name)} {name.upper()} "R_{name.upper()}"' for name in names),
        '    void set_rule "R_SET"(int i, unsigned long long v) noexcept nogil',
    ]
    return "\n".join(lines) + "\n"
