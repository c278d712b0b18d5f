"""Which rules a game follows, and where it starts, by its tags.

The rule set is that of the Variant tag, if it names one of ours; else that of the GameType, where the
caller's own rule set is preferred if it has that type, then one with the same DrawRule, then the
official one; else the caller's rule set; else international draughts, for numeric moves only.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulebook import RULESETS, Position, Ruleset, Side, initial_position, parse_fen, ruleset
from rulebook.errors import BadFen, RulebookError, UnknownOption
from rulebook.pdn import faults
from rulebook.pdn.faults import FaultFound
from rulebook.pdn.numbering import FileNumbers, GameType
from rulebook.pdn.tags import MARKS, Tags, tag_of_option
from rulebook.ruleset import DraughtsRules

_GERMAN_VALUES = {"pflicht": "mandatory", "freiwillig": "voluntary"}
_GOALS = {"breakthrough": "breakthrough", "antidraughts": "anti", "anti": "anti", "losing": "anti"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """What the tags of a game say about its rules."""

    ruleset: Ruleset
    numbers: FileNumbers
    is_guess: bool  # nothing in the file or from the caller says so


def rules_of(tags: Tags, default: Ruleset | None) -> Rules:
    """The rule set of a game and the numbers of its file. Raises FaultFound."""
    tag = _game_type(tags)
    named = _named_variant(tags)
    if named is not None:
        chosen, options = named
        own = GameType.parse(chosen.notation.game_type or "")
        if tag is not None and (own is None or own.number != tag.number):
            raise FaultFound(
                faults.RULESET_CONFLICT,
                tags.values["Variant"],
                tags.lines["Variant"],
                tags.values["GameType"],
            )
    else:
        options = _goal_of_variant(tags)
        if tag is not None:
            chosen = _of_type(tag, tags, default)
        elif default is not None:
            chosen = default
        elif "Variant" in tags.values and not options:
            raise FaultFound(faults.UNKNOWN_RULESET, tags.values["Variant"], tags.lines["Variant"])
        else:
            chosen = ruleset("international")
    if tag is not None and tag.width is not None and tag.width != chosen.board.size:
        raise FaultFound(faults.GAME_TYPE, tags.values["GameType"], tags.lines["GameType"])
    for spec in chosen.option_specs:
        value = tags.get(tag_of_option(spec.key))
        if value is not None:
            options[spec.key] = _GERMAN_VALUES.get(value.lower(), value.lower())
    if default is not None and chosen.key == default.key:
        options = {**default.options, **options}
    try:
        resolved = ruleset(chosen.key, options)
    except UnknownOption as error:
        line = tags.lines.get(tag_of_option(error.key), min(tags.lines.values(), default=1))
        raise FaultFound(
            faults.UNKNOWN_OPTION, f"{error.key}={error.value}", line, ", ".join(error.known)
        ) from None
    is_guess = named is None and tag is None and default is None
    return Rules(ruleset=resolved, numbers=FileNumbers.of(resolved, tag), is_guess=is_guess)


def start_of(tags: Tags, rules: Rules) -> Position:
    """The position before the first move. Raises FaultFound."""
    fen = tags.get("FEN")
    try:
        if fen is None:
            start = initial_position(rules.ruleset)
        else:
            start = parse_fen(rules.ruleset, rules.numbers.fen_in(fen))
    except BadFen as error:
        raise FaultFound(error.reason, error.value, tags.lines["FEN"], fen or "") from None
    except RulebookError as error:
        raise FaultFound(faults.SYNTAX, fen or "", tags.lines["FEN"], str(error)) from None
    return _marked(start, tags, rules)


def rulesets_of_type(number: int) -> list[Ruleset]:
    """The rule sets with this type, the official one last, as in the catalogue."""
    found = []
    for candidate in RULESETS:
        own = GameType.parse(candidate.notation.game_type or "")
        if own is not None and own.number == number:
            found.append(candidate)
    return found


def draw_rule(candidate: Ruleset) -> str | None:
    """The value of the private DrawRule tag: the plies without progress that draw."""
    if not isinstance(candidate.rules, DraughtsRules) or candidate.rules.draws.no_progress is None:
        return None
    return str(candidate.rules.draws.no_progress.plies)


def _game_type(tags: Tags) -> GameType | None:
    text = tags.get("GameType")
    if text is None:
        return None
    tag = GameType.parse(text)
    if tag is None:
        raise FaultFound(faults.GAME_TYPE, text, tags.lines["GameType"])
    return tag


def _named_variant(tags: Tags) -> tuple[Ruleset, dict[str, str]] | None:
    """The rule set that the Variant tag names, with the level of "battledame-pflicht" as an option."""
    text = (tags.get("Variant") or "").lower()
    for spec in RULESETS:
        if text == spec.key:
            return spec, {}
        level = text.removeprefix(f"{spec.key}-")
        if level != text:
            level = _GERMAN_VALUES.get(level, level)
            for option in spec.option_specs:
                if any(level == choice.value for choice in option.choices):
                    return spec, {option.key: level}
    return None


def _goal_of_variant(tags: Tags) -> dict[str, str]:
    """Other sites name the goal where we name the rule set."""
    goal = _GOALS.get((tags.get("Variant") or "").lower())
    return {} if goal is None else {"goal": goal}


def _of_type(tag: GameType, tags: Tags, default: Ruleset | None) -> Ruleset:
    candidates = rulesets_of_type(tag.number)
    if not candidates:
        raise FaultFound(faults.UNKNOWN_RULESET, tags.values["GameType"], tags.lines["GameType"])
    for candidate in candidates:
        if default is not None and default.key == candidate.key:
            return default
    rule = tags.get("DrawRule")
    for candidate in reversed(candidates):
        if rule is not None and rule == draw_rule(candidate):
            return candidate
    return candidates[-1]


def _marked(start: Position, tags: Tags, rules: Rules) -> Position:
    """The start with the marks of the WhiteMedieval and BlackMedieval tags."""
    pieces = start.pieces()
    marked = set()
    for side, name in MARKS.items():
        for text in (tags.get(name) or "").replace(",", " ").split():
            square = rules.numbers.square_of.get(text)
            piece = pieces.get(square or 0)
            if square is None or piece is None or piece.side is not side:
                raise FaultFound(faults.MARKS, text, tags.lines[name], tags.values[name])
            marked.add(square)
    if not marked:
        return start
    lists = dict.fromkeys(MARKS, "")
    for square, piece in sorted(pieces.items()):
        mark = "M" if square in marked or piece.marked else ""
        lists[piece.side] += f",{mark}{'K' if piece.king else ''}{square}"
    white, black = (lists[side].lstrip(",") for side in (Side.WHITE, Side.BLACK))
    plies = start.counters.no_progress_plies
    fen = f"{'W' if start.side is Side.WHITE else 'B'}:W{white}:B{black}" + (f":H{plies}" if plies else "")
    try:
        return parse_fen(rules.ruleset, fen)
    except BadFen as error:
        name = next(name for name in MARKS.values() if tags.get(name))
        raise FaultFound(error.reason, tags.values[name], tags.lines[name]) from None
