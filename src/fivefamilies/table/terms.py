"""What was agreed at a table, and what a title is, in the words of its players."""

from starlette.datastructures import FormData

from fivefamilies.core.contract import Title
from fivefamilies.core.options import Option, Value
from fivefamilies.core.words import Words, sentence, words
from fivefamilies.table.room import Room

WEIGHTS = {
    "light": sentence("easy to learn"), "medium": sentence("some rules to learn"), "heavy": sentence("many rules to learn"),
}  # fmt: skip
CLOCKS = {
    "off": sentence("no clock"), "move": sentence("{time} for each move"),
    "bank": sentence("{time} for the whole game, and {extra} more with each move"),
}  # fmt: skip
LOOKERS = {
    "public": sentence("see what everybody sees"), "off": sentence("none"), "full": sentence("see all hands, ten moves late"),
}  # fmt: skip


def facts_of(title: Title, say: Words) -> list[str]:
    """How many play, how long, and how much there is to learn."""
    low, high = min(title.seats), max(title.seats)
    found = [say("{low} to {high} players", low=low, high=high)]
    if title.minutes:
        found.append(say("{low} to {high} minutes", low=title.minutes[0], high=title.minutes[-1]))
    if title.weight in WEIGHTS:
        found.append(say(WEIGHTS[title.weight]))
    return found


def pitch_of(title: Title, language: str) -> str:
    """What the game is, in one line."""
    say = words(language, title.package)
    return say(title.pitch) if title.pitch else ""


def span(seconds: float, say: Words) -> str:
    """A length of time as people say it."""
    whole, many = round(seconds), say.many
    if whole >= 3600 and whole % 3600 == 0:
        return many("{n} hour", "{n} hours", whole // 3600)
    if whole >= 60 and whole % 60 == 0:
        return many("{n} minute", "{n} minutes", whole // 60)
    return many("{n} second", "{n} seconds", whole)


def terms_of(room: Room, language: str) -> list[tuple[str, str]]:
    """The terms of a table: players, clock, spectators, and the options that are not as usual."""
    say, settings = words(language), room.settings
    clock = str(settings.get("clock", "off"))
    time, extra = (span(float(settings.get(key) or 0), say) for key in ("clock_seconds", "clock_extra"))
    rows = [
        (say("Players"), str(room.match.seats)),
        (say("Clock"), say(CLOCKS.get(clock, CLOCKS["off"]), time=time, extra=extra)),
        (say("Spectators"), say(LOOKERS.get(settings.get("spectators", "public"), LOOKERS["public"]))),
    ]
    return rows + options_of(room.match.title, room.match.options, language)


def options_of(title: Title, chosen: dict[str, Value], language: str) -> list[tuple[str, str]]:
    """The options that are not as usual, in words."""
    say = words(language, title.package)
    unusual = [option for option in title.options if chosen.get(option.key, option.default) != option.default]
    return [(say(option.meaning), option.called(chosen[option.key], say)) for option in unusual]


def chosen_in(option: Option, form: FormData) -> Value | None:
    """What a form says of an option; nothing where it says nothing."""
    given = [str(one) for one in form.getlist(option.key)]
    if not option.names:
        return option.parse(given[0]) if given and given[0] else None
    if not option.in_order:
        return [name for name in option.names if name in given] if given else None
    while given and not given[-1]:
        given.pop()
    if len(given) == 1 and "," in given[0]:
        return option.parse(given[0])
    spare = [name for name in option.names if name not in given]
    return [name or spare.pop(0) for name in given] if given else None
