"""How seats play inside compiled loops: `random`, `greedy`, or a function `appeal(s, move)` of the caller's own."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from fivefamilies.core import kernels
from fivefamilies.core.contract import Title, is_whole
from fivefamilies.core.errors import BadOption

if TYPE_CHECKING:
    from fivefamilies.core.addresses import Address

Policy = int | str | Callable[..., float]  # its number, `random` or `greedy`, or a way to look at moves: appeal(s, move)
OUTSIDE = -1  # the number of a seat that decides outside of compiled code
NAMED: Mapping[str, int] = {"random": kernels.RANDOM, "greedy": kernels.GREEDY}


@dataclass(frozen=True)
class Minds:
    """How all seats play, as compiled code takes it: a number for each, and the ways to look at moves that they name."""

    numbers: np.ndarray
    looks: tuple["Callable | Address", ...]


def minds(title: Title, seats: int, policies: Sequence[Policy | None], may_decide: bool = False) -> Minds:
    """Policies by number, by name, or as functions, which are compiled; None for a seat that decides outside, if it may."""
    inside = [policy for policy in policies if policy is not None or not may_decide]
    own = list(dict.fromkeys(policy for policy in inside if callable(policy)))
    wrong = [policy for policy in inside if not callable(policy) and not is_named(policy)]
    if len(policies) != seats or wrong or len(own) >= kernels.LOOKS:
        raise BadOption(
            "{seats} seats need {seats} policies, each one of {known}, or a function appeal(s, move)",
            seats=seats,
            known=", ".join(f"{name} ({number})" for name, number in NAMED.items()),
        )
    return Minds(np.array([number_of(policy, own) for policy in policies], np.int64), kernels.looks_of(title, own))


def number_of(policy: Policy | None, own: Sequence[Callable]) -> int:
    """The number under which compiled code knows a policy."""
    if policy is None:
        return OUTSIDE
    if callable(policy):
        return kernels.GREEDY + 1 + own.index(policy)
    return NAMED[policy] if isinstance(policy, str) else policy


def is_named(policy: object) -> bool:
    """Is this the name or the number of a policy?"""
    return policy in NAMED if isinstance(policy, str) else is_whole(policy) and policy in NAMED.values()
