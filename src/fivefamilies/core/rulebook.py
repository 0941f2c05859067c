"""The pages of a title in our words: how to play, and the rules by number. One source a language serves all who read.

`how/<language>.md` in a title's folder is how to play in five minutes; `rules.md` is the complete rules in English, and
`rules.<language>.md` the same in another language. Where a page is missing, the English one is read.
"""

import re
from dataclasses import dataclass

from fivefamilies.core.contract import Title
from fivefamilies.core.errors import FamiliesError
from fivefamilies.core.words import home, typeset


@dataclass(frozen=True)
class Page:
    """A page as Markdown, and the language in which it is written."""

    text: str
    language: str


def how_to_play(title: Title, language: str) -> Page | None:
    """How to play in five minutes: the aim, a turn, the end, advice."""
    return read(title, (f"how/{language}.md", language), ("how/en.md", "en"))


def rules(title: Title, language: str = "en") -> Page:
    """The complete rules by number."""
    page = read(title, (f"rules.{language}.md", language), ("rules.md", "en"))
    if page is None:
        raise FamiliesError("{title} has no rules page", title=title.slug)
    return page


def read(title: Title, *places: tuple[str, str]) -> Page | None:
    """The first of these pages that is there."""
    for place, language in places:
        file = home(title.package) / place
        if file.is_file():
            return Page(typeset(file.read_text("utf-8"), language), language)
    return None


def numbers(title: Title, text: str) -> list[str]:
    """Every rule and ruling that a page states: the numbers in bold."""
    return list(dict.fromkeys(re.findall(rf"\*\*({title.prefix}-R?\d+)\b", text)))


def headings(text: str) -> list[str]:
    """The headings of a page, in order, as their levels."""
    return re.findall(r"^(#{1,6}) ", text, re.MULTILINE)


def tables(text: str) -> list[int]:
    """The tables of a page, as the columns of each of their rows."""
    return [row.count("|") - 1 for row in re.findall(r"^\|.*\|$", text, re.MULTILINE)]
