"""Rules are compiled with the verbs that use them."""

import numba
import pytest

from fivefamilies.core import compiled

pytestmark = pytest.mark.skipif(compiled.INTERPRETED, reason="nothing is compiled")


@compiled.rule
def tribute(takings):
    return takings // 10


@compiled.rule
def share(takings, families):
    return (takings - tribute(takings)) // families


@numba.njit
def shares(takings, most):
    """A stranger's function, which knows nothing of how rules are kept."""
    total = 0
    for families in range(1, most + 1):
        total += share(takings, families) + tribute(families)
    return total


def test_a_rule_is_linked_into_what_uses_it_with_the_rules_that_it_uses():
    by_hand = sum((1000 - 100) // families + families // 10 for families in range(1, 21))
    assert shares(1000, 20) == by_hand


def test_no_machine_code_is_made_of_a_rule_by_itself():
    assert shares(1000, 1) == 900
    for rule in (share, tribute):
        (lowered,) = rule.overloads.values()
        with pytest.raises(RuntimeError, match="no compiled object"):
            lowered.library._get_compiled_object()
    (whole,) = shares.overloads.values()
    assert whole.library._get_compiled_object()


def test_a_rule_has_no_entry_from_python():
    with pytest.raises(TypeError, match="rule share is called by other rules only; mark it @verb"):
        share(1000, 4)
