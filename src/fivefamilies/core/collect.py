"""A title from its homes: every title keeps the same thing in the module of the same name, and this finds it there.

    TITLE = gather(__name__, bound=1000, horizon=10)

| home | what is there |
| --- | --- |
| components | the box: `Parts`, `parts(edition)`, `editable`, `Numbers`, `numbers(parts)`; its card is in components.toml |
| state | `State`, `Phase`, small questions about a position, `flaw` |
| flaws | `flaw`, where it is too long to stand beside the state |
| setup | `Options`, `misfit`, `start` |
| rules | `actor`, `play`, `scores`, and the chapters of the rulebook |
| referee | `objection`, `legal`, `chances`, `sample` |
| knowledge | `view`, `guess`, `hunch`, `Sight`, `observe` |
| words | `Move`, `Chance`, `Event`, `No`, `QUESTIONS`, `seat_name`, `vocabulary`, `explain`, `manners`, `purse`, `ABLATED` |
| strategy | `appeal`, `outlook` |
| drawing | `draw` |
| ending | `reckon`: the final scoring, step by step |

A small title may be one module that holds all of it. A home too large for one module is a folder of the same name: `rules`
by the chapters of the rulebook, with what each forbids beside what it does, `words` with the `things` they are about.
"""

from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from inspect import isfunction
from typing import Any, get_type_hints

from fivefamilies.core import datafile, events, moves
from fivefamilies.core.contract import Kinds, Title
from fivefamilies.core.moves import Moves, Wording
from fivefamilies.core.record import Record
from fivefamilies.core.verbs import Actor
from fivefamilies.core.views import labels
from fivefamilies.core.words import Made, Words

HOMES = {
    "components": ("parts", "numbers", "editable"),
    "state": ("State", "flaw"),
    "flaws": ("flaw",),
    "setup": ("Options", "misfit", "start"),
    "rules": ("actor", "play", "scores", "milestones"),
    "referee": ("objection", "legal", "chances", "sample"),
    "knowledge": ("view", "guess", "hunch", "Sight", "observe"),
    "words": (
        "Move", "Chance", "Event", "No", "seat_name", "QUESTIONS", "question_values", "refusal_values", "vocabulary", "explain",
        "manners", "purse", "ABLATED",
    ),
    "strategy": ("appeal", "outlook"),
    "drawing": ("draw",),
    "ending": ("reckon",),
}  # fmt: skip
Values = Callable[..., dict[str, object]]  # what stands in a sentence
Sentence = str | tuple[str, str]  # one for the translators, or one for a thing and one for more


def found_in(package: str) -> dict[str, Any]:
    """What a title's homes hold, by name; a module that is a whole title holds everything itself."""
    whole = import_module(package)
    found: dict[str, object] = {}
    for home, names in HOMES.items():
        inside = f"{package}.{home}"
        module = whole if not hasattr(whole, "__path__") else import_module(inside) if find_spec(inside) else None
        found |= {name: vars(module)[name] for name in names if module is not None and is_own(vars(module).get(name))}
    return found


def is_own(entry: object) -> bool:
    """Is there such a thing, and is it the title's own rather than a function that it took from the core?"""
    return entry is not None and not (isfunction(entry) and entry.__module__.startswith("fivefamilies.core"))


def gather(package: str, **given: object) -> Title:
    """The title that lives in a package; `given` is what has no home: bounds, and how search looks at it."""
    found = found_in(package)
    found.setdefault("hunch", found["guess"])
    kinds = Kinds(Move=found.pop("Move"), Chance=found.pop("Chance"), Event=found.pop("Event"), No=found.pop("No"))
    fields = words_of(found["actor"], kinds, found.pop("refusal_values", None))
    fields |= asking(found.pop("QUESTIONS", None), found.pop("question_values", None))
    sight = found.pop("Sight")
    fields |= {"options": found.pop("Options")} if "Options" in found else {}
    return Title(
        package=package, state=found.pop("State"), moves=kinds["Move"].total, outcomes=kinds["Chance"].total,
        ablated=found.pop("ABLATED", {}),
        sight=sight, observation=sight.blocks, kinds=kinds, **{**card_of(package), **fields, **found, **given},
    )  # fmt: skip


def card_of(package: str) -> dict[str, object]:
    """The title card of the data file: one schema for all."""
    if not hasattr(import_module(package), "__path__"):
        return {}
    data = datafile.read(package)
    card = dict(data["title"])
    fewest, most = card.pop("seats")
    return {
        **card,
        "designers": tuple(card["designers"]),
        "colours": tuple(card.get("colours", ())),
        "minutes": tuple(card.get("minutes", ())),
        "seats": tuple(range(fewest, most + 1)),
        "presets": datafile.presets(data.get("presets", {})),
        "earlier": {int(version): tables for version, tables in data.get("earlier", {}).items()},
    }


def words_of(actor: Actor, members: Kinds, values: Values | None) -> dict[str, Callable]:
    """Notation, labels, the log and refusals, as they follow from what is declared."""
    from fivefamilies.core.contract import CHANCE

    def of(state: Record) -> Moves:
        return members["Chance"] if actor(state) == CHANCE else members["Move"]

    reasons = members["No"]

    def refuse(state: Record, move: int, code: int, parts: object, say: Words) -> str:
        spoken = moves.take_apart(of(state), move, moves.phase_of(state))
        said = {} if spoken is None else {n: thing.called(state, v, parts, say) for n, thing, v in spoken.by_name()}
        more = values(state, code, spoken, parts, say) if values else {}
        why = reasons(code).declared.why
        return say(why, **{**said, **more})

    return {
        "notation": lambda state, move, parts: moves.write(of(state), state, move, parts),
        "label": lambda state, move, parts, say: moves.label(of(state), state, move, parts, say),
        "redact": partial(events.redact, members["Event"]),
        "tell": partial(events.tell, members["Event"]),
        "refuse": refuse,
    }


def asking(questions: Mapping[int, Wording] | None, values: Values) -> dict[str, Callable]:
    """What is asked now: a sentence for each phase, or how to tell which one it is, and what stands in it."""
    if questions is None:
        return {}

    def question(state: Record, parts: object, say: Words) -> str:
        asked = questions[moves.phase_of(state)]
        return say(asked(state) if callable(asked) else asked, **values(state, parts, say))

    return {"question": question}


def sentences(title: Title) -> list[Sentence]:
    """What the declarations of a title give the translators."""
    from fivefamilies.core.diagrams import diagrams_of
    from fivefamilies.core.lessons import lesson_of

    found: list[Sentence] = [title.name, *([title.pitch] if title.pitch else []), *(option.meaning for option in title.options)]
    found += [word if isinstance(word, str) else word[0] for option in title.options for word in option.words]
    for effects in (one for table in title.editable.effects.values() for one in table.values()):
        found += effects.sentences()
    found += labels(get_type_hints(title.view)["return"])
    for names in title.vocabulary(title.parts(None)).values():
        plain_names = (known if isinstance(known, str) else known[0] for known in names.values())
        found += [known.pattern if isinstance(known, Made) else known for known in plain_names]
    found += [said for name in ("Move", "Chance") if name in title.kinds for said in moves.sentences(title.kinds[name])]
    found += [said for name in ("Event", "No") if name in title.kinds for said in events.sentences(title.kinds[name])]
    found += [text for diagram in diagrams_of(title) for text in (diagram.caption, diagram.text)]
    lesson = lesson_of(title)
    return found + (lesson.sentences() if lesson else [])
