"""A table of Family Business arranged in a line: hands, hit list, graves, war; the draw pile holds the rest."""

from fivefamilies.core.match import Match
from fivefamilies.games.family_business.components import MEN, Card, Gang
from fivefamilies.games.family_business.state import Fate

GANGS = [gang.name.lower() for gang in Gang]


class Table(Match):
    """A match by hand, read and written in the names of cards and gangs."""

    @property
    def hit_list(self) -> str:
        """Whose men stand on the list, from the wall."""
        return " ".join(GANGS[man.seat] for man in self.view().hit_list)

    @property
    def pace(self) -> int:
        return self.view().pace

    @property
    def phase(self) -> str:
        return self.view().phase

    @property
    def up(self) -> str:
        """Who is to move."""
        return GANGS[self.actor] if self.actor >= 0 else {-1: "chance", -2: "nobody"}[self.actor]

    def free(self, gang: str) -> int:
        return len(self.view().families[GANGS.index(gang)].free)

    def buried(self, gang: str) -> int:
        return len(self.view().families[GANGS.index(gang)].buried)

    def hand(self, gang: str) -> dict[str, int]:
        return self.view(GANGS.index(gang)).families[GANGS.index(gang)].hand

    def can(self, *moves: str) -> bool:
        """Are all these moves legal now?"""
        legal = {move.notation for move in self.legal}
        return set(moves) <= legal

    def moves(self, *moves: str) -> "Table":
        for move in moves:
            self.play(move)
        return self


def table(
    hands: str = "",
    hit_list: str = "",
    *,
    seats: int = 4,
    pace: int = 0,
    buried: str = "",
    turn: str = "capone",
    phase: str | None = None,
    discards: str = "",
    pile: str | None = None,
    turn_number: int = 5,
    options: dict | None = None,
    preset: str | None = None,
) -> Table:
    """`hands` as "capone: contract hit; moran: finger", `buried` as "moran 3"; `pile` leaves the rest in the discards."""
    match = Table("family_business", seats, options, preset=preset, by_hand=True)
    deck = dict(match.position()["deck"])

    def take(names: str) -> dict[str, int]:
        taken: dict[str, int] = {}
        for name in names.split():
            deck[name] -= 1
            taken[name] = taken.get(name, 0) + 1
        return taken

    held: list[dict[str, int]] = [{} for _ in range(6)]
    for part in filter(None, (p.strip() for p in hands.split(";"))):
        gang, _, cards = part.partition(":")
        held[GANGS.index(gang.strip())] = take(cards)
    laid = take(discards)
    if pile is not None:
        drawn = take(pile)
        laid, deck = {card: laid.get(card, 0) + deck[card] for card in deck}, drawn
    fate = ["free" if m // MEN < seats else "aside" for m in range(6 * MEN)]
    for part in filter(None, (p.strip() for p in buried.split(","))):
        gang, count = part.split()
        first = GANGS.index(gang) * MEN
        for mobster in range(first + MEN - int(count), first + MEN):
            fate[mobster] = "buried"
    listed = []
    for gang in hit_list.split():
        mobster = fate.index("free", GANGS.index(gang) * MEN)
        fate[mobster] = "listed"
        listed.append(mobster)
    rows = [fate[seat * MEN : seat * MEN + MEN] for seat in range(6)]
    position = match.position() | {
        "hand": held,
        "deck": deck,
        "discards": laid,
        "hit_list": listed,
        "hit_count": len(listed),
        "fate": fate,
        "free": [row.count("free") for row in rows],
        "buried": [row.count("buried") for row in rows],
        "cards": [sum(cards.values()) for cards in held],
        "pace": pace,
        "turn": GANGS.index(turn),
        "phase": phase or ("play" if held[GANGS.index(turn)] else "draw"),
        "asked": -1,
        "turn_number": turn_number,
        "fallen": [seat for seat in range(seats) if rows[seat].count("buried") == MEN],
        "fallen_count": sum(rows[seat].count("buried") == MEN for seat in range(seats)),
    }
    match.set_position(position)
    return match


assert len(Card) == 24 and len(Fate) == 4
