"""A table of Der Pate arranged in a line: owners, cash, tracks, tokens, dice; members not placed elsewhere are in reserve."""

from typing import Any

from fivefamilies import games
from fivefamilies.core.match import Match
from fivefamilies.games.der_pate.components import MEMBERS, Colour, Token
from fivefamilies.games.der_pate.words import Chance, join_chance

FAMILIES = ["corleone", "tattaglia", "barzini", "stracci"]
HOME = "c c c t t t b b b s s s"
OWNERS = {"c": "seat_0", "t": "seat_1", "b": "seat_2", "s": "seat_3", "n": "neutral", "-": "empty"}
LETTERS = {0: "c", 1: "t", 2: "b", 3: "s", "neutral": "n", None: "-"}
COLOURS = [colour.name.lower() for colour in Colour]
PUPPET = 6

SHORT = games.title("der_pate").earlier[1]  # tracks of twelve spaces, as in matches before version 2 (DP-R35)


class Table(Match):
    """A match by hand, read and written in the names of families and dice. Amounts are in thousands of dollars.

    Corleone is the start player unless the options say otherwise.
    """

    def __init__(self, title: Any, seats: int, options: dict | None = None, **more: Any) -> None:
        super().__init__(title, seats, {"first_seat": 0} | (options or {}), **more)

    @property
    def phase(self) -> str:
        return self.view().phase

    @property
    def up(self) -> str:
        """Who is to move."""
        return FAMILIES[self.actor] if self.actor >= 0 else {-1: "chance", -2: "nobody"}[self.actor]

    @property
    def owners(self) -> str:
        return " ".join(LETTERS[business.owner] for business in self.view().businesses)

    @property
    def offered(self) -> set[str]:
        return {move.notation for move in self.legal}

    @property
    def faces(self) -> list[int | None]:
        return [die.face for die in self.view().dice]

    def of(self, family: str) -> Any:
        """One family's side of the table, as its own player sees it."""
        seat = FAMILIES.index(family)
        return self.view(seat).families[seat]

    def cash(self, *families: str) -> Any:
        found = [self.of(family).cash // 1000 for family in families or FAMILIES[: self.seats]]
        return found[0] if len(families) == 1 else found

    def at(self, family: str, track: str) -> int:
        return self.of(family).tracks[track]

    def roll(self, faces: str) -> "Table":
        """Let the dice fall in their order; `p` is the puppet master."""
        for face in faces.split():
            assert self.up == "chance"
            Match.play(self, join_chance(Chance.ROLL, (PUPPET if face == "p" else int(face)) - 1))
        return self

    def moves(self, *moves: str) -> "Table":
        for move in moves:
            self.play(move)
        return self


def by_family(text: str) -> dict[int, str]:
    """`corleone 3, barzini 1` by seat."""
    parts = (part.split(maxsplit=1) for part in text.split(",") if part.strip())
    return {FAMILIES.index(family): rest.strip() for family, rest in parts}


def counts(text: str) -> list[int]:
    """The same as a list of numbers, the neutral family last."""
    given = by_family(text.replace("neutral", "stracci"))
    row = [int(given.get(seat, 0)) for seat in range(5)]
    if "neutral" in text:
        row[3], row[4] = 0, row[3]
    return row


def table(
    line: int = 1,
    dice: str = "",
    *,
    seats: int = 4,
    owners: str | None = None,
    car: int = 0,
    cash: str = "",
    tombs: str = "",
    hudson: str = "",
    tracks: str = "",
    tokens: str = "",
    friends: str = "",
    debts: str = "",
    round: int = 0,
    turn: str = "corleone",
    seen: str = "",
    markers: tuple[int, int] | None = None,
    ko: str = "none",
    card: str = "none",
    options: dict | None = None,
    **more: Any,
) -> Table:
    """A window of `line`; `dice` as "grey 4, red 2", those not named lie on earlier lines; round 2, or as the cards want it.

    `tracks` as "corleone reputation 5 influence 2", `tokens` as "corleone judge senator", `debts` as "corleone tattaglia 2"
    (holder and count; `bank` too), `cash` in thousands.
    """
    match = Table("der_pate", seats, {"setup": "preset", **(options or {})}, edition=SHORT, by_hand=True)
    owned = (owners or " ".join(HOME.split()[: 3 * seats] + ["n"] * (12 - 3 * seats))).split()
    jailed, drowned = counts(tombs), counts(hudson)
    homes = [owned.count(letter) for letter in "ctbsn"]
    reserve = [MEMBERS - homes[k] - jailed[k] - drowned[k] if k < seats else 0 for k in range(4)]
    reserve.append(12 - 3 * seats - homes[4] - jailed[4] - drowned[4])
    money = by_family(cash)
    places: list[dict[str, int]] = [{} for _ in range(4)]
    for seat, text in by_family(tracks).items():
        words = text.split()
        places[seat] = {track: int(n) for track, n in zip(words[::2], words[1::2], strict=True)}
    held: list[dict[str, str]] = [{token.name.lower(): "on_track" for token in Token} for _ in range(4)]
    for seat, text in by_family(tokens).items():
        held[seat] |= dict.fromkeys(text.split(), "in_hand")
    owed = [[5 if holder == seat and seat < seats else 0 for holder in range(5)] for seat in range(4)]
    for part in filter(None, debts.split(",")):
        debtor, holder, count = part.split()
        seat = FAMILIES.index(debtor)
        owed[seat][seat] -= int(count)
        owed[seat][4 if holder == "bank" else FAMILIES.index(holder)] += int(count)
    named = dice or ", ".join(f"{colour} 1" for colour in COLOURS[line - 1 :])
    faces = {COLOURS.index(part.split()[0]): part.split()[1] for part in named.split(",") if part.strip()}
    lying = iter(range(1, 5))
    placed = {COLOURS[die]: 0 if die in faces else next(lying) for die in range(4)}
    friends_held = counts(friends)[:4]
    shown = {*seen.split(), *({card} - {"none"})}
    round = round or max(2, len(shown), sum(markers or ()))
    if markers is None:
        markers = (round // 2, round - round // 2)
    position = match.position() | {
        "owner": [OWNERS[letter] for letter in owned],
        "car": car,
        "cash": [int(money.get(seat, 10)) if seat < seats else 0 for seat in range(4)],
        "reserve": reserve,
        "tombs": jailed,
        "hudson": drowned,
        "track": places,
        "tokens": held,
        "debts": owed,
        "friends": friends_held,
        "brooklyn": 13 - sum(friends_held),
        "round": round,
        "turn": FAMILIES.index(turn),
        "asked": FAMILIES.index(turn),
        "line": line,
        "phase": "window",
        "dice": {COLOURS[die]: (6 if faces[die] == "p" else int(faces[die])) if die in faces else 1 for die in range(4)},
        "placed": placed,
        "seen": dict.fromkeys(shown, 1),
        "markers": list(markers),
        "ko": ko,
        "card": card,
    }
    match.set_position(position | more)
    return match


def before_card(round: int = 0, seen: str = "", markers: tuple[int, int] | None = None, **more: Any) -> Table:
    """A table where the event card of the round, the second unless told, is about to be turned over."""
    round = round or max(1, len(seen.split()), sum(markers or ())) + 1
    match = table(5, round=round - 1, seen=seen, markers=markers, **more)
    match.set_position(match.position() | {"phase": "card", "asked": -1, "turn": -1, "line": 0, "round": round})
    return match
