"""Every move, question and event of Der Pate in words, in three languages."""

import pytest

from fivefamilies.core.match import Match
from fivefamilies.core.words import LANGUAGES, words
from fivefamilies.games import title
from fivefamilies.games.der_pate.components import EVENT_IDS
from fivefamilies.games.der_pate.words import Event
from tests.games.der_pate.table import before_card, table

TITLE = title("der_pate")
VARIANTS = ((0, 1, 1, 1), (1, 4, 2, 2), (1, 1, 4, 3), (0, 0, 6, 4), (4, 3, 1, 1))  # seats, the bank, the neutral family


@pytest.mark.parametrize("event", list(Event))
def test_every_event_has_a_sentence_in_every_language(event):
    t = table()
    told = []
    for columns in VARIANTS:
        if event in (Event.MARKER, Event.KO_TRACK, Event.CARD):
            columns = (columns[0] % 2, columns[1])
        row = (event, *columns, *(-1,) * (4 - len(columns)))
        try:
            lines = [TITLE.tell(row, t.state, t.parts, words(language, TITLE.package)) for language in LANGUAGES]
        except (ValueError, IndexError, KeyError):
            continue  # columns that this event cannot have
        assert all(line and "{" not in line for line in lines), lines
        assert len(set(lines)) == len(LANGUAGES), lines
        told.append(lines)
    assert told, event


def test_whole_games_can_be_told_in_every_language():
    for seats in TITLE.seats:
        for seed in range(4):
            match = Match(TITLE, seats, seed=seed)
            while not match.is_over:
                moves = match.legal_ids()
                match.play(moves[(5 * len(match.played) + seed) % len(moves)])
            for language in LANGUAGES:
                match.say = words(language, TITLE.package)
                assert all(match.log())


def test_money_is_written_as_each_language_does():
    t = table(2, "grey 1, red 4, white 5").moves("place white")
    lines = {}
    for language in LANGUAGES:
        t.say = words(language, TITLE.package)
        lines[language] = t.lines(0)[1]
    assert lines == {
        "en": "Corleone takes $5,000 from the bank",
        "it": "Corleone prende 5.000 $ dalla banca",
        "fr": "Corleone prend 5\u202f000\u00a0$ à la banque",
        "de": "Corleone nimmt 5.000\u00a0$ aus der Bank",
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_drawing_fits_a_terminal(language):
    for card in EVENT_IDS:
        t = before_card(
            tokens="corleone wedding baptism birthday policeman judge senator", debts="corleone tattaglia 1, corleone stracci 2",
            tracks="corleone reputation 12 influence 12 revenue 4 favours 4", tombs="corleone 1", cash="corleone 100",
        ).moves(f"card {card}")  # fmt: skip
        t.say = words(language, TITLE.package)
        assert max(len(line) for line in t.drawing(0).splitlines()) <= 100
        assert t.question() and all(move.label for move in t.legal)


def test_labels_say_where_a_die_goes():
    t = table(3, "black 2, white p", tokens="corleone senator")
    assert [move.label for move in t.legal] == [
        "Place the black die (2) on Takeover",
        "Place the white die (puppet master) on Press",
        "Senator: place the black die (2) on Meeting of the Godfathers",
        "Senator: place the black die (2) on FBI raid",
        "Senator: place the black die (2) on Friend of the Family",
    ]
