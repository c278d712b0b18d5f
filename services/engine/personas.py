"""The opponents by name: how they introduce themselves, what they play, and how strong they are."""

from __future__ import annotations

from dataclasses import dataclass

from engine.levels import LEVELS, Level, Preference
from rulebook import Family, Text


@dataclass(frozen=True, slots=True, kw_only=True)
class Persona:
    """An opponent that players meet by name: who it is, and in `manner` how it plays."""

    key: str
    name: Text
    introduction: Text
    manner: Text
    families: frozenset[Family]
    level: Level


_EVERY_GAME = frozenset(Family)


def _of_level(number: int) -> Persona:
    """One of the ten levels, for who asks for a strength and not for a character."""
    return Persona(
        key=f"level-{number}",
        name=Text(de=f"Stufe {number}", en=f"Level {number}"),
        introduction=Text(
            de=f"Stufe {number} von {len(LEVELS)}. Jede holt gegen die nächsttiefere etwa sieben von zehn Punkten.",
            en=f"Level {number} of {len(LEVELS)}. Each takes about seven points of ten from the one below it.",
        ),
        manner=Text(
            de="Ohne eigene Handschrift: Je niedriger die Stufe, desto kürzer liest sie und desto mehr übersieht sie.",
            en="No character of its own: the lower the level, the less far it reads and the more it misses.",
        ),
        families=_EVERY_GAME,
        level=LEVELS[number],
    )


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
            manner=Text(
                de="Zieht drauflos, lässt oft etwas stehen und nimmt dir nichts übel.",
                en="Plays ahead without much thought, often leaves something hanging and bears no grudge.",
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
            manner=Text(
                de="Solide und geduldig: verliert nichts auf kurze Sicht, plant aber nicht auf lange.",
                en="Sound and patient: loses nothing in the short run, and plans nothing for the long one.",
            ),
            families=_EVERY_GAME,
            # Deep enough that the depth alone decides: only mad positions reach the nodes. With less noise he would open
            # every game alike.
            level=Level(nodes=300_000, depth=4, full_width=True, noise=10),
        ),
        Persona(
            key="stark",
            name=Text(de="Stark", en="Strong"),
            introduction=Text(
                de="Nimmt sich für jeden Zug etwa eine Sekunde und sieht, was darin zu sehen ist.",
                en="Takes about a second for each move and sees what can be seen in it.",
            ),
            manner=Text(
                de="Nüchtern und genau: spielt stets den Zug, den sie für den besten hält.",
                en="Sober and exact: always plays the move it takes for the best.",
            ),
            families=_EVERY_GAME,
            # About a second of one core, which searches 1.6 to 3 million nodes in it; a count, so that a game can
            # be replayed anywhere.
            level=Level(nodes=2_000_000, noise=3),
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
            manner=Text(
                de="Sie lässt dich vorankommen. Von fast gleich guten Zügen wählt sie den, dessen "
                "naheliegende Antwort am meisten kostet; dann räumt ein einziger Zug das Brett.",
                en="She lets you make headway. Of moves that are nearly equal she plays the one whose obvious "
                "reply costs the most; then a single move sweeps the board.",
            ),
            families=frozenset({Family.DRAUGHTS}),
            level=Level(nodes=2_000_000, noise=2, prefers=Preference.TRAPS, margin=8),
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
            manner=Text(
                de="Kühl und geduldig: wenige eigene Steine, viele eigene Züge. Ecken nimmt er ohne Eile und "
                "gibt sie nie wieder her.",
                en="Cool and patient: few discs of his own, many moves of his own. Corners he takes without "
                "haste, and never gives back.",
            ),
            families=frozenset({Family.REVERSI}),
            level=Level(nodes=2_000_000, noise=2, prefers=Preference.CONTROL, margin=20),
        ),
        *map(_of_level, LEVELS),
    )
}
