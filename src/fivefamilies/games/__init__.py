"""The titles. A new one needs its folder and one line here; a third party registers an entry point `fivefamilies.titles`."""

from functools import lru_cache
from importlib import import_module, metadata

from fivefamilies.core.contract import Title
from fivefamilies.core.errors import UnknownGame, nearest

TITLES = ("family_business", "the_boss", "der_pate", "parrain", "nostra_city")


@lru_cache(maxsize=None)
def third_party() -> dict[str, str]:
    """Titles of other packages: name and the module that holds TITLE."""
    return {entry.name: entry.value for entry in metadata.entry_points(group="fivefamilies.titles")}


def names() -> list[str]:
    """All registered titles."""
    return [*TITLES, *third_party()]


def registered(name: str) -> Title:
    """A registered title by its name; nothing else is looked for, so the name may come from anywhere."""
    if name in names():
        return title(name)
    near = nearest(name, names())
    if near:
        raise UnknownGame("unknown game '{name}'; did you mean '{near}'?", name=name, near=near)
    raise UnknownGame("unknown game '{name}'; choose one of {known}", name=name, known=", ".join(names()))


def title(name: str) -> Title:
    """A title by its name, or by the module that defines it (`my_package.my_game`), which runs that module's code."""
    return found(name) if isinstance(name, str) else registered(str(name))


@lru_cache(maxsize=None)
def found(name: str) -> Title:
    """The title of that name, imported once."""
    if name in TITLES:
        return import_module(f"{__name__}.{name}").TITLE
    module = third_party().get(name, name if "." in name else None)
    if module is None:
        return registered(name)
    try:
        theirs = import_module(module).TITLE
    except Exception as error:  # whatever somebody else's module does wrong
        raise UnknownGame("title '{name}' cannot be loaded: {error}", name=name, error=error) from error
    if not isinstance(theirs, Title):
        raise UnknownGame("title '{name}' cannot be loaded: {error}", name=name, error="TITLE is no title")
    return theirs
