"""Whole sentences in every language we speak, with named placeholders.

English sentences are the keys. The other languages come from `languages/<language>.po` in a package's folder, read as they are:
there is nothing to compile and nothing that can be stale.
"""

import gettext
import io
import locale
import os
import re
from collections.abc import Mapping
from functools import lru_cache
from importlib import import_module
from numbers import Integral
from pathlib import Path

from fivefamilies.core.errors import FamiliesError, UnknownLanguage

LANGUAGES = ("en", "it", "fr", "de")  # English, and those with catalogues: `languages/<language>.po` in every package

TYPOGRAPHY = {  # spaces that hold a mark, a unit or a thousand to its word or number, put here and nowhere else
    "fr": (
        (re.compile(" (?=[;?!»])|(?<=«) "), "\u202f"),
        (re.compile(r" (?=:|[kM]?\$|%)"), "\u00a0"),
        (re.compile(r"(?<=\d) (?=\d{3}(?!\d))"), "\u202f"),
    ),
    "de": ((re.compile(r" (?=M?\$|%)"), "\u00a0"),),
}


def typeset(text: str, language: str) -> str:
    """A text with the spaces of its language's printers."""
    for space, printed in TYPOGRAPHY.get(language, ()):
        text = space.sub(printed, text)
    return text


def sentence(message: str) -> str:
    """Mark a sentence that is said later, for the translators."""
    return message


def home(package: str) -> Path:
    """The folder of a package, or of the module that is a whole title."""
    return Path(str(import_module(package).__file__)).parent


@lru_cache(maxsize=None)
def catalogue(package: str, language: str) -> gettext.NullTranslations:
    """The sentences of a package in a language."""
    if language == "en":
        return gettext.NullTranslations()
    file = home(package) / "languages" / f"{language}.po"
    if not file.is_file():
        return gettext.NullTranslations()
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    compiled = io.BytesIO()
    with file.open("rb") as stream:
        entries = read_po(stream, locale=language)
    for entry in entries if language in TYPOGRAPHY else ():
        said = entry.string
        entry.string = typeset(said, language) if isinstance(said, str) else tuple(typeset(one, language) for one in said or ())
    write_mo(compiled, entries)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


class Name(str):
    """The name of a component that an edition gives in words of its own, by language: these win over our catalogues."""

    own: Mapping[str, str] = {}

    @classmethod
    def given(cls, english: str, own: Mapping[str, str]) -> "Name":
        """The name with an edition's words."""
        name = cls(english)
        name.own = own
        return name


class Made(str):
    """A sentence that is made of others: in English as it stands, in any language from its pattern and what stands in it."""

    pattern: str = ""
    values: Mapping[str, object] = {}

    @classmethod
    def of(cls, pattern: str, values: Mapping[str, object]) -> "Made":
        """The pattern with its names and numbers; names are entries of the catalogues."""
        made = cls(pattern.format(**{key: spelled(value, "en") for key, value in values.items()}))
        made.pattern, made.values = pattern, values
        return made


def spelled(value: object, language: str) -> object:
    """A large number with its thousands set apart as the language does it; anything else as it is."""
    if isinstance(value, str) or not isinstance(value, Integral) or abs(int(value)) < 1000:
        return value
    return set_apart(int(value), language)


@lru_cache(maxsize=4096)
def set_apart(number: int, language: str) -> str:
    """The same, of a number; a game has few of them."""
    from babel.numbers import format_decimal

    return str(format_decimal(number, locale=language))


@lru_cache(maxsize=4096)
def written(number: float, digits: int, language: str) -> str:
    """A number with so many digits behind the point, as the language writes it."""
    from babel.numbers import format_decimal

    return str(format_decimal(round(number, digits), "#,##0" + ("." + "0" * digits if digits else ""), locale=language))


class Words:
    """Says sentences in one language: `say("{boss} draws a card", boss=name)`."""

    def __init__(self, language: str, *packages: str) -> None:
        self.language = language
        self.catalogues = [catalogue(package, language) for package in (*packages, "fivefamilies")]
        self.translated = lru_cache(maxsize=4096)(self.translate)
        self.counted = lru_cache(maxsize=4096)(self.count)

    def __call__(self, message: str, **values: object) -> str:
        if isinstance(message, Name):
            return self.own(message)
        if isinstance(message, Made):
            return self(message.pattern, **{key: self.value(value) for key, value in message.values.items()})
        return self.translated(message).format(**{key: spelled(value, self.language) for key, value in values.items()})

    def translate(self, message: str) -> str:
        """A sentence in this language, its placeholders as they are; `translated` remembers it."""
        found = (sentences.gettext(message) for sentences in self.catalogues)
        return next((translated for translated in found if translated != message), message)

    def number(self, number: float, digits: int = 0) -> str:
        """A number as people write it: 12,345.6 in English, 12.345,6 in German."""
        return written(number, digits, self.language)

    def share(self, share: float, digits: int = 0) -> str:
        """A share of the whole in percent."""
        from babel import Locale
        from babel.numbers import format_percent

        pattern = Locale(self.language).percent_formats[None].pattern
        return str(format_percent(share, pattern.replace("0", "0." + "0" * digits) if digits else pattern, locale=self.language))

    def value(self, value: object) -> object:
        """What stands in a sentence, in this language."""
        return self(value) if isinstance(value, str) else spelled(value, self.language)

    def own(self, name: Name) -> str:
        """A name as an edition gives it, or as our catalogues know it; it has no placeholders."""
        if self.language in name.own:
            return name.own[self.language]
        return self.translated(str(name)) if name else ""

    def many(self, one: str, other: str, n: int, **values: object) -> str:
        """A sentence about `n` things."""
        pattern = self.counted(one, other, n)
        return pattern.format(**{key: spelled(value, self.language) for key, value in {"n": n, **values}.items()})

    def count(self, one: str, other: str, n: int) -> str:
        """The same with its placeholders as they are; `counted` remembers it."""
        plain = one if n == 1 else other
        found = (sentences.ngettext(one, other, n) for sentences in self.catalogues)
        return next((translated for translated in found if translated != plain), plain)

    def error(self, error: FamiliesError) -> str:
        """An error in this language; its numbers are often ids, so they stay as they are."""
        values = {key: self.error(v) if isinstance(v, FamiliesError) else v for key, v in error.values.items()}
        return self.translated(error.message).format(**values)


def words(language: str, *packages: str) -> Words:
    """The words of a language, those of the given packages first."""
    if language not in LANGUAGES:
        raise UnknownLanguage("unknown language '{name}'; choose one of {known}", name=language, known=", ".join(LANGUAGES))
    return spoken_words(language, *packages)


@lru_cache(maxsize=None)
def spoken_words(language: str, *packages: str) -> Words:
    """The same, read once."""
    return Words(language, *packages)


def home_language() -> str:
    """The language of the environment, English if we do not speak it."""
    for name in ("FIVEFAMILIES_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        language = os.environ.get(name, "")[:2].lower()
        if language:
            return language if language in LANGUAGES else "en"
    language = (locale.getlocale()[0] or "en")[:2].lower()
    return language if language in LANGUAGES else "en"
