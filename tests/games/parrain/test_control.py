"""Claims, concession, announcements and the end of Le Jeu du Parrain."""

import pytest

from fivefamilies import games
from fivefamilies.core.errors import BadOption, BadPosition
from fivefamilies.core.match import Match
from fivefamilies.games.parrain.components import Neighbourhood, parts
from fivefamilies.games.parrain.state import Phase, Status
from fivefamilies.lab import mass
from tests.games.parrain.table import Table, table

# Little Italy has twelve positions, a majority is seven: five tokens and the pocket of two hold it, firmly.
SEVEN = "..11\n111."


def small(boards: dict[str, str], **more) -> Table:
    """A table of Little Italy and the Docks."""
    more.setdefault("options", {"neighbourhoods_in_play": ["little_italy", "docks"]})
    return table(boards, **more)


def claim_in(t: Table, place: str = "little_italy"):
    return t.place(place).claim


# ---------------------------------------------------------------- captures on the table


def test_encircled_tokens_are_a_total_loss_and_return_to_the_bag():  # JP-34, JP-38, JP-R14
    t = small({"little_italy": "2...\n1..."}, cash="100 100").moves("little_italy b1")
    assert t.board("little_italy")[0] == ".1.." and t.bag("yellow") == 70 and t.cash("yellow") == 100
    assert t.log()[-1] == "Red captures 1 token of Yellow in Little Italy"


def test_nobody_places_where_he_would_be_taken_at_once():  # JP-40
    t = small({"little_italy": ".2..\n2..."}, cash="100 0")
    assert t.why_not("little_italy a1") == "you would be captured there at once"


def test_a_pending_capture_must_be_completed():  # JP-41, JP-R8
    t = table({"midtown": "..2...\n.2.2..\n..2..."}, cash="350 0")
    t.moves("midtown c2")
    assert t.view().pending == "midtown" and t.question() == "Red: complete the capture in Midtown"
    assert [move.notation for move in t.legal] == ["midtown b1", "midtown d1"]
    for move in ("done", "midtown f5", "open harlem extortion"):
        assert t.why_not(move) == "a capture must be completed first"
    t.moves("midtown d1", "midtown b1")
    assert t.board("midtown")[:3] == [".1.1..", ".212..", "..2..."] and t.can("done")


def test_cash_bag_and_the_limit_of_three_bound_what_can_follow():  # JP-R8
    diamond = {"midtown": "..2...\n.2.2..\n..2..."}
    assert table(diamond, cash="300 0").can("midtown c2")
    assert not table(diamond, cash="299 0").can("midtown c2")
    assert not table(diamond, cash="300 0", placed={"midtown": 1}).can("midtown c2")
    two = {"setup": {"bag": {"tokens_per_colour": 5}}}
    assert table(diamond, edition=two).can("midtown c2")
    assert not table({**diamond, "docks": "111"}, edition=two).can("midtown c2")


# ---------------------------------------------------------------- claims


def test_a_majority_begins_a_claim_at_the_end_of_the_turn():  # JP-32, JP-42, JP-R19
    t = small({"little_italy": "..1.\n111."}).moves("little_italy d1")
    assert claim_in(t) is None
    t.end_turn()
    claim = claim_in(t)
    assert claim is not None and (claim.seat, claim.waiting) == (0, [1])
    assert t.place("little_italy").holdings == [7, 0] and "Red has reached a majority in Little Italy" in t.log()


def test_six_of_twelve_are_no_majority():  # JP-42
    t = small({"little_italy": "1111\n11.."}).end_turn()
    assert t.place("little_italy").holdings[0] == 6 and claim_in(t) is None


def test_dominated_positions_do_not_count():  # JP-44
    t = small({"little_italy": "..1.\n.1..\n1..."}).end_turn()
    assert claim_in(t) is None and t.place("little_italy").holdings[0] == 3


def test_control_is_conceded_after_every_opponent_had_a_turn():  # JP-43, JP-45
    t = small({"little_italy": SEVEN}, seats=3, hands="none money_1 money_2").end_turn()
    assert claim_in(t).waiting == [1, 2]
    t.end_turn()
    assert claim_in(t).waiting == [2] and t.place("little_italy").status == "open"
    t.end_turn()
    place = t.place("little_italy")
    assert (place.status, place.controller, place.instalments) == ("closed", 0, 2)  # the first bonus is paid already
    assert t.view().players[0].control_value == 3000


