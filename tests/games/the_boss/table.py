"""A table of The Boss arranged in a few words: who stands where, what lies face down, who holds what; the rest fills itself."""

from fivefamilies.core.match import Match
from fivefamilies.games import title
from fivefamilies.games.the_boss.components import CITY_OF, COLOURS, EXPERTS, HAND, OCCASIONALS, TURNS, Card, City

TITLE = title("the_boss")
USUAL_POLICE = ("silver", "gold", "silver", "gold", "double")


class Table(Match):
    """A match by hand, read in the names of colours, cities and cards."""

    @property
    def up(self) -> str:
        """Who is to move."""
        return COLOURS[self.actor] if self.actor >= 0 else {-1: "chance", -2: "nobody"}[self.actor]

    @property
    def phase(self) -> str:
        return self.view().phase

    @property
    def row(self) -> list[str]:
        return [city.id for city in self.view().row]

    def gang(self, colour: str):
        """A player as he sees himself."""
        seat = COLOURS.index(colour)
        return self.view(seat).gangs[seat]

    def city(self, name: str, colour: str | None = None):
        """A city as everybody sees it, or as one player does."""
        view = self.view(COLOURS.index(colour)) if colour else self.view()
        return next(city for city in view.row if city.id == name)

    def money(self) -> list[int]:
        return [gang.money for gang in self.view().gangs]

    def can(self, *moves: str) -> bool:
        """Are all these moves legal now?"""
        return set(moves) <= {move.notation for move in self.legal}

    def why_not(self, move: str) -> str | None:
        return self.objection(self.parse(move))

    def moves(self, *moves: str) -> "Table":
        for move in moves:
            self.play(move)
        return self

    def pass_and_reveal(self, times: int = 1) -> "Table":
        """Goes in which nobody is placed and the first card of the hand is laid."""
        for _ in range(times):
            self.play("pass")
            self.play(self.legal[0])
        return self

    def finish_round(self) -> "Table":
        """Nobody places any more until the pay-out is done; the police card, if one is due, is the first that can come."""
        number = self.view().round
        while not self.is_over and self.view().round == number:
            self.play("pass" if self.phase == "place" else self.legal_ids()[0])
        return self

    def deal(self) -> "Table":
        """Let chance play until somebody is asked."""
        while self.actor == -1:
            self.draw()
        return self


def crews(where: str) -> dict[tuple[str, str], tuple[int, int]]:
    """ "boston: yellow 2+1, red 4; chicago: blue 1" as gangsters by city and colour."""
    found = {}
    for part in filter(None, (p.strip() for p in where.split(";"))):
        city, _, crowd = part.partition(":")
        for crew in crowd.split(","):
            colour, number = crew.split()
            experts, _, occasionals = number.partition("+")
            found[city.strip(), colour] = int(experts), int(occasionals or 0)
    return found


