"""The answers about how a game came to where it is, and what chance has decided in it."""

from __future__ import annotations

from typing import Literal

from gateway.answers import Answer, Move, Side
from gateway.answers_games import Clock, Game
from gateway.wording import said


class Ply(Answer):
    """A ply of the present line, or the start."""

    ply: int = said("Its number, from 1; 0 for the start.", "Seine Nummer, ab 1; 0 für den Anfang.")
    turn: int | None = said(
        "The turn that it took; null for the start.", "In welcher Runde; null für den Anfang."
    )
    side: Side | None = said("Who moved; null for the start.", "Wer gezogen hat; null für den Anfang.")
    move: Move | None = said("The move; null for the start.", "Der Zug; null für den Anfang.")
    fen: str = said("The position after it.", "Die Stellung danach.")
    position_hash: str = said("As the game's `position_hash`.", "Wie `position_hash` der Partie.")
    clock: Clock | None = said(
        "Both clocks after it; null where time is unlimited, and for the start.",
        "Beide Uhren danach; null ohne Zeitbegrenzung und für den Anfang.",
    )
    charged_ms: int = said(
        "What it cost on the clock, in milliseconds.", "Was er auf der Uhr gekostet hat, in Millisekunden."
    )
    play_time: str | None = said(
        "When it was played; null for the start.", "Wann er gespielt wurde; null für den Anfang."
    )


class HistoryAnswer(Answer):
    """The present line of a game."""

    game: Game = said("The game as it stands.", "Die Partie, wie sie steht.")
    start_fen: str | None = said(
        "The position at the start; null before the game has started.",
        "Die Stellung am Anfang; null, bevor die Partie begonnen hat.",
    )
    start_position_hash: str | None = said(
        "As `position_hash`, of the start.", "Wie `position_hash`, vom Anfang."
    )
    plies: list[Ply] = said("Ply by ply, from 1.", "Halbzug für Halbzug, ab 1.")


class PlyAnswer(Ply):
    """A ply of a game, to be linked to."""

    game_id: str = said("The game.", "Die Partie.")
    last_ply: int = said("The last ply by now.", "Der bisher letzte Halbzug.")


class Draw(Answer):
    """A number that was drawn."""

    purpose: Literal["lot", "auto", "stones"] = said(
        "What for: whether a capture succeeds, a move made for a player, or a piece marked for a player.",
        "Wozu: ob ein Schlag gelingt, ein Zug für einen Spieler, oder ein Stein, der für einen Spieler markiert wird.",
    )
    index: int = said(
        "Counts the draws of this purpose from 0; for `auto` it is the turn.",
        "Zählt die Ziehungen zu diesem Zweck ab 0; bei `auto` ist es die Runde.",
    )
    bound: int = said(
        "The number is from 0 up to, not including, this.", "Die Zahl liegt zwischen 0 und unter dieser."
    )
    value: int = said("The number.", "Die Zahl.")
    turn: int = said("The turn in which it was drawn.", "In welcher Runde sie gezogen wurde.")
    outcome: str = said(
        "What it decided: `success` or `failure`, the move, or the square.",
        "Was sie entschied: `success` oder `failure`, den Zug, oder das Feld.",
    )
    choices: list[str] = said(
        "What could have come, in order; none for `lot`, where success is a value below `lot_success_percent`.",
        "Was hätte kommen können, der Reihe nach; nichts bei `lot`, wo ein Wert unter `lot_success_percent` gelingt.",
    )


class StonesOfSide(Answer):
    """A side's secret choice."""

    side: Side = said("Whose.", "Wessen.")
    commitment: str | None = said(
        "SHA-256 of salt, `:`, game id, `:`, side, `:`, and the squares in ascending order with commas between them; null "
        "until the choice is complete.",
        "SHA-256 von Salz, `:`, Kennung der Partie, `:`, Seite, `:` und den Feldern, aufsteigend mit Kommas dazwischen; "
        "null, bis die Auswahl vollständig ist.",
    )
    salt: str | None = said(
        "The salt in hexadecimal; null until the game is over.",
        "Das Salz, hexadezimal; null, bis die Partie aus ist.",
    )
    squares: list[int] = said(
        "The squares in ascending order; none until everybody sees them.",
        "Die Felder, aufsteigend; keine, bis alle sie sehen.",
    )


class FairnessAnswer(Answer):
    """All that chance has decided in a game, and once it is over the secrets with which anybody can check it."""

    game_id: str = said("The game.", "Die Partie.")
    seed_hash: str | None = said(
        "SHA-256 of the server's seed, told when the game was made; null where chance decides nothing.",
        "SHA-256 des Startwerts des Servers, bekannt seit Eröffnung der Partie; null, wo der Zufall nichts entscheidet.",
    )
    server_seed: str | None = said(
        "The server's seed in hexadecimal; null until the game is over.",
        "Der Startwert des Servers, hexadezimal; null, bis die Partie aus ist.",
    )
    white_seed: str | None = said(
        "White's seed; null until it is there.", "Der Startwert von Weiß; null, bis es ihn gibt."
    )
    black_seed: str | None = said("Black's seed; the same.", "Der Startwert von Schwarz; ebenso.")
    draws: list[Draw] = said(
        "What was drawn, in order; while marks are hidden, without what would tell of them.",
        "Was gezogen wurde, der Reihe nach; solange Markierungen verborgen sind, ohne was sie verriete.",
    )
    stones: list[StonesOfSide] = said("The secret choices.", "Die geheimen Auswahlen.")
    lot_success_percent: int = said(
        "Below this a draw for a lot is a success.", "Unter dieser Zahl gelingt, was ausgelost wird."
    )
    complete: bool = said(
        "Whether the game is over and nothing is secret any more.",
        "Ob die Partie aus und nichts mehr geheim ist.",
    )
