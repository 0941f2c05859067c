"""Help and usage errors in the chosen language: typer speaks English only, so its sentences are said again in ours."""

import re
import sys
from collections.abc import Callable, Iterator
from typing import Any, Protocol

from typer.core import TyperCommand, TyperGroup

from fivefamilies.cli.console import spoken_language
from fivefamilies.core.errors import nearest
from fivefamilies.core.words import LANGUAGES, Words, sentence, words

Say = Callable[..., str]


class Helped(Protocol):
    """A command, or one of its options: what has a text of help."""

    help: str | None


HEADINGS = {
    "Usage:": sentence("Usage:"), "Options:": sentence("Options:"), "Commands:": sentence("Commands:"),
    "Arguments:": sentence("Arguments:"), "[required]": sentence("[required]"), "[default:": sentence("[default:"),
    "Show this message and exit.": sentence("Show this message and exit."), "[OPTIONS]": sentence("[OPTIONS]"),
    "COMMAND [ARGS]...": sentence("COMMAND [ARGS]..."),
}  # fmt: skip
TYPERS_OWN = (
    sentence("Install completion for the current shell."),
    sentence("Show completion for the current shell, to copy it or customize the installation."),
)  # fmt: skip
USAGE = (  # what typer says, and how we say it
    (r"Missing argument '?(?P<name>[^']*?)'?\.", sentence("{name} is missing")),
    (r"Missing option '?(?P<name>[^']*?)'?\.", sentence("{name} is missing")),
    (r"Missing command\.", sentence("a command is missing")),
    (r"No such option:? '?(?P<name>[^' ]*)'?.*", sentence("there is no option {name}")),
    (r"No such command '(?P<name>.*?)'\..*", sentence("there is no command '{name}'")),
    (r"Got unexpected extra argument.*? \((?P<name>(?!s\)).*)\)", sentence("'{name}' is too much")),
    (r"Option '?(?P<name>[^' ]*)'? requires an argument\.?", sentence("{name} needs a value")),
    (r"Option '?(?P<name>[^' ]*)'? does not take a value\.?", sentence("{name} takes no value")),
    (r"Invalid value for '?(?P<name>[^']*?)'?: .*\binteger\b.*", sentence("{name} takes a whole number")),
    (r"Invalid value for '?(?P<name>[^']*?)'?: .*\b(?:valid number|valid float)\b.*", sentence("{name} takes a number")),
    (r"Invalid value for '?(?P<name>[^']*?)'?: .*\b(?:greater|less|range|finite)\b.*", sentence("{name} takes a number{bounds}")),
    (r"Invalid value for '?(?P<name>[^']*?)'?: (?P<why>.*)", sentence("{name}: {why}")),
)  # fmt: skip


def choose(arguments: list[str]) -> None:
    """The language that the arguments ask for, known before they are read: help is in it too."""
    for place, argument in enumerate(arguments):
        asked = argument[7:] if argument.startswith("--lang=") else None
        if argument == "--lang" and place + 1 < len(arguments):
            asked = arguments[place + 1]
        if asked in LANGUAGES:
            spoken_language(asked)


def raw(say: Words, text: str) -> str:
    """The translation of a sentence as it stands, its braces left alone."""
    return say.translated(text)


def in_our_words(text: str) -> str:
    """A page of help with its headings in the chosen language, in signs that the output can write."""
    say = words(spoken_language())
    for english, own in HEADINGS.items():
        text = re.sub(rf"(?<!\S){re.escape(english)}(?!\S)", raw(say, own), text)
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    return text.encode(encoding, sys.stdout.errors or "replace").decode(encoding)


class Command(TyperCommand):
    """A command whose help is in the chosen language."""

    def get_help(self, ctx: Any) -> str:
        return in_our_words(super().get_help(ctx))


class Group(TyperGroup):
    """All commands; likewise."""

    def get_help(self, ctx: Any) -> str:
        return in_our_words(super().get_help(ctx))


def helpful(command: Any) -> Iterator[Helped]:
    """The command, its options and its subcommands: whatever has a text of help."""
    yield command
    yield from (parameter for parameter in command.params if getattr(parameter, "help", None))
    for inner in getattr(command, "commands", {}).values():
        yield from helpful(inner)


def translated(command: object) -> Any:
    """The same commands with their help in the chosen language."""
    say = words(spoken_language())
    if say.language != "en":
        for one in helpful(command):
            one.help = raw(say, one.help or "")
    return command


def usage_error(error: Any, say: Say) -> str:
    """What typer found wrong in the arguments, as one sentence that says where to look."""
    text, context = " ".join(error.format_message().split()), getattr(error, "ctx", None)
    for pattern, own in USAGE:
        found = re.fullmatch(pattern, text)
        if found:
            text = say(own, **found.groupdict(), bounds=bounds(error, say))
            break
    near = meant(error, context) if context is not None else None
    path = context.command_path if context is not None else "families"
    if near:
        return say("{what}; did you mean '{near}'?", what=text, near=near)
    return say("{what}; `{command} --help` tells more", what=text, command=path)


def bounds(error: object, say: Say) -> str:
    """From where to where the numbers of an option go."""
    parameter = getattr(error, "param", None)
    holder = parameter if hasattr(parameter, "min") else getattr(parameter, "type", None)
    low, high = getattr(holder, "min", None), getattr(holder, "max", None)
    if low is not None and high is not None:
        return say(" from {low} to {high}", low=low, high=high)
    return say(" of at least {low}", low=low) if low is not None else ""


def meant(error: Any, context: Any) -> str | None:
    """The option or command that was probably meant."""
    command, option = re.search(r"No such command '(.*?)'", str(error.format_message())), getattr(error, "option_name", None)
    if command:
        return nearest(command[1], list(getattr(context.command, "commands", {})))
    if option:
        return nearest(option, [name for parameter in context.command.params for name in parameter.opts])
    return None


def help_texts() -> list[str]:
    """Every text of help that is ours, for the translators."""
    from fivefamilies.cli.app import command

    texts = [one.help for one in helpful(command()) if one.help]
    return [text for text in dict.fromkeys(texts) if text not in TYPERS_OWN and text not in HEADINGS]
