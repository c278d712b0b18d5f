"""The words and errors of the rulebook and those on the wire are the same."""

from __future__ import annotations

import rulebook
from brettwerk.rules.v1 import rules_service_pb2 as pb
from brettwerk.types.v1 import types_pb2
from rulebook import errors
from rules import rpc, service, shapes

# Answered as faults of a game in a text, never as errors of a call.
FAULTS_OF_TEXTS = {"BadTranscript", "FaultFound"}


def descendants(parent: type[Exception]) -> set[type[Exception]]:
    children = set(parent.__subclasses__())
    return children.union(*(descendants(child) for child in children))


def test_the_table_answers_every_error_of_the_rulebook_and_of_the_service() -> None:
    own = {service.HistoryMismatch, service.InvalidField}
    raised = {each for each in descendants(errors.RulebookError) if each.__name__ not in FAULTS_OF_TEXTS}

    assert raised | own == set(rpc.ERRORS)


def test_every_reason_of_the_rulebook_has_a_number_and_every_number_a_reason() -> None:
    assert {reason.value for reason in rulebook.Reason} == set(shapes.REASONS)


def test_every_termination_has_a_number_and_every_number_of_the_board_a_termination() -> None:
    numbers = {
        number
        for number in types_pb2.Termination.values()
        if types_pb2.TERMINATION_UNSPECIFIED < number < types_pb2.TERMINATION_RESIGNATION
    }

    assert set(shapes.TERMINATIONS.values()) == numbers
    assert set(shapes.TERMINATIONS) == set(rulebook.Termination)


def test_every_method_of_the_contract_is_served() -> None:
    methods = pb.DESCRIPTOR.services_by_name["RulesService"].methods_by_name

    assert all(vars(rpc.RulesServicer).get(name) for name in methods)
