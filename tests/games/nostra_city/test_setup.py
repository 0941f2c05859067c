"""The box, the set-up, options and editions of Nostra City."""

import pytest

from fivefamilies import games
from fivefamilies.core import matchfile
from fivefamilies.core.errors import BadEdition, BadOption, BadPosition
from fivefamilies.core.match import Match
from fivefamilies.core.words import words
from fivefamilies.games.nostra_city.components import data, parts
from tests.games.nostra_city.table import table

TITLE = games.title("nostra_city")


def dealt(seats: int, **options) -> Match:
    match = Match("nostra_city", seats, options, by_hand=True)
    while match.actor == -1:
        match.draw()
    return match


def test_the_box():  # NC-6, NC-8, NC-15, NC-16, NC-94
    box = data()
    assert len(box["underling"]) - 1 == 20 and len(box["turf"]) - 1 == 14
    assert len(box["respect_card"]) + len(box["investigation"]) == 46 - 34
    assert sum(row["count"] for row in box["vendetta"]) == 27 and sum(row["count"] for row in box["bill"]) == 52
    assert [row["respect"] for row in box["rank"]] == [3, 2, 1] and box["zealous_corruptor"]["count"] == 3
    for row in box["turf"][:12]:
        assert len(row["rackets"]) == 1 and row["traffic"] != "none"
    assert all(row["guilt"] == "none" and row["corruption"] == 0 for row in box["bill"] if row["value"] == 5000)
    assert all(row["guilt"] != "none" and row["corruption"] > 0 for row in box["bill"] if row["value"] > 5000)
    assert box["title"]["designers"] == ["Sébastien Gigaudaut", "David Rakoto"]


@pytest.mark.parametrize(("seats", "deck", "draw", "verdict"), [(3, 30, 41, 14), (4, 26, 37, 15), (5, 22, 33, 16)])
def test_the_set_up_for_each_number_of_players(seats, deck, draw, verdict):  # NC-19, NC-20, NC-22, NC-23, NC-24
    view = dealt(seats).view(0)
    assert (view.street_deck, view.draw_pile, view.marker, view.month) == (deck, draw, verdict, 1)
    assert view.vendetta_deck == 27 and view.discards == 0 and None not in view.street
    for player in view.players:
        assert len(player.underlings) == 3 and len(player.turfs) == 1 and player.cards == 0
        assert all(piece.is_free for piece in (*player.underlings, *player.turfs))
        assert player.bills == 4 and player.surely == {"b5": 2, "b10i": 1, "b10g": 1}
    assert view.players[0].bank == {"b5": 2, "b10i": 1, "b10g": 1}
    assert view.stage == "business" and view.turn == view.first


def test_the_order_of_the_deal():  # NC-19, NC-21
    match = Match("nostra_city", 3, by_hand=True)
    assert len(match.legal_ids()) == 20, "Gota is not among them"
    for name in ("gisella_agnello", "aldo_agnello", "bianca_agnello"):
        match.play(f"deal {name}")
    assert [piece.id for piece in match.view().players[0].underlings] == ["gisella_agnello", "aldo_agnello", "bianca_agnello"]
    for _ in range(6):
        match.play(match.legal_ids()[0])
    assert match.view().phase == "deal_turf" and len(match.legal_ids()) == 14, "Atlantic City is not among them"
    for _ in range(3):
        match.play(match.legal_ids()[0])
    assert match.view().phase == "deal_street" and len(match.legal_ids()) == 11 + 11 + 7, "no Investigation"
    for _ in range(4):
        match.play(match.legal_ids()[0])
    assert match.view().phase == "first_player" and match.chances() == ([0, 1, 2], [1, 1, 1])
    match.play("first red")
    assert match.view().first == 2 and match.actor == 2


def test_the_host_names_the_first_player():  # NC-24, NC-R45
    assert dealt(4, first_player="host_choice", first_seat=2).view().first == 2
    assert dealt(4, first_player="host_choice").view().first == 0
    with pytest.raises(BadOption, match="seats are 0 to 2"):
        Match("nostra_city", 3, {"first_player": "host_choice", "first_seat": 3})


def test_every_phase_is_played_by_all_clockwise_from_the_first_player():  # NC-25, NC-26, NC-52
    t = table(first="white", turn="white", own="white: anthony_gota", street="villa - - -")
    order = []
    while t.actor >= 0:
        order.append((t.view().stage, t.up))
        t.play("done")
    seats = ["white", "red", "black"]
    assert order == [(stage, seat) for stage in ("business", "meeting", "trial") for seat in seats]


def test_a_month_ends_with_reception_and_the_date_moves():  # NC-1, NC-5, NC-68, NC-73
    t = table("trial", turn="red", street="villa yacht racehorse limousine").moves("done")
    assert t.view().month == 2 and t.stage == "business", "RECEPTION had nothing to ask, and nobody holds a card"