def none_elsewhere() -> dict[str, int]:
    return {place.name.lower(): -1 for place in Neighbourhood}


def claimed(board: str, **more) -> Table:
    """Red's claim to Little Italy, Yellow to move."""
    return small(
        {"little_italy": board}, turn="yellow", hands="money_1 none",
        claim=none_elsewhere() | {"little_italy": 0}, waiting={"little_italy": 2}, **more,
    )  # fmt: skip


def test_an_opponent_who_breaks_the_majority_ends_the_claim():  # JP-43, JP-61
    t = claimed("1111\n22.2\n1111").moves("little_italy c2")
    assert t.board("little_italy") == ["....", "2222", "...."]
    t.end_turn()
    assert t.place("little_italy").controller is None and claim_in(t) is None
    assert "Red has lost the majority in Little Italy" in t.log()


def test_pressing_on_the_fence_without_breaking_it_is_not_enough():  # JP-R19
    # Red reached seven with firm pockets; Yellow takes liberties away: the pockets are no longer firm, but closed.
    t = claimed(SEVEN).moves("little_italy a3", "little_italy b3", "little_italy c3")
    assert t.place("little_italy").holdings[0] < 7 <= t.place("little_italy").kept[0]
    t.end_turn()
    assert t.place("little_italy").controller == 0


def test_reducing_what_is_kept_without_bringing_it_to_half_does_not_break_the_claim():  # JP-43, JP-R19
    t = claimed("1111\n.111\n12..")
    assert t.place("little_italy").kept[0] == 9
    t.moves("little_italy a2")
    assert t.place("little_italy").kept[0] == 7
    t.end_turn()
    assert t.place("little_italy").controller == 0


def test_a_breach_repaired_before_the_end_of_the_turn_does_not_count():  # JP-R19
    t = small({"little_italy": "11.1\n1111"}, hands="none extortion_1", turn="red", claim=none_elsewhere() | {"little_italy": 0},
              waiting={"little_italy": 2}).moves("little_italy c1")  # fmt: skip
    assert claim_in(t).waiting == [1]
    t.end_turn()
    assert claim_in(t).seat == 0 and claim_in(t).waiting == [1]  # his own turn counts for nobody


def test_a_claim_counts_from_the_turn_in_which_it_arose_whoever_played():  # JP-R19
    # Nobody has noticed Red's majority yet; it is found at the end of Yellow's turn, and he too must play another.
    t = small({"little_italy": ".111\n1111"}, seats=3, turn="yellow", hands="money_1 none money_2").end_turn()
    claim = claim_in(t)
    assert claim.seat == 0 and claim.waiting == [1, 2]


def test_a_broken_claim_may_be_followed_by_another_at_once():  # JP-R19
    t = small({"little_italy": "2.2.\n2222\n2..."}, turn="red", hands="none money_1",
              claim=none_elsewhere() | {"little_italy": 0}, waiting={"little_italy": 2})  # fmt: skip
    t.end_turn()
    assert claim_in(t).seat == 1 and claim_in(t).waiting == [0]


# ---------------------------------------------------------------- concession


def test_closing_returns_all_tokens_but_a_marker():  # JP-47, JP-R21
    t = claimed("..11\n111.\n2...").end_turn()
    place = t.place("little_italy")
    assert place.rows == ["....", "....", "...."] and place.racket == "extortion" and place.controller == 0
    assert t.bag("red") == 69 and t.bag("yellow") == 70
    assert t.why_not("little_italy a1") == "Little Italy is closed"


def test_cards_for_closed_neighbourhoods_are_void():  # JP-47, JP-R13
    t = claimed(SEVEN, rackets={"little_italy": "bookmaking", "docks": "extortion"})
    t.end_turn("draw bookmaking_3").end_turn()
    assert t.up == "yellow" and t.phase == "buy" and "find no place" in " ".join(t.log())


def test_v8_extortion_in_the_east_side_brings_6800_and_three_bonuses_of_700():  # JP-45, JP-46, JP-R28, example 8
    t = table({"east_side": "11111\n111111\n111111\n1....."}, turn="yellow", hands="money_1 none", cash="0 0",
              claim=none_elsewhere() | {"east_side": 0}, waiting={"east_side": 2}, options={"truce_rounds": 9})  # fmt: skip
    t.end_turn("draw money_1")
    assert t.view().players[0].control_value == 6800 and t.cash("red") == 700 + 100  # bonus, then the money card
    for bonuses in (2, 3, 3):
        t.end_turn("draw informer" if bonuses == 2 else None)
        while t.up != "red" or t.phase == "inform":
            t.play("done") if t.phase in ("buy", "inform") else t.play(t.legal_ids()[0])
        assert sum("bonus of 700 dollars" in line for line in t.log()) == bonuses


