"""Printed copies of Der Pate that differ from our data."""

from pathlib import Path

import pytest

from fivefamilies.core import editions, matchfile
from fivefamilies.core.errors import BadEdition, BadMatchFile, BadPosition
from fivefamilies.core.match import Match
from fivefamilies.core.words import LANGUAGES, words
from fivefamilies.games import title
from fivefamilies.games.der_pate.components import Effect, Track, data, parts
from tests.games.der_pate.table import Table

TITLE = title("der_pate")
ROOT = Path(__file__).parents[3]


def played(edition: dict, *moves: str, seats: int = 4) -> Table:
    return Table(TITLE, seats, {"setup": "preset"}, edition=edition, by_hand=True).moves(*moves)


def test_the_rules_read_the_edition_not_our_data():
    edition = {
        "tracks": [{"id": "reputation", "last": 6}, {"id": "revenue", "last": 2, "values": [0, 2000, 5000]}],
        "action_tokens": [{"id": "wedding", "space": 1}, {"id": "baptism", "space": 3}, {"id": "birthday", "space": 5}],
        "business_types": [{"id": "smuggling", "income": 7000, "bonus_track": ""}],
        "boxes": [{"id": "banker", "colour": "grey"}, {"id": "consigliere", "colour": "white"}],
        "events": [{"id": "E05", "colour": "red", "car": 1, "effect": {"kind": "fewest_businesses_cash", "cash": 1000}}],
    }
    t = played(edition, "card E05")
    assert t.view().markers == {"grey": 0, "red": 1} and t.view().car == 1 and t.cash() == [11] * 4
    t.roll("2 2 2 2").moves("place black")
    assert t.cash() == [18, 11, 18, 18] and t.at("corleone", "reputation") == 0
    t.roll("5 1 1").moves("place red").roll("1 1").moves("place white", "place grey")
    assert t.phase == "banker"
    t.play("track revenue")
    assert "Revenue 1/2" in t.drawing(0) and "Reputation 0/6" in t.drawing(0)


def test_a_match_of_another_edition_ends_and_replays():
    edition = {"tracks": [{"id": "influence", "last": 20}], "businesses": [{"id": 0, "number": 5}, {"id": 1, "number": 1}]}
    match = Match(TITLE, 3, edition=edition, seed=2)
    while not match.is_over:
        match.play(match.legal_ids()[-1])
    assert TITLE.flaw(match.state, match.parts) is None


def test_a_position_belongs_to_its_edition():
    position = played({"tracks": [{"id": "reputation", "last": 22}]}).position()
    with pytest.raises(BadPosition, match="not those of this edition"):
        played({}).set_position(position)


def test_our_own_data_is_an_edition():
    rows = {key: data()[key] for key in ("families", "districts", "businesses")}
    assert parts({"districts": [{"id": row["id"], "name": row["name"]} for row in rows["districts"]]}) == parts()


