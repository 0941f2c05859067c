"""Which rules of a title no test cites."""

import re
from pathlib import Path

from fivefamilies.core.contract import Title
from fivefamilies.core.errors import FamiliesError
from fivefamilies.core.words import home


def rules_page(title: Title) -> str:
    """The rules of a title in our words, as Markdown."""
    page = home(title.package) / "rules.md"
    if not page.is_file():
        raise FamiliesError("{title} has no rules page", title=title.slug)
    return page.read_text("utf-8")


def rule_numbers(title: Title) -> list[str]:
    """Every rule and ruling that the rules page states: the numbers in bold."""
    return list(dict.fromkeys(re.findall(rf"\*\*({title.prefix}-R?\d+)\b", rules_page(title))))


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
