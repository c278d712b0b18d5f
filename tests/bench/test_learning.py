"""What `bench.formation_worths` learns of quick games."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest

from bench.formation_worths import Learner, main, read
from bench.quick_games import one_game, positions
from engine import TranspositionTable
from engine.formations import FILLINGS, blocks_across, learned_of, turned
from rulebook import Position, ruleset
from tests.engine.fillings import filling_of


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A few games of Russian draughts, as they are saved."""
    file = tmp_path_factory.mktemp("games") / "positions"
    table = TranspositionTable()
    lines = [line for game in range(6) for line in one_game(ruleset("russian"), 100, Random(game), table)]
    file.write_text("".join(f"{line}\n" for line in lines))
    return file


def test_positions_are_read_as_they_were_saved(saved: Path) -> None:
    rules = ruleset("russian")
    across = blocks_across(rules.board)

    examples = read(rules, [saved], 0.0)

    wanted = [
        (points, position)
        for points, position in positions(rules, saved.read_text().splitlines())
        if not few_and_kings_on_both(position)
    ]
    assert [points for points, _ in wanted] == examples.points.tolist()
    for row, (_, position) in enumerate(wanted):
        lead = position.white.bit_count() - position.black.bit_count()
        assert lead == examples.counts[row, 0]
        fillings = [filling_of(position, block) for block in range(across * across)]
        assert fillings == examples.fillings[row].tolist()


def few_and_kings_on_both(position: Position) -> bool:
    kings = position.kings & position.white and position.kings & position.black
    return bool(kings) and (position.white | position.black).bit_count() <= 8


def test_results_are_explained_better_round_after_round(saved: Path) -> None:
    rules = ruleset("russian")
    examples = read(rules, [saved], 0.0)
    learner = Learner(rules, 10.0)

    losses = [learner.learn(examples)[0] for _ in range(8)]

    assert losses == sorted(losses, reverse=True)


def test_what_the_search_found_counts_beside_the_result(saved: Path) -> None:
    rules = ruleset("russian")

    results, searched, both = (read(rules, [saved], share).points for share in (0.0, 1.0, 0.5))

    assert set(results) <= {0.0, 0.5, 1.0}
    assert len(set(searched)) > 20
    assert np.allclose(both, (results + searched) / 2)


def test_learning_goes_on_where_the_engine_stands(saved: Path) -> None:
    rules = ruleset("russian")
    learner = Learner(rules, 1e12)
    learner.begin_with_the_engine()

    learner.learn(read(rules, [saved], 0.0))

    assert learned_of(rules.draughts) == learner.written()


def test_learning_anew_the_ridge_holds_worths_near_nothing(saved: Path) -> None:
    rules = ruleset("russian")
    examples = read(rules, [saved], 0.0)
    loose, tight = Learner(rules, 1.0), Learner(rules, 100.0)

    for learner in (loose, tight):
        for _ in range(60):
            learner.learn(examples)

    assert np.abs(tight.worths).max() < np.abs(loose.worths).max() / 10


def test_the_middle_block_is_worth_as_much_to_either_side(saved: Path) -> None:
    rules = ruleset("russian")
    learner = Learner(rules, 10.0)
    learner.learn(read(rules, [saved], 0.0))

    middle = learner.worths[-1]

    opposite = middle[[turned(filling) for filling in range(FILLINGS)]]
    assert np.allclose(middle, -opposite)
    assert np.abs(middle).max() > 0


def test_the_file_that_is_written_is_of_the_engines_form(saved: Path, tmp_path: Path) -> None:
    written = tmp_path / "worths"

    main(["--ruleset", "russian", "--rounds", "2", "--write", str(written), str(saved)])

    assert 5 * FILLINGS * 2 == written.stat().st_size


def test_where_there_are_no_formations_nothing_is_learned(saved: Path) -> None:
    with pytest.raises(SystemExit):
        main(["--ruleset", "turkish", str(saved)])
