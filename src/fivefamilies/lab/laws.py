"""The laws that hold for every title, every seat count, every option, over random play.

`check` plays random games in compiled code, then looks hard at some moments of each. What it finds broken it returns with the
match that shows it.
"""

import json
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

import msgspec
import numpy as np

from fivefamilies import games
from fivefamilies.core import kernels, matchfile
from fivefamilies.core.chance import generator
from fivefamilies.core.contract import CHANCE, OBSERVER, Title, Value
from fivefamilies.core.errors import Stopped
from fivefamilies.core.events import knows
from fivefamilies.core.match import Match, spoken
from fivefamilies.core.matchform import MatchData
from fivefamilies.core.moves import phase_of, take_apart
from fivefamilies.core.pieces import blank_log
from fivefamilies.core.record import Record, content
from fivefamilies.core.verbs import Guess
from fivefamilies.core.words import LANGUAGES, words
from fivefamilies.lab.mass import Games, play_batch
from fivefamilies.lab.workers import HERE, crew, spread

LAWS = {
    "ends": "a game ends within the title's bound",
    "agreement": "legal and objection agree on every move id, somebody to act has a legal move, and what is sampled is legal",
    "replay": "replaying a match's moves gives the same bytes",
    "pieces": "every component is in exactly one place",
    "position": "load(dump(s)) == s",
    "notation": "parse(notation(move)) == move",
    "secrecy": "a guess looks the same to its seat: view, observation, legal moves, question, labels",
    "leaks": "a guess depends on nothing that its seat cannot know: a guess of a guess is the guess",
    "story": "what a seat is told of a move depends on nothing that it does not see then",
    "words": "every move, event and question has words in every language",
    "interpreted": "interpreted and compiled play give the same moves and bytes",
}
MOMENTS = 5  # looked at hard in each game
TOLD = 6  # moves of chance that are compared in one moment, and half as many of a seat
NO_LOG = blank_log(0)
AT_ONCE = 10  # games played in one go
INTERPRETED_GAMES = 1  # of each set-up, replayed without the compiler

Row = tuple[int, ...]  # of the log
Replay = tuple[MatchData, str]  # a match and the fingerprint of its compiled play


class LawBroken(Exception):
    """A law does not hold; says which, and what was seen."""

    def __init__(self, law: str, what: str) -> None:
        super().__init__(f"{LAWS[law]}: {what}")
        self.law, self.what = law, what


@dataclass
class Report:
    """What `check` found."""

    title: str
    games: int = 0
    moves: int = 0
    moments: int = 0
    setups: int = 0
    held: dict[str, int] = field(default_factory=lambda: dict.fromkeys(LAWS, 0))
    broken: str | None = None
    law: str | None = None
    counterexample: MatchData | None = None

    def add(self, part: "Report") -> None:
        """Count what was found elsewhere; the first broken law stays."""
        self.games += part.games
        self.moves += part.moves
        self.moments += part.moments
        self.setups += part.setups
        for law, times in part.held.items():
            self.held[law] += times
        if part.broken and not self.broken:
            self.broken, self.law, self.counterexample = part.broken, part.law, part.counterexample

    def blame(self, error: LawBroken, match: MatchData) -> None:
        """A law is broken, and this match shows it."""
        self.broken, self.law, self.counterexample = str(error), error.law, match


