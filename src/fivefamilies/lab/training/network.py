"""The network as torch sees it: what a seat knows in, moves and expectations out."""

from collections.abc import Sequence

import numpy as np
import torch
from torch import Tensor, nn

from fivefamilies.bots.judge import SOFT, Weights
from fivefamilies.core.stepping import NO_MOVE

WIDE, DEEP = 128, 96  # of its two layers; a multiple of four, since compiled code adds four products at once


class Network(nn.Module):
    """Two layers, and two heads: how likely each move is, and what each seat may expect, from the own one clockwise.

    It corrects the hand-written judgement of the same decision.
    """

    scale: Tensor

    def __init__(self, inputs: int, moves: int, seats: int, wide: int = WIDE, deep: int = DEEP) -> None:
        super().__init__()
        self.enter, self.deepen = nn.Linear(inputs, wide), nn.Linear(wide, deep)
        self.moves, self.worth = nn.Linear(deep, moves), nn.Linear(deep, seats)
        self.glance, self.beside = nn.Linear(seats, wide, bias=False), nn.Parameter(torch.ones(2))
        nn.init.zeros_(self.glance.weight)
        self.register_buffer("scale", torch.ones(inputs))
        for layer in (self.enter, self.deepen):
            nn.init.orthogonal_(layer.weight, 2**0.5)
            nn.init.zeros_(layer.bias)
        for layer, gain in ((self.moves, 0.01), (self.worth, 0.1)):
            nn.init.orthogonal_(layer.weight, gain)
            nn.init.zeros_(layer.bias)

    def correct(self, seen: Tensor, looks: Tensor, odds: Tensor) -> tuple[Tensor, Tensor]:
        """Logits of the moves and of the expectations: corrections of how moves look at first sight, and of the odds.

        Moves that are none have no chance; without looks nobody asks for moves."""
        entered = self.enter(seen * self.scale) + self.glance(odds / SOFT)
        second = torch.relu(self.deepen(torch.relu(entered)))
        worth = self.worth(second) + self.beside[0] * odds
        if not looks.shape[1]:
            return looks, worth
        return (self.moves(second) + self.beside[1] * looks).masked_fill(looks < NO_MOVE / 2, -torch.inf), worth

    @torch.no_grad()
    def take(self, weights: Weights) -> None:
        """Go on from what was learned before; what it knew nothing of counts for nothing at first."""
        with_none = {"glance": np.zeros(self.glance.weight.T.shape), "beside": np.zeros(2)} | weights.layers
        for name, whole in with_none.items():
            layer, is_bias = getattr(self, name.removesuffix("_bias")), name.endswith("_bias")
            target = layer.bias if is_bias else layer if name == "beside" else layer.weight
            target.copy_(torch.as_tensor(whole.T if name in ("enter", "deepen", "glance") else whole))
        self.scale.fill_(1)

    @torch.no_grad()
    def measure(self, seen: Tensor, more: int = 0) -> None:
        """Scale large inputs down, once, by what was seen; `more` inputs behind them are small anyway."""
        self.scale[: len(self.scale) - more] = 1 / seen.abs().amax(0).clamp(min=1)

    @torch.no_grad()
    def weights(self, circumstances: Sequence[str], stop: float = 0.0) -> Weights:
        """What compiled code plays from; the scale of the inputs goes into the first layer."""

        def home(tensor: Tensor) -> np.ndarray:
            return np.ascontiguousarray(tensor.detach().float().cpu().numpy())

        layers = {
            "enter": home((self.enter.weight * self.scale).T), "enter_bias": home(self.enter.bias),
            "deepen": home(self.deepen.weight.T), "deepen_bias": home(self.deepen.bias),
            "moves": home(self.moves.weight), "moves_bias": home(self.moves.bias),
            "worth": home(self.worth.weight), "worth_bias": home(self.worth.bias),
            "glance": home(self.glance.weight.T), "beside": home(self.beside),
        }  # fmt: skip
        return Weights(layers, tuple(circumstances), stop)
