"""The page of a report: one file with everything in it, in a language, in the look of the web table."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from importlib.resources import files
from pathlib import Path
from types import ModuleType
from typing import Any

from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup

from fivefamilies import __version__
from fivefamilies.bots.playing import play
from fivefamilies.core.contract import Title
from fivefamilies.core.errors import BadOption
from fivefamilies.core.views import called
from fivefamilies.core.words import Words, words
from fivefamilies.lab.report.figures import Figures

EXAMPLES = 4  # games
MOST_RULES = 40  # rows of a table


def page(title: Title, found: Figures, language: str) -> str:
    """The report as HTML."""
    plots = plotting()
    say = words(language, title.package)
    names = Names(title, say)
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent), autoescape=True, trim_blocks=True, lstrip_blocks=True
    )
    return environment.get_template("page.html").render(
        title=title, name=title.called(language), say=say, found=found, names=names, version=__version__, style=Markup(style()),
        pictures=drawn(plots, found, names), most=MOST_RULES, verdict=verdict(found),
    )  # fmt: skip


def plotting() -> ModuleType:
    """The plots, or what to do about them."""
    try:
        from fivefamilies.lab.report import plots
    except ImportError as error:
        raise BadOption("reports need matplotlib: pip install 'fivefamilies[report]'") from error
    return plots


def style() -> str:
    """The colours, letters and headings of the web table's pages."""
    sheet = (files("fivefamilies") / "table" / "static" / "style.css").read_text("utf-8")
    tokens, ground = (sheet.partition(f"- {part} */")[2].partition("/* ---")[0] for part in ("tokens", "ground"))
    return re.sub(r"\n+", "\n", tokens + ground).strip()


class Names:
    """What is on the page by name, in its language."""

    def __init__(self, title: Title, say: Words) -> None:
        self.title, self.say = title, say
        self.known = title.vocabulary(title.parts(None))
        self.options = {option.key: option for option in title.options}

    def thing(self, kind: str, word: str) -> str:
        known = self.known.get(kind, {}).get(word)
        return called(known, self.say) if known is not None else word

    def things(self, rows: Sequence[Mapping[str, Any]]) -> str:
        return ", ".join(self.thing(row["kind"], row["word"]) for row in rows)

    def phase(self, number: str) -> str:
        labels = self.title.state.fields["phase"].values or ()
        return self.thing("phase", labels[int(number)]) if int(number) < len(labels) else number

    def event(self, name: str) -> str:
        """What happened, without saying to whom; nothing of what passes in silence."""
        told = self.title.kinds["Event"][name].declared.told
        if isinstance(told, tuple):
            one, other = told
            several = (sentences.ngettext(one, other, 2) for sentences in self.say.catalogues)
            return self.blank(next((said for said in several if said != told[1]), told[1]))
        return self.blank(told) if isinstance(told, str) else self.examples.get(name, "")

    @cached_property
    def examples(self) -> dict[str, str]:
        """What is told of events that have no one sentence: as a few games tell it."""
        found: dict[str, str] = {}
        for seed in range(EXAMPLES):
            match = play(self.title, "greedy", seed=seed, language=self.say.language)
            for row in (row for made in match.played for row in made.events):
                name = self.title.kinds["Event"](row[0]).name
                if name not in found:
                    found[name] = self.title.tell(row, match.state, match.parts, self.say) or ""
        return found

    def refusal(self, name: str) -> tuple[str, str]:
        """Why a move is refused, and the rules that say so."""
        declared = self.title.kinds["No"][name].declared
        return self.blank(declared.why), ", ".join(declared.rules)

    def blank(self, sentence: str) -> str:
        """A sentence in this language with nothing in its places; nothing where no word is left."""
        said = re.sub(r"\{\w+\}", "…", self.say.translated(sentence))
        return said if any(map(str.isalpha, said)) else ""

    def option(self, options: Mapping[str, Any]) -> str:
        """Options as people say them."""
        if not options:
            return self.say("as usual")
        said = [
            f"{self.say(self.options[key].meaning)}: {self.options[key].called(value, self.say)}"
            for key, value in options.items()
        ]
        return "; ".join(said)

    def share(self, row: Mapping[str, float]) -> str:
        """A share with its interval."""
        return f"{self.say.share(row['share'], 1)} ({self.say.share(row['low'])}–{self.say.share(row['high'])})"


def drawn(plots: ModuleType, found: Figures, names: Names) -> dict[str, Markup]:
    """All pictures for which there are numbers."""
    say, seats = names.say, found["seats"]
    usual = next(row for row in found["by_seats"] if row["seats"] == seats)
    series = {"greedy": usual["shares"], found["bot"]: found["at_the_table"]["shares"]}
    lengths = {bot: length for bot, length in found["length"].items() if length}
    makers: dict[str, tuple[object, Callable[[], str]]] = {
        "seats": (usual["games"] and found["at_the_table"]["games"],
                  lambda: plots.seats(series, seats, say("seat, counted from the first to decide"))),
        "length": (lengths, lambda: plots.length(lengths, say("moves of a game, those of chance included"))),
        "lead": (found["lead"]["games"],
                 lambda: plots.lead(found["lead"]["leader_wins"], 1 / seats, say("of the game is played"))),
        "skill": (found["skill"], lambda: plots.lying(
            "skill", found["skill"], "share", [versus(row, say) for row in found["skill"]], 1 / seats)),
        "without": (found["without"], lambda: plots.lying(
            "without", found["without"], "lost", [names.thing(row["kind"], row["word"]) for row in found["without"]], 0.0,
            kinds_of(found["without"]))),
    }  # fmt: skip
    return {name: Markup(make()) for name, (there, make) in makers.items() if there}


def versus(row: Mapping[str, object], say: Words) -> str:
    """One bot against others."""
    return say("{bot} among {others}", bot=row["bot"], others=row["others"])


def kinds_of(rows: Sequence[Mapping[str, object]]) -> list[int]:
    """The rows by kind of thing: each has a mark of its own."""
    kinds = list(dict.fromkeys(row["kind"] for row in rows))
    return [(2, 1, 3, 4)[kinds.index(row["kind"]) % 4] for row in rows]


def verdict(found: Figures) -> dict[str, object]:
    """What the numbers say about the data that are ours."""
    ours = {row["row"] for row in found["house"]}
    tried = [row for row in found["without"] if row["word"] in ours]
    usual = next(row for row in found["by_seats"] if row["seats"] == found["seats"])
    fair = 1 / found["seats"]
    uneven = [place + 1 for place, share in enumerate(usual["shares"]) if not share["low"] <= fair <= share["high"]]
    return {
        "ours": len(found["house"]), "uneven": uneven, "tried": tried,
        "dear": [row for row in tried if row["low"] > 0], "idle": [row for row in tried if not row["used"]],
    }  # fmt: skip
