"""Bans: whom the house lets in no more, for a while. They are kept in the ledger and known in memory: nobody waits for one."""

from dataclasses import dataclass
from datetime import UTC, datetime

import sqlalchemy as sa

from fivefamilies.core.errors import Refused
from fivefamilies.core.words import sentence
from fivefamilies.table.almanac import now
from fivefamilies.table.crowd import Caller
from fivefamilies.table.schema import BANS, bans, house
from fivefamilies.table.store import Job, Store, new_id

BANNED = sentence("You are banned from this house until {until}. The reason: {reason}")
KINDS = ("address", "guest")
MOST = 10_000  # bans at a time
LONGEST = 10 * 365 * 24 * 3600  # seconds
REASON = 200  # letters


@dataclass(frozen=True)
class Ban:
    """Who may not come in, why, and until when."""

    kind: str
    who: str
    name: str
    reason: str
    made: float
    until: float

    def told(self) -> dict[str, str]:
        """What the one who is banned is told."""
        return {"until": day(self.until), "reason": self.reason}


class Bans:
    """All bans that hold, by whom they are for."""

    def __init__(self, ledger: Store) -> None:
        self.store = ledger
        self.known: dict[tuple[str, str], Ban] = {}
        self.stamp: str | None = None  # of the ledger's bans that we know

    def of(self, caller: Caller) -> Ban | None:
        """The ban that holds for this caller, if one does: that of his address, or his own."""
        if not self.known:
            return None
        found = self.known.get(("address", caller.address)), self.known.get(("guest", caller.guest or ""))
        return next((ban for ban in found if ban and ban.until > now()), None)

    def of_guest(self, guest: str | None) -> Ban | None:
        return self.of(Caller("", None, guest)) if guest and self.known else None

    async def refresh(self) -> bool:
        """Read the bans again if they have changed; answers whether they had."""
        rows = await self.store.rows_of(sa.select(house.c.value).where(house.c.key == BANS))
        stamp = str(rows[0]["value"]) if rows else ""
        if stamp == self.stamp:
            return False
        wanted = sa.select(bans).where(bans.c.until > now()).order_by(bans.c.made.desc()).limit(MOST)
        found = [Ban(**row) for row in await self.store.rows_of(wanted)]
        self.known, self.stamp = {(ban.kind, ban.who): ban for ban in found}, stamp
        return True

    async def add(self, kind: str, who: str, name: str, reason: str, seconds: float) -> None:
        """Ban somebody; a new ban takes the place of an old one."""
        if kind not in KINDS or not who or not reason:
            raise Refused("say who is banned, and why")
        if not 0 < seconds <= LONGEST:
            raise Refused("say for how long")
        row = {
            "kind": kind,
            "who": who[:64],
            "name": name[:80],
            "reason": reason[:REASON],
            "made": now(),
            "until": now() + seconds,
        }
        await self.store.commit(forget(kind, who), Job(sa.insert(bans), row), Job(outdated()), restamp())
        await self.refresh()

    async def take_off(self, kind: str, who: str) -> None:
        """Let somebody in again."""
        await self.store.commit(forget(kind, who), restamp())
        await self.refresh()


def forget(kind: str, who: str) -> Job:
    return Job(sa.delete(bans).where(bans.c.kind == kind, bans.c.who == who))


def outdated() -> sa.Delete:
    """Bans that have run out."""
    return sa.delete(bans).where(bans.c.until < now())


def restamp() -> Job:
    """Lets every server know that the bans have changed."""
    return Job(sa.update(house).where(house.c.key == BANS).values(value=new_id()))


def day(at: float) -> str:
    """A time that everybody reads alike, with no script to make it his own."""
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M UTC")
