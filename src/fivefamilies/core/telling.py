"""What a title tells about itself at the table: what a thing is, and why the game ended as it did.

    def explain(kind, word, parts, say):        # in words: what a touched thing is, and the rules about it
        if kind == "city":
            return Explained(say(city.name), say("..."), ("TB-12",))

    def reckon(state, rows, parts, say):        # in ending: the scoring of a finished game, step by step; rows: all its events
        return Reckoning(steps=(Step(say("Cash in hand"), ("12,000", "9,000")), ...), why=(say("..."),))

Everything is said in the language of `say`, from the components and the rules, never from a template.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Explained:
    """A thing on the table in a few words: its name, what it does here, and the rules that say so."""

    name: str
    text: str
    rules: tuple[str, ...] = ()


@dataclass(frozen=True)
class Step:
    """One step of the final scoring: what is counted, and what it is for each seat, as people write it; "" is nothing."""

    label: str
    values: tuple[str, ...]  # by seat
    rule: str = ""
    is_sum: bool = False  # what the steps before add up to


@dataclass(frozen=True)
class Reckoning:
    """Why a finished game was won: the counting, step by step, and what decided it in sentences."""

    steps: tuple[Step, ...]
    why: tuple[str, ...] = ()