def table(
    where: str = "",
    *,
    seats: int = 4,
    setup: str = "default",
    rewards: str = "",
    hands: str = "",
    laid: str = "",
    turn: int | None = None,
    order: str = "",
    go: int = 0,
    phase: str = "place",
    round: int = 1,
    chicago: int | None = None,
    reference: str = "yellow",
    money: dict[str, list[int]] | None = None,
    police: str = "",
    dead: dict[str, int] | None = None,
    prison: dict[str, list[int]] | None = None,
    hospital: dict[str, int] | None = None,
    used: dict[str, int] | None = None,
    ban: dict[str, str] | None = None,
    contends: str = "",
    edition: dict | None = None,
    options: dict | None = None,
) -> Table:
    """`rewards` and `laid` name cards ("boston_prison"), the last of `laid` lies last; `hands` is "yellow: boston_4; red: ...".

    Cards that are not named fill the hands, then the columns, below the cards in `laid`. `money` lists a player's earlier rounds,
    `prison` his prisoners by rounds left; `contends` makes it a decisive round among the named. The turn is the first in which
    the gangsters can stand there, and the police cards are such that the game goes on, unless they are named.
    """
    standing = crews(where)
    turn = turn or 1 + max([0, *(sum(of == colour for _, of in standing) for colour in COLOURS)])
    settled = {"setup": setup, "first_seat": COLOURS.index(reference), **(options or {})}
    match = Table(TITLE, seats, settled, edition=edition, by_hand=True)
    base = match.position()
    players = list(COLOURS[:seats])
    first = COLOURS.index(reference)
    goes = order.split() or players[first:] + players[:first]
    if turn == TURNS and not order:
        inmates = 0 if settled.get("possessed") == "inmates_too" else 1
        gone = {c: inmates * (len((prison or {}).get(c, ())) + (hospital or {}).get(c, 0)) for c in goes}
        gone = {c: gone[c] + sum((given or {}).get(c, 0) for given in (dead, used)) for c in goes}
        goes.sort(key=lambda colour: gone[colour] + sum(sum(crew) for (_, of), crew in standing.items() if of == colour))
    place = dict.fromkeys((card for card, at in base["card"].items() if at == "deck"), "")
    for card in rewards.split():
        place[card] = "reward"
    held = dict.fromkeys(players, 0)
    for part in filter(None, (p.strip() for p in hands.split(";"))):
        colour, _, cards = part.partition(":")
        for card in cards.split():
            place[card] = f"hand_{COLOURS.index(colour.strip())}"
            held[colour.strip()] += 1
    last = laid.split()
    place.update(dict.fromkeys(last, "open"))
    for city in City:
        own = [card for card in place if CITY_OF[Card[card.upper()]] == city]
        if own and not any(place[card] == "reward" for card in own):
            place[next(card for card in own if not place[card])] = "reward"
    free = [card for card in place if not place[card]]
    for colour in players:
        due = HAND - turn + 1 - (colour in goes[:go]) if phase not in ("police", "over") else HAND - turn
        for _ in range(due - held[colour]):
            place[free.pop(0)] = f"hand_{COLOURS.index(colour)}"
    place.update(dict.fromkeys(free, "open"))
    columns = free + last
    turned = police.split() or USUAL_POLICE[: round - 1 + (turn > 3 and not contends)]
    position = base | {
        "card": base["card"] | place,
        "laid": columns,
        "laid_count": len(columns),
        "turn": turn,
        "order": [COLOURS.index(colour) for colour in goes],
        "go": go,
        "phase": phase,
        "round": round,
        "dealt": len(place),
        "chicago": min(round, sum(base["in_play"].values()) - 1) if chicago is None else chicago,
        "police": {"double": 1, "silver": 2, "gold": 2},
        "earned": [[(money or {}).get(colour, [])[k : k + 1] or [0] for colour in players] for k in range(round)],
    }
    position["earned"] = [[cell[0] for cell in row] for row in position["earned"]]
    position["money"] = [sum(row[seat] for row in position["earned"]) for seat in range(seats)]
    for card in turned:
        position["police"][card] -= 1
    for key, given in (("dead", dead), ("hospital", hospital), ("used", used)):
        position[key] = [(given or {}).get(colour, 0) for colour in players]
    position["prison"] = [[(prison or {}).get(colour, []).count(left) for left in (1, 2)] for colour in players]
    position["ban"] = [(ban or {}).get(colour, "none") for colour in COLOURS]
    sent = {kind: [{city: n[k] for (city, of), n in standing.items() if of == colour and n[k]} for colour in players]
            for k, kind in enumerate(("experts_in", "occasionals_in"))}  # fmt: skip
    position |= sent
    for seat in range(seats):
        away = position["dead"][seat] + position["hospital"][seat] + sum(position["prison"][seat])
        position["experts"][seat] = EXPERTS - away - sum(sent["experts_in"][seat].values())
        position["occasionals"][seat] = OCCASIONALS - position["used"][seat] - sum(sent["occasionals_in"][seat].values())
    if contends:
        position["decisive"] = 1
        position["contends"] = [int(colour in contends.split()) for colour in players]
        better = len(contends.split())
        position["rank"] = [1 if colour in contends.split() else better + 1 for colour in players]
    match.set_position(position)
    return match
