"""Why a game of The Boss ended as it did: the money round by round, then the tie-breaks as far as they mattered."""

from collections.abc import Sequence

from fivefamilies.core.record import Fields, Record, unwrap
from fivefamilies.core.telling import Reckoning, Step
from fivefamilies.core.words import Words
from fivefamilies.games.the_boss.components import COLOURS, Parts
from fivefamilies.games.the_boss.knowledge.accounts import gangsters
from fivefamilies.games.the_boss.words import PLAYERS


def reckon(state: Record, rows: Sequence[Sequence[int]], parts: Parts, say: Words) -> Reckoning:
    """The money of each round, its sum, and what decided between those who were level (TB-60 to TB-62, TB-R28)."""
    s = unwrap(state)
    seats, played = range(int(s["seats"])), int(s["round"])
    money, ranks = [int(s["money"][k]) for k in seats], [int(s["rank"][k]) for k in seats]
    steps = [
        Step(say("Decisive round") if s["decisive"] and k == played - 1 else say("Round {n}", n=k + 1),
             tuple(str(int(s["earned"][k, seat])) for seat in seats), "TB-62" if s["decisive"] and k == played - 1 else "TB-49")
        for k in range(played)
    ]  # fmt: skip
    steps.append(Step(say("Money, in millions"), tuple(map(str, money)), "TB-60", is_sum=True))
    if len(set(money)) < len(money):
        last = [int(s["earned"][played - 1, seat]) for seat in seats]
        steps.append(Step(say("Level: money of the last round"), tuple(only_level(money, last)), "TB-61"))
        both = list(zip(money, last, strict=True))
        if len(set(both)) < len(both):
            steps.append(Step(say("Still level: gangsters at hand"), tuple(only_level(both, gangsters(s))), "TB-61"))
    steps.append(Step(say("Rank"), tuple(map(str, ranks)), "TB-R28", is_sum=True))
    return Reckoning(tuple(steps), tuple(why(s, money, ranks, say)))


def only_level(before: Sequence[object], counted: Sequence[int]) -> list[str]:
    """The numbers of those who were level before; of the others nothing was asked."""
    return [str(counted[seat]) if before.count(before[seat]) > 1 else "" for seat in range(len(before))]


def called(winners: Sequence[int], say: Words) -> str:
    return ", ".join(say(PLAYERS[COLOURS[seat]]) for seat in winners)


def why(s: Fields, money: list[int], ranks: list[int], say: Words) -> list[str]:
    """What decided the first place, in sentences."""
    winners = [seat for seat, rank in enumerate(ranks) if rank == 1]
    if s["decisive"]:
        tied = [seat for seat in range(len(money)) if s["contends"][seat]]
        told = [say("First place was tied between {players}: only they could win the decisive round.", players=called(tied, say))]
        if len(winners) > 1:
            return [*told, say("They are level again: the victory is shared.")]
        return [*told, say("{player} came out of it ahead.", player=called(winners, say))]
    level = [seat for seat, sum_ in enumerate(money) if sum_ == money[winners[0]]]
    told = [say("The third emblem of a colour ended the game after round {n}.", n=int(s["round"]))]
    if len(level) == 1:
        return [*told, say("{player} has the most money: {n} M$.", player=called(winners, say), n=money[winners[0]])]
    last = [int(s["earned"][int(s["round"]) - 1, seat]) for seat in range(len(money))]
    told.append(say("{players} are level with {n} M$.", players=called(level, say), n=money[winners[0]]))
    if all(last[seat] < last[winners[0]] for seat in level if seat != winners[0]):
        return [*told, say("{player} earned most in the last round and wins.", player=called(winners, say))]
    return [*told, say("{player} has the most gangsters at hand and wins.", player=called(winners, say))]
