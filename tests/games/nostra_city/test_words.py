"""The words of Nostra City: what a hand can touch, names in every language, what the log keeps to itself."""

import random

from fivefamilies.core.contract import OBSERVER
from fivefamilies.core.events import UNKNOWN, spell
from fivefamilies.core.match import Match
from fivefamilies.core.words import LANGUAGES, words
from fivefamilies.games.nostra_city.words import Event
from tests.games.entries import seen
from tests.games.nostra_city.table import table

# The rules page under Information: who knows the secret of an event, by the columns they stand in.
SECRETS = {
    "DRAWS_BILL": ("bill", {"player"}), "GIVES": ("bill", {"player", "other"}), "DRAWS_VENDETTA": ("card", {"player"}),
    "TAKES_BACK": ("bill", {"player"}), "CORRUPTS": ("bill", {"player"}), "LOOKS": ("bill", {"player"}),
    "TAKES_FROM_PILE": ("bill", {"player"}), "STEALS": ("bill", {"player", "other"}), "PEEKS": ("card", {"player"}),
}  # fmt: skip


def test_no_respect_at_all_is_shown_as_nothing_else():  # NC-R17
    t = table(own="black: anthony_gota; white: donato_agnello")
    players = next(entry for entry in seen(t, 0) if entry.key == "players").inside
    points = [(entry.kind, entry.text) for player in players for entry in player.inside if entry.key == "respect"]
    assert points == [("points", "1"), ("points", "-1"), ("points", "0")]


def test_a_space_is_counted_from_1_in_moves_log_view_and_questions():  # NC-46, NC-47
    t = table("meeting", own="black: elio_calvano", banks="black: b5", street="- - villa -").moves("elio_calvano")
    assert [(move.notation, move.label) for move in t.legal] == [("space 3", "Space 3: Seaside Villa")]
    t.play("space 3")
    assert [space.id for space in t.view(0).spaces if space.is_current] == ["3"] and t.view(0).space == 2
    assert not any(space.is_current for space in t.view(1).spaces), "nobody else knows"
    t.moves("5000", "close", "done", "done", "done")
    assert "Black bids 1 bill with Elio Calvano for space 3" in t.told() and t.view(1).players[0].offers[0].space == 3
    row = next(row for played in t.played for row in played.events if row[0] == Event.OFFER)
    assert spell(Event, row, t.state, t.parts)["space"] == "3"


def test_the_names_of_an_edition_win_over_ours():
    edition = {
        "respect_card": [{"id": "villa", "it": "L'{Isola}"}, {"id": "yacht", "en": "Boat", "fr": "Bateau"}],
        "underling": [{"id": "elio_calvano", "name": "E. Calvano"}],
    }
    match = Match("nostra_city", 3, edition=edition)
    cards = {part.id: part for part in match.parts.cards}
    villas = ("Seaside Villa", "L'{Isola}", "Villa en bord de mer", "Villa am Meer")
    yachts = ("Boat", "Yacht", "Bateau", "Jacht")
    for language, villa, yacht in zip(LANGUAGES, villas, yachts, strict=True):
        say = words(language, match.title.package)
        assert (say(cards["villa"].name), say(cards["yacht"].name)) == (villa, yacht)
        assert say(cards["elio_calvano"].name) == "E. Calvano"


def test_the_secrets_of_the_log_are_those_of_the_rules_page():  # NC-R11, NC-R35, NC-R42
    declared = {
        event.name: (name, set(column.known_to))
        for event in Event for name, column in event.declared.columns.items() if column.is_secret
    }  # fmt: skip
    assert declared == SECRETS


def test_no_seat_is_told_a_secret_that_is_not_his():
    """Every row of many games, for every seat: hidden from whoever does not stand in it, whole for whoever does."""
    hidden, known = set(), set()
    for seed in range(8):
        match, chooser = Match("nostra_city", 3 + seed % 3, seed=seed), random.Random(seed)
        while not match.is_over:
            match.play(chooser.choice(match.legal_ids()))
        for row in (row for played in match.played for row in played.events):
            event = Event(row[0])
            cells = event.declared.read(row)
            for seat in (*range(match.seats), OBSERVER):
                told = tuple(match.title.redact(row, seat))
                if event.name not in SECRETS:
                    assert told == row
                    continue
                secret, knowing = SECRETS[event.name]
                face_up = (event.name == "DRAWS_VENDETTA" and cells["card"] >= 10) or (
                    event.name == "TAKES_BACK" and cells["seen"] == 1
                )
                may_know = face_up or (seat >= 0 and seat in {cells[name] for name in knowing})
                place = 1 + list(cells).index(secret)
                assert told == (row if may_know else (*row[:place], UNKNOWN, *row[place + 1 :]))
                (known if may_know else hidden).add(event.name)
    assert hidden == known == set(SECRETS)