@pytest.mark.parametrize("part", parts().neighbourhoods, ids=lambda part: part.id)
def test_a_bonus_is_ten_per_cent_to_the_nearest_hundred(part):  # JP-46, JP-R28
    place = Neighbourhood[part.id.upper()]
    for racket, value in enumerate(part.values):
        assert value % 1000 != 500  # no value gives a half
        t = table(rackets={part.id: parts().rackets[racket].id}, turn="yellow", cash="0 0",
                  status={p.name.lower(): "closed" if p == place else "open" for p in Neighbourhood},
                  controller={part.id: 0}, instalments={part.id: 1}).end_turn()  # fmt: skip
        assert t.cash("red") == (value + 500) // 1000 * 100 + 100


def test_several_bonuses_run_side_by_side():  # JP-46, JP-R19
    t = table(rackets={"docks": "extortion", "harlem": "extortion"}, turn="yellow", cash="0 0",
              status={p.name.lower(): "closed" if p.name in ("DOCKS", "HARLEM") else "open" for p in Neighbourhood},
              controller={"docks": 0, "harlem": 0}, instalments={"docks": 3, "harlem": 1}).end_turn()  # fmt: skip
    assert t.cash("red") == 400 + 500 + 100
    assert [t.place(name).instalments for name in ("docks", "harlem")] == [2, 0]


# ---------------------------------------------------------------- announcements

ANNOUNCED = {"control_version": "announced", "neighbourhoods_in_play": ["little_italy", "docks"]}


def announced(board: str, seats: int = 2, **more) -> Table:
    """Red has placed his tokens and is done with buying."""
    return small({"little_italy": board}, options=ANNOUNCED, seats=seats, **more).moves("done")


def test_an_implicit_majority_may_be_announced():  # JP-48, JP-R20
    t = announced("..1.\n..1.\n..1.")
    assert t.phase == "announce" and [move.notation for move in t.legal] == ["announce little_italy", "done"]
    t.moves("announce little_italy")
    announcement = t.place("little_italy").announcement
    assert (announcement.seat, announcement.waiting) == (0, [1]) and t.phase == "draw"  # nothing else to announce


def test_an_announcer_occupies_a_quarter_of_the_positions():  # JP-R20
    assert announced("..1.\n..1.\n....").phase == "draw"
    assert announced("..1.\n..1.\n..1.").phase == "announce"


def test_an_announcer_may_occupy_anything_if_the_table_likes():  # JP-48, JP-R20
    options = ANNOUNCED | {"announcer_occupies": "anything"}
    t = small({"little_italy": "..1.\n....\n...."}, options=options).moves("done")
    assert t.phase == "announce" and t.why_not("announce little_italy") is None
    t = small({"little_italy": "..1.\n....\n2..."}, options=options).moves("done")
    assert t.phase == "draw", "a rival token nearby, and there is no implicit majority"
    t = small({"little_italy": "....\n....\n...."}, options=options).moves("done")
    assert t.phase == "draw", "without a token nothing is held"


def test_without_an_implicit_majority_there_is_nothing_to_announce():  # JP-48, JP-R7
    assert announced("..1.\n..1.\n2.1.").phase == "draw"  # the left side touches both colours
    t = announced("..1.\n..1.\n..1.").moves("announce little_italy")
    assert t.why_not("draw money_2") is None


def test_the_strict_version_has_no_announcements():  # JP-48
    t = small({"little_italy": "..1.\n..1.\n..1."}).moves("done")
    assert t.phase == "draw"


def test_unless_contested_control_is_conceded():  # JP-49, JP-53
    t = announced("..1.\n..1.\n..1.", 3, hands="none money_1 money_2").moves("announce little_italy", "draw money_3")
    t.end_turn()
    assert t.place("little_italy").announcement.waiting == [2]
    t.end_turn()
    assert t.place("little_italy").controller == 0 and t.place("little_italy").status == "closed"


