"""The first-sight evaluation of Der Pate: greedy walks the track that counts."""

from fivefamilies.bots import bot
from fivefamilies.core.match import Match
from fivefamilies.games import title
from tests.games.der_pate.table import table

TITLE = title("der_pate")


def finished(names: list[str], seed: int) -> Match:
    """A match of these bots."""
    match, bots = Match(TITLE, len(names), seed=seed), [bot(name) for name in names]
    while not match.is_over:
        match.play(bots[match.actor].choose(match.seen(match.actor, seed=len(match.played))))
    return match


def first_choice(match: Match) -> str:
    """What greedy would do here."""
    return match.notation(bot("greedy").choose(match.seen(match.actor)))


def test_greedy_reaches_the_end_of_the_ko_track_in_most_games():  # DP-85
    games = [finished(["greedy", "random", "greedy"], seed) for seed in range(8)]
    reached = sum(not match.view().families[seat].is_eliminated for match in games for seat in (0, 2))
    assert reached >= 11, f"{reached} of 16"
    assert sum(1 in match.result.winners for match in games) <= 1


def test_greedy_wants_the_steps_that_save_it():
    t = table(2, "grey 3, red 3, white 5", ko="influence", markers=(2, 4), round=7, tracks="corleone influence 9")
    assert first_choice(t) == "place red"
    t = table(2, "grey 3, red 3, white 5", ko="reputation", markers=(4, 2), round=7, tracks="corleone reputation 9")
    assert first_choice(t) == "place grey"


def test_greedy_does_not_raid_itself_and_takes_what_pays():
    t = table(3, "red 5, white 1", car=3, owners="c c c - - - - c - - - -")
    assert first_choice(t) == "place white"
    t = table(1, "grey 1, red 5, black 4, white 3", owners="- c - - - - - c - - - -")
    assert first_choice(t) == "place red"


def test_greedy_uses_friends_for_money_at_the_end():
    t = table(5, round=7, friends="corleone 2", tracks="corleone favours 4", ko="influence", markers=(3, 4))
    assert first_choice(t) == "favour cash"
    assert first_choice(t.moves("favour cash", "favour cash")) == "end turn"