@pytest.mark.parametrize(
    ("edition", "message"),
    [
        ({"dice": []}, "'dice' cannot be replaced"),
        ({"events": {"id": "E01"}}, "events must be a list of tables"),
        ({"events": [{"id": "E11"}]}, "events has no 'E11'; did you mean 'E01'"),
        ({"events": [{"id": "E01", "source": "mine"}]}, "'source' of events cannot be replaced"),
        ({"events": [{"id": "E01", "car": "two"}]}, "'car' of E01 has the wrong type"),
        ({"events": [{"id": "E01", "car": 6}]}, "event E01 moves the car 1 to 5 spaces"),
        ({"events": [{"id": "E01", "colour": "black"}]}, "neither grey nor red"),
        ({"events": [{"id": "E01", "timing": "turn_start"}]}, "'timing' of events cannot be replaced"),
        ({"events": [{"id": "E01", "text": "Each player takes a million."}]}, "'text' of events cannot be replaced"),
        ({"events": [{"id": "E01", "effect": {"kind": "dance"}}]}, r"there are: choice \(steps = 1..5, .*\); ransom_or"),
        ({"events": [{"id": "E05", "effect": {"kind": "fewest_businesses_cash"}}]}, r"cash \(cash = 1000..100000\)"),
        ({"events": [{"id": "E05", "effect": {"kind": "fewest_businesses_cash", "cash": 1500}}]}, "the effect of E05 must be"),
        (
            {"events": [{"id": "E08", "effect": {"kind": "jail_to_advance", "advance": "revenue", "steps": 1}}]},
            "advance = reputation",
        ),
        ({"businesses": [{"id": 0, "number": 2}]}, "2 businesses have the number 1, Protection money should have 3"),
        ({"businesses": [{"id": 0, "number": 9}]}, "businesses have the number 1"),
        ({"business_types": [{"id": "loans", "bonus_track": "favours"}]}, "the bonus track of loans"),
        ({"districts": [{"id": 0, "name": "East Side"}]}, "districts need different names"),
        ({"tracks": [{"id": "reputation", "last": 0}]}, "the last space of reputation is from 1 to 40"),
        ({"tracks": [{"id": "revenue", "values": [0, 1000]}]}, "revenue has an amount for the start"),
        ({"action_tokens": [{"id": "judge", "space": 21}]}, "the space of judge is from 1 to 20"),
        ({"favours": [{"id": "recruit", "space": 5}]}, "the space of recruit is from 1 to 4"),
        ({"boxes": [{"id": "spy", "colour": "grey"}]}, "the four characters of line 4"),
        ({"boxes": [{"id": "raid", "colour": "grey"}]}, "the colour of raid is printed in the rulebook"),
    ],
)
def test_an_edition_that_does_not_fit_is_refused_with_the_reason(edition, message):
    with pytest.raises(BadEdition, match=message):
        parts(edition)


def test_a_card_says_what_it_does_in_every_language():  # DP-23
    effect = {"kind": "choice", "advance": "influence", "steps": 3, "cash": 7000}
    card = parts({"events": [{"id": "E05", "effect": effect}]}).events[4]
    assert (card.effect, card.track, card.steps, card.cash) == (Effect.CHOICE, Track.INFLUENCE, 3, 7)
    told = {language: words(language, TITLE.package)(card.text) for language in LANGUAGES}
    assert told["en"] == "Each player chooses: advance 3 spaces on Influence, or take $7,000 from the bank." == card.text
    assert "3 caselle su Influenza" in told["it"] and "7.000 $" in told["it"] and "3 cases en Influence" in told["fr"]


def test_a_match_of_an_edition_with_texts_of_its_own_still_replays():
    effect = {"kind": "choice", "a": {"advance": "reputation", "steps": 2}, "b": {"cash": 4000}}
    ours = {"kind": "choice", "advance": "reputation", "steps": 2, "cash": 4000}
    match = Match(TITLE, 2, edition={"events": [{"id": "E01", "effect": ours}]}, seed=3)
    while not match.is_over:
        match.play(match.legal_ids()[0])
    stored = matchfile.to_dict(match)
    stored["edition"]["events"][0] |= {"effect": effect, "text": "Anything.", "text_it": "Qualcosa.", "timing": "reveal"}
    again = matchfile.from_dict(stored)
    assert again.position() == match.position() and again.parts.events[0].text == match.parts.events[0].text


def test_matches_from_before_version_2_are_played_on_with_tracks_of_twelve():  # DP-7, DP-R35
    stored = matchfile.read(Path(__file__).parent / "matches" / "before_first_seat.match.json")
    assert stored["rules_version"] == 1 and TITLE.rules_version == 2
    match = matchfile.from_dict(stored)
    assert match.is_over and match.parts.last[:2] == (12, 12) and match.parts.token_spaces == (3, 6, 9, 3, 6, 9)
    assert parts().last[:2] == (20, 20) and parts().token_spaces == (5, 10, 15, 5, 10, 15)
    short = editions.parse((ROOT / "docs" / "games" / "der_pate-12.toml").read_bytes())
    assert editions.box_of(TITLE, short) == match.parts
    with pytest.raises(BadMatchFile, match="played by version 3"):
        matchfile.from_dict(stored | {"rules_version": 3})
