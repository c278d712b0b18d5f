"""`python -m bench.generator`: leaves per second of every rule set, and one validation from Python.

Beside ours, in the same run and in interleaved rounds, stand the peers: each from the package index in
an environment of its own below `.bench/` (made at first use), and native programs named by
`BRETTWERK_BENCH_<NAME>` (see `programs.Native`). All figures are CPU time of one thread. Peers are
never part of the installation. The node counts of all must agree; if not, the exit status is 1.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from bench.plan import CASES, JUDGE_AIM_US, JUDGE_US, PEERS, TIMES_DAME_RS, Case, Row, rows
from bench.programs import Program, Stopped, Unavailable, everyone, natives, ours
from bench.rounds import Progress, Series, choose_size, measure
from bench.tables import judge_lines, machine, perft_lines

_SHARE_OF_PERFT = 0.75


def main(arguments: Sequence[str]) -> int:
    given = _read(arguments)
    try:
        native = natives(os.environ)
    except Unavailable as reason:
        print(reason, file=sys.stderr)
        return 2
    peers, missing = ({}, []) if given.no_peers else everyone()
    me = ours()
    try:
        return _run(me, peers, native, missing, given)
    finally:
        for program in (me, *peers.values()):
            program.close()


def _read(arguments: Sequence[str]) -> argparse.Namespace:
    command = argparse.ArgumentParser(prog="python -m bench.generator", description=__doc__)
    command.add_argument("--seconds", type=float, default=90, help="wall time for all, about (default 90)")
    command.add_argument("--no-peers", action="store_true", help="measure ours and native programs alone")
    return command.parse_args(arguments)


def _run(
    me: Program,
    peers: dict[str, Program],
    native: dict[str, list[Program]],
    missing: list[str],
    given: argparse.Namespace,
) -> int:
    load_before = os.getloadavg()
    perft = [(row, _perft_series(row, me, peers, native)) for row in rows()]
    judged = [(case, _judge_series(case, me, peers)) for case in CASES]
    progress = Progress(given.seconds)
    try:
        rounds = [
            _measure([s for _, group in perft for s in group], _SHARE_OF_PERFT * given.seconds, progress),
            _measure([s for _, group in judged for s in group], given.seconds, progress),
        ]
        faults = [*_count_faults(perft), *_judge_faults(judged)]
    finally:
        progress.close()
    print(machine(load_before, os.getloadavg(), rounds))
    print(*perft_lines(perft, TIMES_DAME_RS), sep="\n")
    print(*judge_lines(judged, JUDGE_US, JUDGE_AIM_US), sep="\n")
    for line in (*missing, *(f"ERROR {fault}" for fault in faults)):
        print(line)
    return 1 if faults else 0


def _perft_series(
    row: Row, me: Program, peers: dict[str, Program], native: dict[str, list[Program]]
) -> list[Series]:
    """Ours, and behind it whoever plays the same rule set."""
    options = dict(row.rules.options)
    question = {
        "ask": "perft",
        "ruleset": row.rules.key,
        "options": options,
        "fen": row.rules.rules.start,
        "distinct": False,
    }
    series = [Series(label=row.label, program=me, question=dict(question))]
    for peer in PEERS:
        door = peer.perft.get(row.label)
        if door is not None and peer.name in peers:
            name = f"{peer.name} {peer.version}"
            series.append(
                Series(
                    label=row.label, name=name, program=peers[peer.name], question=dict(question), door=door
                )
            )
    return series + [
        Series(label=row.label, program=program, question=dict(question), door="native")
        for program in native.get(row.label, ())
    ]


def _judge_series(case: Case, me: Program, peers: dict[str, Program]) -> list[Series]:
    question = {
        "ask": "judge",
        "ruleset": case.ruleset,
        "options": dict(case.options),
        "fen": case.fen,
        "move": case.move,
    }
    programs = [me, *(peers[p.name] for p in PEERS if p.name in peers and case.ruleset in p.judges)]
    return [Series(label=case.label, program=program, question=dict(question)) for program in programs]


def _measure(series: list[Series], until: float, progress: Progress) -> int:
    """Choose sizes so that some ten rounds fit, then measure them."""
    seconds = max(0.005, (until - progress.elapsed) / len(series) / 12)
    for one in series:
        progress.show(f"sizing: {one.label}, {one.program.name}")
        choose_size(one, seconds)
    return measure(series, until, progress)


def _count_faults(perft: list[tuple[Row, list[Series]]]) -> list[str]:
    """Where programs count differently; a program that counts every path is told apart."""
    faults = []
    for row, (mine, *others) in perft:
        faults += [f"{row.label}: {s.fault}" for s in (mine, *others) if s.fault]
        for theirs in others:
            if theirs.fault or mine.fault:
                continue
            try:
                depth, counted = theirs.question["depth"], theirs.work
                expected = _nodes(mine, depth)
                if counted != expected and _nodes(theirs, depth, distinct=True) == expected:
                    theirs.door += f"; counts every path ({counted:,} at ply {depth}, distinct {expected:,})"
                elif counted != expected:
                    faults.append(
                        f"{row.label}, ply {depth}: {theirs.name} counts {counted:,}, ours {expected:,}"
                    )
            except Stopped as reason:
                faults.append(f"{row.label}: {theirs.name} stopped: {reason}")
    return faults


def _nodes(series: Series, depth: object, *, distinct: bool = False) -> int:
    question = {**series.question, "depth": depth, "distinct": distinct}
    return int(str(series.program.ask(question)["nodes"]))


def _judge_faults(judged: list[tuple[Case, list[Series]]]) -> list[str]:
    faults = []
    for case, group in judged:
        for series in group:
            if series.fault:
                faults.append(f"{case.label}: {series.fault}")
            elif series.legal != case.legal:
                word = "legal" if series.legal else "illegal"
                faults.append(f"{case.label}: {series.name} calls {case.move} {word}")
    return faults


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
