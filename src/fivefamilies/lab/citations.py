"""Which rules of a title no test cites."""

import re
from pathlib import Path

from fivefamilies.core import rulebook
from fivefamilies.core.contract import Title
from fivefamilies.core.errors import FamiliesError


def rule_numbers(title: Title) -> list[str]:
    """Every rule and ruling that the rules page states."""
    return rulebook.numbers(title, rulebook.rules(title).text)


def cited(title: Title, tests: Path) -> set[str]:
    """Every rule and ruling that a test names."""
    if not tests.is_dir():
        raise FamiliesError("there are no tests at '{path}'; name their folder with --tests", path=tests)
    found: set[str] = set()
    for file in tests.rglob("test_*.py"):
        found.update(re.findall(rf"\b{title.prefix}-R?\d+\b", file.read_text("utf-8")))
    return found


def untested(title: Title, tests: Path) -> list[str]:
    """The rules and rulings that no test cites, in the order of the page."""
    known = cited(title, tests)
    return [number for number in rule_numbers(title) if number not in known]
