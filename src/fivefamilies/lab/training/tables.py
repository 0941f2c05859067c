"""Tables at which it learns: many games of one number of seats and one set of options, stepped together."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import Tensor, nn

from fivefamilies.bots.judge import circumstances
from fivefamilies.bots.thinkers import Thinkers
from fivefamilies.core.batch import Batch
from fivefamilies.core.contract import NOBODY, Title, Value
from fivefamilies.core.stepping import NO_MOVE
from fivefamilies.lab.training.network import Network

LADDER = 0.2  # how much a better rank counts beside victory, as in the search
FAR = 0.95  # how far what came later reaches back: the lambda of its returns
WATCHED = 4  # steps from one at which a bystander is asked, too, to the next


class Tables:
    """`n` endless games. A rival takes every second seat and is played by the processor: `greedy`, or who thinks ahead, by the
    number of his simulations (`100`). All other seats ask the network."""

    def __init__(
        self, title: Title, seats: int, options: Mapping[str, Value], n: int, seed: int, device: str, threads: int = 1,
        rival: str = "",
    ) -> None:  # fmt: skip
        self.title, self.seats, self.n, self.device = title, seats, n, torch.device(device)
        self.is_there = self.device.type == "cuda" and not rival
        taken, thinks = [bool(rival) and seat % 2 == 1 for seat in range(seats)], rival.isdigit()
        self.thinkers = Thinkers(title, seats, rival, seed) if thinks else None
        self.by_thinkers = torch.tensor([is_taken and thinks for is_taken in taken], device=self.device)
        if self.is_there:
            from fivefamilies.cuda import Batch as Device

            self.games: Any = Device(title, seats, n, options, seed=seed, auto_reset=True)
        else:
            policies = [rival if is_taken and not thinks else None for is_taken in taken]
            self.games = Batch(title, seats, n, options, seed=seed, auto_reset=True, threads=threads, policies=policies)
        known = circumstances(title, seats, options)
        self.names = tuple(known)
        self.known = torch.tensor(list(known.values()), device=self.device).expand(n, -1)
        self.rows = torch.arange(n, device=self.device)
        self.by_elders = torch.zeros((n, seats), dtype=torch.bool, device=self.device)  # which seats an older self plays

    def there(self, array: object) -> Tensor:
        """An array of the games as a tensor where the network is; on a device, the same memory."""
        return torch.as_tensor(array, device=self.device)

    def look(self, seat: int | None = None) -> Tensor:
        """What the seats to move know, or what one seat does, with the circumstances."""
        return torch.cat([self.there(self.games.observe(seat)), self.known], 1)

    def advice(self, seat: int | None = None) -> tuple[Tensor, Tensor]:
        """How the moves of the seats to move look at first sight, where nobody is to move as if one were one; and the odds."""
        looks, odds = (self.there(array) for array in self.games.advise(seat))
        looks = looks.clone()
        looks[:, 0] = torch.where((looks > NO_MOVE / 2).any(1), looks[:, 0], torch.zeros_like(looks[:, 0]))
        return looks, nn.functional.pad(odds, (0, max(self.title.seats) - self.seats))

    def actors(self) -> Tensor:
        return self.there(self.games.actors).clone()

    def thought_over(self, actions: Tensor) -> Tensor:
        """The same actions, but where a rival thinks ahead, his."""
        if self.thinkers is None:
            return actions
        actors, chosen = self.actors(), actions.cpu().numpy().copy()
        is_his = self.by_thinkers[actors.clamp(min=0)] & (actors >= 0)
        self.thinkers.answer(self.games.states, torch.where(is_his, actors, NOBODY).cpu().numpy(), chosen)
        return self.there(chosen)

    def step(self, actions: Tensor) -> tuple[Tensor, Tensor]:
        """Make a move everywhere: which games ended with it, and what each seat got there."""
        if self.is_there:
            self.games.step(actions, check=False)
        else:
            self.games.step(actions.cpu().numpy())
        return self.there(self.games.done).clone(), shared_out(self.there(self.games.rewards).float())

    def seat_elders(self, share: float, luck: torch.Generator) -> None:
        """An older self takes some seats at a share of the tables, never all."""
        self.by_elders = torch.rand((self.n, self.seats), generator=luck, device=self.device) < 0.5
        self.by_elders[torch.rand(self.n, generator=luck, device=self.device) >= share] = False
        own = torch.randint(self.seats, (self.n,), generator=luck, device=self.device)
        self.by_elders[self.rows, own] = False


def shared_out(payoffs: Tensor) -> Tensor:
    """What payoffs are worth: the share of the victory, and a bit for every rank."""
    best = payoffs.amax(1, keepdim=True)
    first = (payoffs == best) & (best > -1)
    won = first / first.sum(1, keepdim=True).clamp(min=1)
    return (1 - LADDER) * won + LADDER * (payoffs + 1) / 2


@dataclass
class Watching:
    """What one seat knew at all tables, whoever was to decide, and what it should have expected."""

    seat: int
    seen: Tensor
    odds: Tensor
    targets: Tensor = field(default_factory=lambda: torch.empty(0))


class Stretch:
    """What was seen, done and expected at some tables for some steps, and what came of it."""

    def __init__(self, tables: Tables, network: Network, elder: Network | None, steps: int, luck: torch.Generator) -> None:
        n, seats, device = tables.n, tables.seats, tables.device
        shape, inputs = (steps, n), tables.title.observation_length + len(tables.names)
        self.seen = torch.empty((*shape, inputs), dtype=torch.float16, device=device)
        self.looks = torch.empty((*shape, tables.title.moves), dtype=torch.float16, device=device)
        self.odds = torch.empty((*shape, max(tables.title.seats)), device=device)
        self.actions, self.actors = (torch.empty(shape, dtype=torch.int64, device=device) for _ in range(2))
        self.likely = torch.empty(shape, device=device)
        self.expected = torch.empty((*shape, seats), device=device)  # by place from the own seat clockwise
        self.ended, self.own = (torch.empty(shape, dtype=torch.bool, device=device) for _ in range(2))
        self.results = torch.empty((*shape, seats), device=device)
        self.watching: dict[int, Watching] = {}  # by step
        for t in range(steps):
            if t % WATCHED == 0:
                seat = int(torch.randint(seats, (1,), generator=luck, device=device))
                self.watching[t] = Watching(seat, tables.look(seat).half(), tables.advice(seat)[1])
            self.take_step(t, tables, network, elder, luck)
        self.targets, self.gains = self.look_back(tables, network)

    @torch.no_grad()
    def take_step(self, t: int, tables: Tables, network: Network, elder: Network | None, luck: torch.Generator) -> None:
        """Everybody decides once."""
        seen, actors, (advice, odds) = tables.look(), tables.actors(), tables.advice()
        looks, worth = network.correct(seen, advice, odds)
        is_elders, is_rivals = tables.by_elders[tables.rows, actors.clamp(min=0)], tables.by_thinkers[actors.clamp(min=0)]
        if elder is not None:
            looks = torch.where(is_elders[:, None], elder.correct(seen, advice, odds)[0], looks)
        noise = torch.rand(looks.shape, generator=luck, device=looks.device).clamp_(min=1e-20).log_().neg_().log_().neg_()
        actions = tables.thought_over((looks + noise).argmax(1))
        self.seen[t], self.looks[t], self.odds[t] = seen.half(), advice.half(), odds
        self.actions[t], self.actors[t] = actions, actors
        self.likely[t] = looks.log_softmax(1)[tables.rows, actions]
        self.expected[t] = worth[:, : tables.seats].sigmoid()
        self.own[t] = (actors >= 0) & ~is_elders & ~is_rivals
        self.ended[t], self.results[t] = tables.step(actions)

    @torch.no_grad()
    def look_back(self, tables: Tables, network: Network) -> tuple[Tensor, Tensor]:
        """From the last step to the first: what each decider should have expected (lambda returns over its own decisions), and
        how much better than expected it went for itself.

        What comes after the last step is said by every seat, most of them bystanders then. So bystanders learn, too: what is
        taken for true without ever being held against what happens drifts away from it."""
        seats, rows = tables.seats, tables.rows
        places = torch.arange(seats, device=tables.device)
        seen_last = [network.correct(tables.look(seat), *tables.advice(seat))[1][:, :seats].sigmoid() for seat in range(seats)]
        coming = torch.stack([worth.roll(seat, 1) for seat, worth in enumerate(seen_last)], 1)  # by looking seat, of each seat
        returns = coming.clone()
        targets, gains = torch.empty_like(self.expected), torch.empty_like(self.likely)
        for t in reversed(range(len(self.actions))):
            over = self.ended[t][:, None, None]
            result = self.results[t][:, None, :]
            coming, returns = torch.where(over, result, coming), torch.where(over, result, returns)
            if t in self.watching:
                seat = self.watching[t].seat
                self.watching[t].targets = ((1 - FAR) * coming[:, seat] + FAR * returns[:, seat]).roll(-seat, 1)
            actor = self.actors[t].clamp(min=0)
            turned = (actor[:, None] + places) % seats  # the seats from the decider's place
            target = (1 - FAR) * coming[rows, actor] + FAR * returns[rows, actor]
            targets[t] = target.gather(1, turned)
            gains[t] = targets[t, :, 0] - self.expected[t, :, 0]
            absolute = torch.empty_like(target).scatter_(1, turned, self.expected[t])
            is_real = (self.actors[t] >= 0)[:, None]
            coming[rows, actor] = torch.where(is_real, absolute, coming[rows, actor])
            returns[rows, actor] = torch.where(is_real, target, returns[rows, actor])
        return targets, gains