def test_the_week_of_the_seed_is_a_month_and_a_sottoposto_an_underling():  # NC-R33
    assert data()["constants"]["months"] == ["january", "february", "march", "april", "may", "june"]
    t = table("trial", turn="red", month=5, street="villa yacht racehorse underboss").moves("done")
    assert t.view().month == 6 and t.log()[-2:] == ["June begins", "— BUSINESS —"]


def test_the_text_of_a_card_beats_the_rules():  # NC-18
    t = table("trial", own="black: amalia_calvano", banks="black: b5 b5").moves("amalia_calvano", "5000")
    assert t.phase == "trial_bill2", "exactly one bill, says the rule; she places two"


def test_single_answers_are_asked_for_all_the_same():  # NC-26
    t = table()
    assert t.options_now == {"done"} and t.phase == "bus_turn"


def test_bills_are_conserved_through_a_game():  # NC-6, NC-22
    match = Match("nostra_city", 5, {"police_raids": 2}, seed=3)
    step = 0
    while not match.is_over:
        ids = match.legal_ids()
        match.play(ids[step * 7 % len(ids)])
        step += 1
        assert match.title.flaw(match.state, match.parts) is None
    state = match.position()
    assert (
        sum(state["draw"].values())
        + sum(state.get("discards", {}).values())
        + sum(sum(bank.values()) for bank in state.get("bank", []))
        == 54
    )


def test_a_position_that_cannot_be_is_refused():
    t = table()
    with pytest.raises(BadPosition, match="bills of b5 in all"):
        t.set_position(t.position() | {"pile": {"b5": 1}})
    with pytest.raises(BadPosition, match="on the Street and elsewhere"):
        t.set_position(t.position() | {"street": ["villa", "none", "none", "none"]})
    with pytest.raises(BadPosition, match="cards of contract"):
        t.set_position(t.position() | {"paybacks": {"contract": 1}})


def test_an_edition_replaces_names_and_numbers():
    edition = {
        "investigation": [{"id": "nypd", "bribe": 10000}],
        "respect_card": [{"id": "villa", "respect": 5, "en": "Island"}],
        "turf": [{"id": "connecticut", "rackets": ["bronx", "queens"]}],
        "player_count": [{"players": 3, "verdict_start": 12}],
    }
    match = Match("nostra_city", 3, edition=edition, by_hand=True)
    position = match.position()
    assert position["marker"] == 12 and position["bribe"][3] == 10 and position["worth"]["villa"] == 5
    assert position["kinds"]["connecticut"] == 0b1100000 and match.say(match.parts.cards[42].name) == "Island"


@pytest.mark.parametrize(
    ("edition", "message"),
    [
        ({"title": []}, "cannot be replaced"),
        ({"vendetta": [{"id": "anger", "count": 6}]}, "28 Vendetta cards"),
        ({"bill": [{"id": "b10i", "count": 13}]}, "25 bills of 10000"),
        ({"investigation": [{"id": "nypt", "bribe": 1}]}, "did you mean 'nypd'"),
        ({"investigation": [{"id": "nypd", "bribe": "much"}]}, "wrong type"),
        ({"investigation": [{"id": "nypd", "bribe": 1}]}, "must be thousands"),
        ({"turf": [{"id": "connecticut", "rackets": ["harlem"]}]}, "does not exist"),
        ({"underling": [{"id": "elio_calvano", "power": "fly"}]}, "wrong type"),
        ({"underling": [{"id": "elio_calvano", "en": "Takes all the money."}]}, "'en' of underling cannot be replaced"),
        ({"underling": [{"id": "elio_calvano", "power": {"kind": "fly"}}]}, "draw_if_raided (cards = 1..3); extra_bill"),
        ({"underling": [{"id": "elio_calvano", "power": {"kind": "extra_bill", "bills": 9}}]}, "extra_bill (bills = 1..3)"),
        ({"underling": [{"id": "elio_calvano", "power": {"kind": "extra_bill", "bills": 1}}]}, "is the effect of two cards"),
        ({"investigation": [{"id": "dea", "effect": {"kind": "no_traffic", "traffic": "tea"}}]}, "gambling | drugs"),
        ({"turf": [{"id": "queens_drugs", "traffic": "tea"}]}, "is one of gambling, drugs, prostitution"),
        ({"verdict_track": {"spaces": 50}}, "2 to 40 spaces"),
        ({"verdict_track": {"blue_last": 20}}, "blue spaces and red ones"),
        ({"vendetta": [{"id": "burglary", "effect": {"kind": "kill"}}]}, "there are: steal (bills = 1..2)"),
        ({"player_count": [{"players": 3, "verdict_start": 30}]}, "cannot start on space 30"),
    ],
)
def test_an_edition_that_makes_no_sense_is_refused(edition, message):
    with pytest.raises(BadEdition) as refused:
        parts(edition)
    assert message in str(refused.value)