def test_one_token_contests_it_and_the_announcer_chooses_what_he_loses():  # JP-50, JP-51, JP-R20
    t = announced("..1.\n..1.\n..1.").moves("announce little_italy", "draw money_3", "little_italy a1", "done", "draw money_4")
    assert t.phase == "forfeit" and t.up == "red"
    assert [move.notation for move in t.legal] == ["little_italy c1", "little_italy c2", "little_italy c3"]
    assert t.why_not("done") is not None and t.why_not("docks a1") == "the contested announcement is for another neighbourhood"
    t.moves("little_italy c2")
    place = t.place("little_italy")
    assert place.rows == ["2.1.", "....", "..1."] and place.announcement is None and t.bag("red") == 68
    assert t.up == "red" and t.phase == "buy"


def test_free_tokens_contest_too():  # JP-R20
    t = announced("..1.\n..1.\n..1.", hands="none extortion_1").moves("announce little_italy", "draw money_3")
    t.moves("little_italy a1", "done", "draw money_4")
    assert t.phase == "forfeit"


def test_contested_without_a_token_left_nothing_is_lost():  # JP-50
    t = announced("..1.\n..1.\n..1.").moves("announce little_italy", "draw money_3")
    bare = t.position()
    bare["board"]["little_italy"], bare["bag"][0] = ["2...", "....", "...."], 70
    bare["bag"][1] -= 1
    t.set_position(bare | {"placed": {"little_italy": 1}})
    t.end_turn()
    assert t.place("little_italy").announcement is None and t.phase == "buy" and t.up == "red"


def test_an_announcement_lapses_without_penalty_when_the_majority_is_gone():  # JP-52
    t = announced("..1.\n..1.\n..1.", hands="none informer").moves("announce little_italy", "draw money_3")
    t.moves("little_italy c1", "little_italy c2", "little_italy c3", "done", "draw money_4")
    assert t.place("little_italy").announcement is None and t.phase == "buy" and t.up == "red"
    assert "Red's announcement in Little Italy lapses" in t.log()


def test_one_live_announcement_per_neighbourhood_and_none_on_a_first_turn():  # JP-R20
    t = announced("..1.\n..1.\n..1.").moves("announce little_italy", "draw money_3")
    held = t.position()
    t.set_position(held | {"phase": "announce", "turn": 1, "announcer": none_elsewhere() | {"little_italy": 0}})
    assert t.why_not("announce little_italy") == "control of Little Italy has been announced already"
    first = Table("parrain", 2, ANNOUNCED, by_hand=True).moves("start red", "open little_italy extortion")
    first.moves("little_italy b1", "little_italy b2", "little_italy b3", "open docks extortion")
    first.moves("docks b1", "docks b2", "docks b3")
    assert first.phase == "draw"


def test_strict_control_stays_in_force_beside_announcements():  # JP-R20
    t = small({"little_italy": SEVEN}, options=ANNOUNCED).moves("done", "done", "draw money_3")
    assert claim_in(t).seat == 0
    t.end_turn()
    assert t.place("little_italy").controller == 0


def test_two_contested_announcements_are_settled_in_the_order_of_the_board():  # JP-50, JP-R20
    both = {"little_italy": "..1.\n..1.\n..1.", "docks": "111\n...\n111"}
    t = small(both, options=ANNOUNCED).moves("done", "announce docks", "announce little_italy", "draw money_3")
    t.moves("docks a2", "little_italy a1", "done", "draw money_4")
    assert t.why_not("docks a1") is not None
    t.moves("little_italy c1", "docks a1")
    assert t.phase == "buy" and t.up == "red"


# ---------------------------------------------------------------- the end


def test_the_game_ends_when_every_neighbourhood_is_controlled_and_the_sum_decides():  # JP-1, JP-55, JP-56, JP-59, JP-R29
    t = claimed(SEVEN, cash="0 2500", rackets={"docks": "bookmaking"},
                status={"little_italy": "open", "docks": "closed"}, controller={"docks": 1})  # fmt: skip
    t.end_turn()
    assert t.is_over and t.result.points == (3000, 2500 + 7600) and t.result.winners == (1,)
    assert t.log()[-2:] == ["Every neighbourhood is controlled: the game ends", "Yellow is the Godfather"]


def test_uncontrolled_neighbourhoods_score_for_nobody_and_tokens_are_not_refunded():  # JP-54, JP-R22
    t = small({"little_italy": SEVEN}, cash="100 200", round=40, turn="yellow", hands="money_1 none").end_turn()
    assert t.is_over and t.result.points == (100, 200) and t.board("little_italy")[0] == "..11"
    assert "The last round has been played: the game ends" in t.log()