def check(
    title: Title,
    seats: Iterable[int] | None = None,
    games: int = 200,
    seed: int = 1,
    moments: int = MOMENTS,
    progress: Callable[[int], None] | None = None,
    workers: int | None = HERE,
) -> Report:
    """Run the laws over random games, shared among all seat counts and option settings; Ctrl-C raises Stopped with the report.

    The games are the same for any number of `workers`: processes beside this one, or HERE; None takes all cores.
    """
    for n in seats or ():
        title.check_seats(n)
    setups = [(n, options) for n in (seats or title.seats) for options in title.settings(n)]
    each = max(1, -(-games // len(setups)))
    crowd = HERE if workers == HERE or not can_travel(title) else crew(workers)
    lots = [
        (title if crowd == HERE else title.slug, n, options, min(AT_ONCE, each - first), number, first, seed, moments)
        for first in range(0, each, AT_ONCE)
        for number, (n, options) in enumerate(setups)
    ]
    report, replays = Report(title.slug), list[Replay]()
    try:
        for part, own in spread(check_lot, lots, crowd):
            report.add(part)
            replays += own
            if progress:
                progress(part.games)
            if report.broken:
                return report
        shares = [(replays[first :: max(1, crowd)],) for first in range(max(1, crowd))]
        for what, match in filter(None, spread(check_interpreted, shares, crowd)):
            report.blame(LawBroken("interpreted", what), match)
        report.held["interpreted"] += len(replays)
    except KeyboardInterrupt as stop:
        raise Stopped(report) from stop
    return report


def can_travel(title: Title) -> bool:
    """Does another process find the same title by its name?"""
    return title.slug in games.names() and games.title(title.slug) is title


def check_lot(
    title: Title | str, seats: int, options: dict[str, Value], size: int, number: int, first: int, seed: int, moments: int
) -> tuple[Report, list[Replay]]:
    """Some games of one set-up: what was found, and the first match of the set-up for the interpreter."""
    rules = games.title(title) if isinstance(title, str) else title
    report, replays = Report(rules.slug, setups=int(first == 0)), list[Replay]()
    try:
        luck = seed * 7919 + number + first * 1_000_003
        check_setup(rules, seats, options, size, luck, moments, report, replays, INTERPRETED_GAMES if first == 0 else 0)
    except Counterexample as found:
        report.blame(found.error, found.match)
    return report, replays


class Counterexample(Exception):
    """A broken law with the match that breaks it."""

    def __init__(self, error: LawBroken, match: MatchData) -> None:
        super().__init__(str(error))
        self.error, self.match = error, match


def taped_games(title: Title, seats: int, options: dict[str, Value], games: int, seed: int) -> Games:
    """Random games with their moves written down."""
    encoded = title.encode(options)
    taped = 4096
    while True:
        played = play_batch(title, seats, encoded, games, seed, [kernels.RANDOM] * seats, taped)
        if played.lengths.max() <= taped or played.lengths.max() > title.bound:
            return played
        taped = int(played.lengths.max())


def check_setup(
    title: Title, seats: int, options: dict[str, Value], games: int, seed: int, moments: int, report: Report,
    replays: list[Replay], kept: int,
) -> None:  # fmt: skip
    """The laws for one seat count and one setting of the options."""
    played = taped_games(title, seats, options, games, seed)
    rng = random.Random(seed)

    def fail(game: int, ply: int, law: str, what: str) -> None:
        match = replay(title, seats, options, played.tape[game, :ply])
        raise Counterexample(LawBroken(law, what), matchfile.to_dict(match))

    longest = int(played.lengths.argmax())
    if played.lengths[longest] > title.bound:
        fail(longest, min(2000, title.bound), "ends", f"still going after {title.bound} moves")
    disagreement = agreement(title, seats, options, played)
    if disagreement >= 0:
        fail(disagreement >> 32, disagreement & 0xFFFFFFFF, "agreement", "they differ here")
    for game in range(games):
        length = int(played.lengths[game])
        match = Match(title, seats, options, by_hand=True)
        hard = set(rng.sample(range(length + 1), min(moments, length + 1))) | {length}
        for ply in range(length + 1):
            if ply in hard:
                with_words = ply in (length, min(hard))
                try:
                    look_hard(match, rng, with_words)
                except LawBroken as broken:
                    fail(game, ply, broken.law, broken.what)
                report.moments += 1
                report.held["words"] += with_words
            if ply + 1 in hard:
                match.make(int(played.tape[game, ply]))
            elif ply < length:
                title.play(match.state, int(played.tape[game, ply]), NO_LOG)
        again = title.state.blank()
        title.begin(again, seats, title.encode(options))
        for move in played.tape[game, :length]:
            title.play(again, int(move), NO_LOG)
        if content(again) != content(match.state):
            fail(game, length, "replay", "the final positions differ")
        if game < kept:
            whole = replay(title, seats, options, played.tape[game, :length])
            replays.append((matchfile.to_dict(whole), fingerprint(whole)))
        report.games += 1
        report.moves += length
    for law in ("ends", "agreement", "replay"):
        report.held[law] += games
    for law in ("pieces", "position", "notation", "secrecy", "leaks", "story"):
        report.held[law] = report.moments


def replay(title: Title, seats: int, options: dict[str, Value], moves: Iterable[int]) -> Match:
    """A match with these moves."""
    match = Match(title, seats, options, by_hand=True)
    for move in moves:
        match.make(int(move))
    return match


def agreement(title: Title, seats: int, options: dict[str, Value], played: Games) -> int:
    """Where `legal` and `objection` first disagree in these games, or -1."""
    run = kernels.kernel(kernels.agree_on_legality, "i64", kernels.LAW_VERBS, kernels.LAW_REST, title.layout)
    states = title.state.array(len(played.lengths))
    encoded = title.encode(options)
    for game in range(len(states)):
        title.begin(kernels.wrap(states[game]), seats, encoded)
    return int(
        run(
            *(getattr(title, verb) for verb in kernels.LAW_VERBS),
            states, played.tape, played.lengths, np.zeros(max(title.moves, title.outcomes) + 1, np.int16),
            np.zeros(title.outcomes + 1, np.int32), blank_log(0), title.moves, title.outcomes,
        )
    )  # fmt: skip


def look_hard(match: Match, rng: random.Random, with_words: bool = True) -> None:
    """The laws of one moment."""
    title, state = match.title, match.state
    problem = title.flaw(state, match.parts)
    if problem:
        raise LawBroken("pieces", problem)
    position = json.loads(json.dumps(match.position()))
    if content(title.state.load(position)) != content(state):
        raise LawBroken("position", "the position changes when it is written and read")
    check_notation(match)
    if with_words:
        check_words(match)
    for seat in range(match.seats):
        check_secrecy(match, seat, rng.getrandbits(32), rng.getrandbits(32))
    check_story(match, rng)


def check_notation(match: Match) -> None:
    """Every move's words mean that move and no other."""
    if match.is_over:
        return
    count = match.title.outcomes if match.actor == CHANCE else match.title.moves
    said: dict[str, int] = {}
    for move in range(count):
        text = spoken(match.notation(move))
        if text in said:
            raise LawBroken("notation", f"moves {said[text]} and {move} are both '{text}'")
        said[text] = move


def check_words(match: Match) -> None:
    """Every sentence of this moment, in every language."""
    title, state, parts = match.title, match.state, match.parts
    limit = 0 if match.is_over else title.outcomes if match.actor == CHANCE else title.moves
    refused = [(move, code) for move in range(limit) if (code := int(title.objection(state, move)))]
    watchers, events = (OBSERVER, *range(match.seats)), match.played[-1].events if match.played else ()
    views = [title.view(state, seat, parts) for seat in watchers]
    rows = [title.redact(row, seat) for seat in watchers for row in events]
    for language in LANGUAGES:
        say = words(language, title.package)
        sentences = [title.question(state, parts, say)]
        sentences += [title.say_move(state, move, parts, say) for move in match.legal_ids()]
        sentences += [title.seat_name(state, seat, parts, say) for seat in range(match.seats)]
        sentences += [title.refuse(state, move, code, parts, say) for move, code in refused]
        sentences += [title.draw(view, parts, say) for view in views]
        sentences += [told for row in rows if (told := title.tell(row, state, parts, say)) is not None]
        if not all(isinstance(line, str) and line for line in sentences):
            raise LawBroken("words", f"a sentence is missing in {language}")


def seen_by(match: Match, state: Record, seat: int) -> bytes:
    """All that a seat is shown of a position, as bytes."""
    title, parts = match.title, match.parts
    numbers = title.look(state, seat)
    view = title.view(state, seat, parts)
    actor = int(title.actor(state))
    pages = [str(actor), title.question(state, parts, words("en", title.package))]  # drawings come from the view alone
    if actor == seat:
        moves = np.zeros(title.moves + 1, np.int16)
        count = int(title.legal(state, moves))
        pages += [title.say_move(state, int(m), parts, words("en", title.package)) for m in moves[:count]]
        pages += [str(int(title.objection(state, move))) for move in range(title.moves)]
    return b"\0".join((msgspec.json.encode(view), numbers.tobytes(), *(page.encode() for page in pages)))


def check_secrecy(match: Match, seat: int, a: int, b: int) -> None:
    """A guess looks the same to its seat, and a guess of a guess is the guess; so does a hunch."""
    title, state = match.title, match.state
    for name, guess in guesses(title).items():
        guessed = guess_of(title, guess, state, seat, a)
        if seen_by(match, guessed, seat) != seen_by(match, state, seat):
            raise LawBroken("secrecy", f"seat {seat} can tell its {name} from the real position")
        problem = title.flaw(guessed, match.parts)
        if problem:
            raise LawBroken("pieces", f"in a {name} of seat {seat}: {problem}")
        if content(guess_of(title, guess, guessed, seat, b)) != content(guess_of(title, guess, state, seat, b)):
            raise LawBroken("leaks", f"the {name} of seat {seat} depends on what it cannot know")


def check_story(match: Match, rng: random.Random) -> None:
    """Moves after which a seat sees the same are told to it in the same way, or the log gives a secret away.

    Then it knows the same, and guesses the same. Whoever makes a move knows which it is; chance tells nobody.
    """
    title, actor = match.title, match.actor
    told: dict[tuple[int, bytes], tuple[int, Any, list[Any]]] = {}
    moves, luck = match.legal_ids(), rng.getrandbits(32)
    if len(moves) < 2:
        return
    for move in rng.sample(moves, min(len(moves), TOLD if actor == CHANCE else TOLD // 2)):
        state, log = title.state.copy(match.state), blank_log(title.log_rows)
        title.play(state, move, log)
        rows = [tuple(int(cell) for cell in row) for row in log[1 : int(log[0, 0]) + 1]]
        for seat in {OBSERVER, *range(match.seats)} - {actor}:
            seen = msgspec.json.encode(title.view(state, seat, match.parts))
            heard = [tuple(title.redact(row, seat)) for row in rows]
            other, before, said = told.setdefault((seat, seen), (move, state, heard))
            both = f"seat {seat} cannot tell {match.notation(other)} and {match.notation(move)} apart"
            if said != heard:
                if not may_be_told_apart(match, move, seat, said, heard):
                    raise LawBroken("story", f"{both}, but its log can: {said} and {heard}")
            elif seat != OBSERVER and other != move:
                for name, guess in guesses(title).items():
                    one, another = (guess_of(title, guess, position, seat, luck) for position in (before, state))
                    if content(one) != content(another):
                        raise LawBroken("leaks", f"{both}, but its {name} can")


def guesses(title: Title) -> dict[str, Guess]:
    """The guesses of a title by name: most have one."""
    return {"guess": title.guess} | ({} if title.hunch is title.guess else {"hunch": title.hunch})


def guess_of(title: Title, guess: Guess, state: Record, seat: int, luck: int) -> Record:
    """A guess of a seat at this position."""
    guessed = title.state.copy(state)
    guess(guessed, seat, generator(luck))
    return guessed


def may_be_told_apart(match: Match, move: int, seat: int, said: list[Row], heard: list[Row]) -> bool:
    """Is it declared that everybody sees this move, whatever it leaves on the table, or that this seat is shown something?"""
    kinds = match.title.kinds.get("Chance") if match.actor == CHANCE else match.title.kinds.get("Move")
    spoken = take_apart(kinds, move, phase_of(match.state)) if kinds else None
    if spoken is None:
        return False
    return spoken.declared.is_public or (spoken.declared.is_glance and differ_in_secrets(match.title, seat, said, heard))


def differ_in_secrets(title: Title, seat: int, said: list[Row], heard: list[Row]) -> bool:
    """Do two stories differ only in columns that are declared secrets of this seat?"""
    if [row[0] for row in said] != [row[0] for row in heard]:
        return False
    for one, other in zip(said, heard, strict=True):
        declared = title.kinds["Event"](one[0]).declared
        for a, b, column in zip(one[1:], other[1:], declared.columns.values(), strict=False):
            if a != b and not (column.is_secret and knows(declared, column, other, seat)):
                return False
    return True


# ---------------------------------------------------------------- interpreted play


def fingerprint(match: Match) -> str:
    """A hash of the legal moves before every move of the match, and of its last position."""
    digest, again = sha256(), match.anew()
    for played in match.played:
        digest.update(str(again.legal_ids()).encode())
        again.make(played.move)
    digest.update(content(again.state))
    return digest.hexdigest()


def check_interpreted(replays: list[Replay]) -> tuple[str, MatchData] | None:
    """Replay the matches in a process without the compiler and compare the legal moves and the final bytes."""
    found = subprocess.run(
        [sys.executable, "-m", __name__],
        input=json.dumps([match for match, _ in replays]),
        capture_output=True, text=True, env={**os.environ, "FIVEFAMILIES_INTERPRETED": "1"}, check=False,
    )  # fmt: skip
    hashes = found.stdout.split()
    for number, (match, compiled) in enumerate(replays):
        if number >= len(hashes):
            return found.stderr.strip().splitlines()[-1], match
        if hashes[number] != compiled:
            return "the legal moves or the final positions differ", match
    return None


def main() -> None:
    """Read matches as JSON, print the fingerprint of each: run with FIVEFAMILIES_INTERPRETED=1."""
    for data in json.load(sys.stdin):
        print(fingerprint(matchfile.from_dict(data, typed=games.title(data["title"]))), flush=True)


if __name__ == "__main__":
    main()
