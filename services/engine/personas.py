"""The opponents by name: how they introduce themselves, what they play, and how strong they are."""

from __future__ import annotations

from dataclasses import dataclass

from engine.levels import Level
from rulebook import Family, Text


@dataclass(frozen=True, slots=True, kw_only=True)
class Persona:
    """An opponent that players meet by name."""

    key: str
    name: Text
    introduction: Text
    families: frozenset[Family]
    level: Level


_EVERY_GAME = frozenset(Family)

PERSONAS: dict[str, Persona] = {
    persona.key: persona
    for persona in (
        Persona(
            key="leicht",
            name=Text(de="Leicht", en="Easy"),
            introduction=Text(
                de="Sieht den nächsten Zug und übersieht gern die Antwort darauf. Gut für die erste Partie.",
                en="Sees the next move and tends to miss the reply. Good for a first game.",
            ),
            families=_EVERY_GAME,
            level=Level(nodes=8_000, depth=2, full_width=True, overlooked_per_mille=220, noise=100),
        ),
        Persona(
            key="mittel",
            name=Text(de="Mittel", en="Medium"),
            introduction=Text(
                de="Denkt genau zwei Züge jeder Seite weit und verrechnet sich in keinem Abtausch.",
                en="Thinks exactly two moves of each side ahead and never miscounts an exchange.",
            ),
            families=_EVERY_GAME,
            # Deep enough that the depth alone decides: only mad positions reach the nodes.
            level=Level(nodes=300_000, depth=4, full_width=True, noise=3),
        ),
        Persona(
            key="stark",
            name=Text(de="Stark", en="Strong"),
            introduction=Text(
                de="Nimmt sich für jeden Zug etwa eine Sekunde und sieht, was darin zu sehen ist.",
                en="Takes about a second for each move and sees what can be seen in it.",
            ),
            families=_EVERY_GAME,
            # About a second of one core that searches four to six million nodes in it; a count, so that a game
            # can be replayed anywhere.
            level=Level(nodes=4_000_000, noise=3),
        ),
        Persona(
            key="die-koenigin",
            name=Text(de="Die Königin", en="The Queen"),
            introduction=Text(
                de="Ihre Stellungen sehen harmlos aus. Sie rechnet weit, verzeiht nichts und kennt jedes "
                "Opfer, das sich auszahlt.",
                en="Her positions look harmless. She reads far, forgives nothing and knows every sacrifice "
                "that pays.",
            ),
            families=frozenset({Family.DRAUGHTS}),
            level=Level(nodes=3_000_000, noise=2),
        ),
        Persona(
            key="commander-hex",
            name=Text(de="Commander Hex", en="Commander Hex"),
            introduction=Text(
                de="Zählt keine Steine, sondern Möglichkeiten: Er lässt dir Zug um Zug weniger Auswahl, bis "
                "nur noch der schlechte bleibt.",
                en="Counts options, not discs: move by move he leaves you fewer of them, until only the bad "
                "one remains.",
            ),
            families=frozenset({Family.REVERSI}),
            level=Level(nodes=3_000_000, noise=2),
        ),
    )
}
