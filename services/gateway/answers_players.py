"""The answers about players, and about the engines to play against."""

from __future__ import annotations

from typing import Literal

from gateway.answers import Answer
from gateway.answers_rulesets import Text
from gateway.wording import said


class GuestAnswer(Answer):
    """A new guest."""

    player_id: str = said("Who the guest is from now on.", "Wer der Gast von nun an ist.")
    token: str = said(
        "To be sent along as `Authorization: Bearer …`; whoever has it is the guest.",
        "Bei jeder Anfrage als `Authorization: Bearer …` mitzuschicken; wer es hat, ist der Gast.",
    )
    expires_time: str = said("How long the token is taken.", "Bis wann das Token gilt.")
    name: str | None = said("What the guest is called.", "Wie der Gast heißt.")


class PlayerAnswer(Answer):
    """A player."""

    player_id: str = said("Who it is.", "Wer es ist.")
    name: str | None = said("What to call him.", "Wie er heißt.")
    kind: Literal["guest"] = said("What kind of player.", "Welche Art Spieler.")
    create_time: str = said("Since when.", "Seit wann.")


class RecordLine(Answer):
    """A player's games under one rule set."""

    ruleset: str = said("The rule set's key.", "Der Schlüssel des Regelwerks.")
    won: int = said("Games won.", "Gewonnene Partien.")
    drawn: int = said("Games drawn.", "Remis gespielte Partien.")
    lost: int = said("Games lost.", "Verlorene Partien.")


class RecordAnswer(Answer):
    """How a player's games ended."""

    player_id: str = said("Whose games.", "Wessen Partien.")
    record: list[RecordLine] = said(
        "By rule set, rated or not; none where no game is finished.",
        "Nach Regelwerk, gewertet oder nicht; nichts, wo keine Partie beendet ist.",
    )


class PersonaCard(Answer):
    """An engine with a character, or one of the ten levels."""

    key: str = said("Its key.", "Ihr Schlüssel.")
    name: Text = said("What to call it.", "Wie sie heißt.")
    introduction: Text = said("How it plays.", "Wie sie spielt.")
    manner: Text = said(
        "Its character at the board: what it goes for, and how that feels.",
        "Ihr Charakter am Brett: worauf sie aus ist, und wie sich das anfühlt.",
    )
    level: int = said(
        "Its strength: the highest of the levels 1 to 10 that looks no farther than it does.",
        "Ihre Stärke: die höchste der Stufen 1 bis 10, die nicht weiter sieht als sie.",
    )
    families: list[Literal["draughts", "reversi"]] = said(
        "The families of games that it plays.", "Welche Spielfamilien sie spielt."
    )


class PersonasAnswer(Answer):
    """The engines to play against."""

    personas: list[PersonaCard] = said("From weak to strong.", "Von schwach bis stark.")
