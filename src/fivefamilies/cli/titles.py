"""The commands about titles: titles, rules."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fivefamilies.cli.console import Json, Language, TitleName, out, plain, print_json, spoken_language
from fivefamilies.core.words import words

if TYPE_CHECKING:
    from fivefamilies.core.contract import Title
    from fivefamilies.core.options import Option


def titles(
    name: Annotated[str | None, typer.Argument(help="show the options of this title")] = None,
    lang: Language = None,
    as_json: Json = False,
) -> None:
    """List the titles, or show one with its options and presets."""
    from fivefamilies import games

    say = words(spoken_language(lang))
    cards = [games.title(slug) for slug in ([name] if name else games.names())]
    if as_json:
        print_json({"titles": [card_of(title) for title in cards]})
        return
    for title in cards:
        own = words(say.language, title.package)
        plain(f"{title.slug:<18}{title.called(say.language)} · {', '.join(title.designers)} · {title.publisher}, "
              f"{title.year} · " + say("{low} to {high} players", low=min(title.seats), high=max(title.seats)))  # fmt: skip
        for option in title.options if name else ():
            values = option.names or option.values or (f"{option.low}..{option.high}",)
            listed = ", ".join(str(value) for value in values)
            plain(f"  {option.key} = {option.default}   ({listed})   {own(option.meaning)} [{option.ruling}]")
        if name and title.presets:
            plain("  " + say("presets: {names}", names=", ".join(title.presets)))


def card_of(title: "Title") -> dict[str, object]:
    """The title card as data."""
    return {
        "slug": title.slug, "name": title.name, "designers": list(title.designers), "publisher": title.publisher,
        "year": title.year, "seats": list(title.seats), "rules_version": title.rules_version,
        "moves": title.moves, "observation_length": title.observation_length, "record_bytes": title.state.dtype.itemsize,
        "options": [option_of(option) for option in title.options],
        "presets": {key: dict(value) for key, value in title.presets.items()},
    }  # fmt: skip


def option_of(option: "Option") -> dict[str, object]:
    """An option as data: its values, the least and the greatest number, or the names of which it is a list."""
    row: dict[str, object] = {
        "key": option.key,
        "default": option.default,
        "values": list(option.values),
        "meaning": option.meaning,
    }
    if option.names:
        return {**row, "names": list(option.names)}
    return row if option.values else {**row, "low": option.low, "high": option.high}


def rules(
    title: TitleName,
    untested: Annotated[bool, typer.Option("--untested", help="list the rules that no test cites; exit 1 if any")] = False,
    tests: Annotated[Path, typer.Option(help="the folder of the tests")] = Path("tests"),
    lang: Language = None,
    as_json: Json = False,
) -> None:
    """The rules of a title in our words."""
    from rich.markdown import Markdown

    from fivefamilies import games
    from fivefamilies.core import diagrams, rulebook
    from fivefamilies.lab import citations

    language = spoken_language(lang)
    card = games.title(title)
    say = words(language, card.package)
    if untested:
        missing = citations.untested(card, tests)
        if as_json:
            print_json({"title": card.slug, "rules": len(citations.rule_numbers(card)), "untested": missing})
        else:
            for number in missing:
                plain(number)
            total = len(citations.rule_numbers(card))
            plain(say("{n} of {total} rules and rulings are cited by a test", n=total - len(missing), total=total))
        raise typer.Exit(1 if missing else 0)
    how, whole = rulebook.how_to_play(card, language), rulebook.rules(card, language)
    page = (
        whole.text if how is None else f"## {say('How to play')}\n\n{diagrams.woven(how.text, card, how.language)}\n{whole.text}"
    )
    if as_json:
        print_json({"title": card.slug, "language": language, "markdown": page})
    else:
        with out.pager(styles=True) if out.is_terminal else nothing():
            out.print(Markdown(page))


@contextmanager
def nothing() -> Iterator[None]:
    yield