SWAPPED = {
    "underling": [
        {"id": "aldo_agnello", "power": {"kind": "raise_offer", "amount": 25_000}},
        {"id": "beppe_baldini", "power": {"kind": "extra_bill", "bills": 3}},
        {"id": "elio_calvano", "power": {"kind": "none"}},
        {"id": "anthony_gota", "power": {"kind": "move_marker", "spaces": 3}},
        {"id": "francesca_donata", "power": {"kind": "sell_payback"}},
        {"id": "luca_donata", "name": "Luca", "power": {"kind": "draw_when_cheated", "cards": 2}},
    ],
    "investigation": [
        {"id": "dea", "effect": {"kind": "no_powers"}},
        {"id": "fbi", "effect": {"kind": "no_traffic", "traffic": "gambling"}},
        {"id": "nypd", "effect": {"kind": "few_takes", "takes": 2}},
    ],
    "vendetta": [{"id": "shame_of_you", "effect": {"kind": "shame", "respect": 2}},
                 {"id": "turn_the_jury", "effect": {"kind": "push_marker", "spaces": 2}}],
}  # fmt: skip


def test_an_edition_chooses_powers_and_their_numbers_and_the_texts_follow():  # NC-7, NC-81, NC-R47
    box = parts(SWAPPED)
    texts = {part.id: part.text for part in (*box.vendetta, *box.cards)}
    assert texts["beppe_baldini"] == "Draw 3 extra Bills in this Take; they are owed to nobody."
    assert texts["elio_calvano"] == "No power to use." and "move the Verdict marker 3 spaces" in texts["anthony_gota"]
    assert words("it", TITLE.package)(texts["aldo_agnello"]) == "Questa Offerta vale 25.000 in più."
    assert (
        words("fr", TITLE.package)(texts["fbi"]) == "Aucun Encaissement de type Jeux d'argent."
        and "2 spaces" in texts["turn_the_jury"]
    )


def test_powers_work_where_an_edition_puts_them():  # NC-81 to NC-86, NC-R42
    t = table("business", own="black: beppe_baldini queens_drugs", draw="b5 b5 b5 b5 b5", edition=SWAPPED)
    t.moves("beppe_baldini", "queens_drugs", "take drugs", *["draw 5000"] * 4)
    assert t.bank("black") == {"b5": 4}, "one Turf, three bills more"
    t = table("trial", own="black: anthony_gota elio_calvano", banks="black: b20i b20g", edition=SWAPPED)
    assert t.moves("elio_calvano", "20000_innocent").phase == "trial_turn", "Elio has no power here"
    assert t.moves("anthony_gota", "20000_guilty", "left").marker == 11, "Gota moves the marker three spaces"
    own = "black: gisella_agnello alba_baldini bruno_calvano queens_gambling bronx_drugs brooklyn_drugs"
    t = table("business", own=own, street="fbi nypd - -", draw="b5 b5 b5 b5", edition=SWAPPED).moves("gisella_agnello")
    assert t.why_not("queens_gambling") is None, "its Racket is open"
    assert t.moves("queens_gambling").why_not("take gambling") == "FBI is on the Street: no Takes of Gambling"
    t = table("v5", hands="black: turn_the_jury shame_of_you", edition=SWAPPED).moves("play turn_the_jury", "right")
    assert t.marker == 16 and t.moves("play shame_of_you", "white").respect("white") == -2
    t = table("business", own="black: francesca_donata", hands="black: contract", banks="white: b5", edition=SWAPPED)
    assert [m.label for m in t.legal if m.notation == "use luca_donata"] == ["Engage Francesca Donata: sell a Payback for a bill"]


def test_an_edition_has_a_track_and_turfs_of_its_own():  # NC-8, NC-24, NC-75, NC-R47
    long = {"verdict_track": {"spaces": 30, "blue_last": 12}, "turf": [{"id": "queens_drugs", "traffic": "gambling"}]}
    t = table("v5", hands="black: turn_the_jury turn_the_jury", marker=29, edition=long)
    assert t.moves("play turn_the_jury", "right", "play turn_the_jury", "right").marker == 30, "what lies beyond the end is lost"
    assert "· " * 17 + "◆" in t.drawing(), "twelve blue spaces, eighteen red ones"
    assert t.position()["kinds"]["queens_drugs"] == 0b0100001
    over = table("v5", hands="red: anger", turn="red", month=6, marker=12, edition=long).moves("pass")
    assert over.is_over and len(over.result.winners) > 0, "space 12 is blue here"


def test_games_with_other_powers_end_and_positions_belong_to_their_edition():
    match = Match("nostra_city", 4, edition=SWAPPED, seed=5)
    while not match.is_over:
        match.play(match.legal_ids()[-1])
    again = matchfile.from_dict(matchfile.to_dict(match))
    assert again.position() == match.position()
    with pytest.raises(BadPosition, match="power_moved is not what is printed in this edition"):
        Match("nostra_city", 4, by_hand=True).set_position(match.position())


def test_the_move_ids_are_those_of_the_rules_page():
    t = table("v1", hands="black: hush_money", pile="b5")
    assert t.title.moves == 74 and t.legal_ids() == [0, 68]
