"""What a boss of Family Business may know, and what a guess must keep to."""

import json
from collections import Counter

import msgspec

from fivefamilies.core.chance import generator
from fivefamilies.core.contract import OBSERVER
from fivefamilies.core.match import Match
from fivefamilies.core.record import unwrap
from fivefamilies.games.family_business.components import Card
from tests.games.family_business.table import GANGS, table


def guesses(match: Match, seat: int, count: int = 400):
    for seed in range(count):
        state = match.title.state.copy(match.state)
        match.title.guess(state, seat, generator(seed * 7 + 1))
        yield unwrap(state)


def hand(state, seat: int) -> Counter:
    return Counter({Card(card).name.lower(): int(n) for card, n in enumerate(state["hand"][seat]) if n})


def test_a_view_holds_the_own_hand_and_only_counts_of_the_others():  # FB-8
    t = table("capone: hit truce; moran: vendetta")
    own = t.view(0)
    assert own.families[0].hand == {"hit": 1, "truce": 1} and own.families[1].hand is None
    assert own.families[1].cards == 1
    for seat in (0, 2, OBSERVER):
        assert "vendetta" not in msgspec.json.encode(t.view(seat)).decode()


def test_a_guess_deals_the_unseen_cards_and_keeps_the_seen():
    t = table("capone: hit truce; moran: vendetta massacre; new_york: lam", discards="ambush")
    held = Counter()
    for state in guesses(t, 0):
        assert hand(state, 0) == {"hit": 1, "truce": 1} and state["discards"][Card.AMBUSH] == 1
        moran = hand(state, 1)
        assert sum(moran.values()) == 2 and not moran & Counter(("hit", "truce", "ambush"))
        held += moran
    # 53 unseen cards, 14 of them contracts: 2 cards x 400 guesses x 14 / 53 = 211 on average
    assert 160 < held["contract"] < 265 and len(held) == 20


def test_right_after_a_reshuffle_the_other_hand_of_two_is_known():
    hands = "capone: contract contract; moran: vendetta massacre mob_power"
    t = table(hands, seats=2, pile="").moves("discard contract")
    assert t.view(0).rivals_hold == {"vendetta": 1, "massacre": 1, "mob_power": 1}
    t.play("draw hit")
    for state in guesses(t, 0, 60):
        assert not Counter(("vendetta", "massacre", "mob_power")) - hand(state, 1) and sum(hand(state, 1).values()) == 4


def test_after_a_reshuffle_who_has_not_drawn_holds_old_cards_only():
    hands = "capone: lam lam; moran: vendetta massacre; new_york: mob_power truce; murder_inc: hit ambush"
    t = table(hands, pile="").moves("discard lam", "draw contract")
    old = Counter(("vendetta", "massacre", "mob_power", "truce", "hit", "ambush"))
    fresh = Counter()
    for state in guesses(t, 0, 200):
        assert not hand(state, 2) - old and not hand(state, 3) - old, "only Moran has drawn since"
        together = hand(state, 1) + hand(state, 2) + hand(state, 3)
        assert not old - together, "all six old cards are still in the three hands"
        assert sum((together - old).values()) == 1
        fresh += together - old
    assert len(fresh) > 8, "what he drew may be anything that was shuffled in"


def test_the_pile_holds_only_what_was_shuffled_in():
    t = table("capone: lam lam; moran: vendetta massacre", seats=2, pile="").moves("discard lam", "draw contract")
    for state in guesses(t, 0, 100):
        assert state["deck"][Card.VENDETTA] == 0 and state["deck"][Card.MASSACRE] == 0


def test_a_laid_card_is_no_longer_known_to_be_held():
    t = table("capone: lam lam; moran: vendetta massacre", seats=2, pile="")
    t.moves("discard lam", "draw contract", "discard massacre")
    assert t.view(0).rivals_hold == {"vendetta": 1}


def test_a_pass_is_the_same_move_with_and_without_a_counter_card():  # FB-R7
    records = []
    for moran in ("family_influence", "lam"):
        t = table(f"capone: contract; moran: {moran}").moves("play contract", "moran")
        before = [msgspec.json.encode(t.view(seat)) for seat in (0, 2, 3, OBSERVER)], t.actor, t.question()
        t.play("pass")
        records.append((before, [t.log(seat) for seat in (0, 2, 3)], t.played[-1].events))
    assert records[0] == records[1]


def test_the_log_of_a_reshuffled_game_tells_no_draw_to_others():
    match = Match("family_business", 2, seed=8)
    while not match.is_over:
        match.play(match.legal_ids()[0])
    told = json.dumps(match.log(OBSERVER))
    assert "draws a card" in told
    names = [card.name for card in match.parts.cards]
    assert not [name for name in names if f"draws {name}" in told]


def test_gangs_are_in_the_order_of_the_test_table():
    assert [family.gang for family in table(seats=6).view().families] == GANGS