def test_the_round_limit_counts_whole_rounds():  # JP-R22
    options = {"round_limit": 5}
    t = table(options=options, round=4, turn="yellow", hands="money_1 none").end_turn()
    assert not t.is_over and t.view().round == 5
    t.end_turn()
    assert not t.is_over
    t.end_turn()
    assert t.is_over


def test_three_quiet_rounds_are_a_truce():  # JP-R22
    t = table({"docks": "12."}, any_placed=0)
    for _ in range(2 * 3 - 1):
        t.end_turn("draw money_1") if t.view().round == 5 else t.end_turn()
    assert not t.is_over
    t.end_turn()
    assert t.is_over and "Nobody places tokens any more: a truce ends the game" in t.log()


def test_a_placed_token_breaks_the_quiet():  # JP-R22
    t = table({"docks": "12."}, quiet_rounds=2, any_placed=0).moves("docks c1").end_turn().end_turn()
    assert not t.is_over and t.view().quiet_rounds == 0


def test_a_game_until_control_has_neither_round_limit_nor_truce():  # JP-55, JP-R22, JP-R32
    until = {"options": {"until_control": True}, "turn": "yellow", "hands": "money_1 none"}
    t = table({"docks": "12."}, round=60, **until).end_turn("draw money_2")
    assert not t.is_over and t.view().round == 61 and "until all is controlled" in t.drawing(0)
    for _ in range(2 * 9):
        t.end_turn()
    assert not t.is_over and t.view().round == 70, "nine rounds in which nobody has placed a token"
    t = table({"docks": "12."}, round=1000, **until).end_turn()
    assert t.is_over and "The last round has been played: the game ends" in t.log(), "the far bound"
    with pytest.raises(BadOption, match="has no round limit"):
        Match("parrain", 2, {"until_control": True, "round_limit": 20})
    with pytest.raises(BadPosition, match="the round limit is 60 at most"):
        table(round_limit=61)


@pytest.mark.parametrize("seats", [2, 4])
def test_games_until_control_end_with_every_neighbourhood_controlled(seats):  # JP-55, JP-R32
    title = games.title("parrain")
    setting = title.encode(title.settle({"until_control": True}), title.parts(None))
    for policy in ("random", "greedy"):
        states = mass.play_batch(title, seats, setting, 200, 5, [policy] * seats).states
        assert (states["phase"] == Phase.OVER).all() and (states["status"] == Status.CLOSED).all()


def test_bonus_instalments_not_yet_due_are_lost():  # JP-R22
    closed = {"status": {"little_italy": "open", "docks": "closed"}, "controller": {"docks": 0}, "instalments": {"docks": 3}}
    t = claimed(SEVEN, cash="0 0", rackets={"docks": "bookmaking"}, **closed)
    t.end_turn()
    assert t.is_over and t.cash("red") == 0


def test_ties_go_to_more_neighbourhoods_then_to_more_control_value_then_are_shared():  # JP-R29
    def end(cash: str, **owned: int) -> tuple[int, ...]:
        status = {name: "closed" if name in owned else "open" for name in ("little_italy", "docks", "midtown")}
        t = table(cash=cash, rackets=dict.fromkeys(owned, "extortion"), status=status, controller=owned,
                  round=40, turn="yellow", hands="money_1 none")  # fmt: skip
        t.end_turn()
        return t.result.winners

    assert end("9600 3000", little_italy=1, docks=1) == (1,)  # 9600 each; Yellow has two neighbourhoods
    assert end("600 0", little_italy=0, docks=1) == (1,)  # 3600 each, one each; Yellow's is worth more
    assert end("500 500") == (0, 1)


def test_play_goes_clockwise_from_the_first_player_and_rounds_end_with_the_last():  # JP-16, JP-R22
    t = table(seats=3, turn="green", first="yellow", hands="money_1 money_1 none").end_turn()
    assert t.up == "red" and t.view().round == 5
    t.end_turn()
    assert t.up == "yellow" and t.view().round == 6


def test_everybody_sees_who_is_dangerous():  # JP-62
    t = table({"docks": "12."}, cash="100 900")
    for seat in (-3, 0, 1):
        assert [(p.cash, p.control_value) for p in t.view(seat).players] == [(100, 0), (900, 0)]


def test_every_game_ends_within_its_bound():  # JP-R22
    match = Match("parrain", 4, {"round_limit": 60}, seed=3)
    while not match.is_over:
        match.play(match.legal_ids()[len(match.played) * 7 % len(match.legal_ids())])
    assert len(match.played) < match.title.bound
