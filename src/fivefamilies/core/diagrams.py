"""Diagrams of the rules pages: a real position, reached by legal moves, and what is to be seen in it. Diagrams are data.

`diagrams.toml` in a title's folder has one table a diagram. The luck is promised by the seed; the moves lead to the position.

    [[diagram]]
    after = 3                                     # below this heading of how to play, counted from 1
    seats = 2
    seat = 0                                      # who looks
    seed = "a"
    moves = ["open little_italy extortion", "little_italy a1", "little_italy a2", "done"]
    parts = ["jp-little_italy"]                   # the parts of the board that are drawn, by their ids
    caption = "A capture."                        # under the picture
    text = "Little Italy, four columns by three rows."   # what is drawn, for whoever hears the page

Caption and text are English, entries of the title's catalogues.
"""

import tomllib
from dataclasses import dataclass
from functools import lru_cache

from fivefamilies.core.contract import Title
from fivefamilies.core.errors import FamiliesError
from fivefamilies.core.match import Match
from fivefamilies.core.words import home, words

ENTRIES = ("after", "seats", "seat", "seed", "moves", "parts", "caption", "text")


@dataclass(frozen=True)
class Diagram:
    """A position, who looks at it, which parts of the board are drawn, and what is said of it."""

    title: Title
    after: int
    seats: int
    seat: int
    seed: str
    moves: tuple[str, ...]
    parts: tuple[str, ...]
    caption: str
    text: str

    def match(self) -> Match:
        """The match at the position, to be looked at; a move that is not legal is refused."""
        return played(self.title.slug, self.seats, self.seed, self.moves)

    def drawing(self, language: str) -> str:
        """Caption and table in characters."""
        match, say = self.match(), words(language, self.title.package)
        return f"{say(self.caption)}\n\n```\n{self.title.draw(match.view(self.seat), match.parts, say)}\n```"


@lru_cache(maxsize=None)
def played(slug: str, seats: int, seed: str, moves: tuple[str, ...]) -> Match:
    """A match after some moves; played once, for every language."""
    match = Match(slug, seats, seed=seed)
    for move in moves:
        match.play(move)
    return match


def diagrams_of(title: Title) -> tuple[Diagram, ...]:
    """The diagrams of a title."""
    text = file_of(title.package)
    return parse(title, text) if text else ()


@lru_cache(maxsize=None)
def file_of(package: str) -> str:
    """The file of a title's diagrams; empty where there is none."""
    file = home(package) / "diagrams.toml"
    return file.read_text("utf-8") if file.is_file() else ""


def parse(title: Title, text: str) -> tuple[Diagram, ...]:
    """Diagrams from their file; what is written wrongly is named."""
    rows = tomllib.loads(text).get("diagram", [])
    for number, row in enumerate(rows, 1):
        wrong = sorted(set(row) ^ set(ENTRIES))
        if wrong:
            raise FamiliesError(
                "the diagrams of {title}: number {n} has wrong or missing entries: {entries}",
                title=title.slug, n=number, entries=", ".join(wrong),
            )  # fmt: skip
    return tuple(Diagram(title, **{**row, "moves": tuple(row["moves"]), "parts": tuple(row["parts"])}) for row in rows)


def woven(text: str, title: Title, language: str) -> str:
    """How to play with its diagrams in characters, each below its heading's chapter, for whoever reads it as text."""
    drawings = {diagram.after: diagram.drawing(language) for diagram in diagrams_of(title)}
    return weave(text, drawings)


def weave(text: str, drawn: dict[int, str]) -> str:
    """A page of Markdown with something at the end of chapters, by their numbers."""
    lines: list[str] = []
    chapter = 0
    for line in [*text.splitlines(), "### "]:
        if line.startswith("### "):
            if chapter in drawn:
                lines += [drawn[chapter], ""]
            chapter += 1
        lines.append(line)
    return "\n".join(lines[:-1]) + "\n"
