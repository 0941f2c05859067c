"""A match at the keyboard: against bots, or several people at one screen with a curtain between them."""

import contextlib
from collections.abc import Callable
from pathlib import Path

from rich.console import Console

from fivefamilies import bots
from fivefamilies.bots.analysis import analyse, in_words
from fivefamilies.core import matchfile, secretfile
from fivefamilies.core.contract import OBSERVER
from fivefamilies.core.editions import has_house_data, name_in
from fivefamilies.core.errors import FamiliesError
from fivefamilies.core.folders import kept
from fivefamilies.core.match import Match
from fivefamilies.core.safely import make_folder
from fivefamilies.terminal.narrow import narrowed, screen_width

HUMAN = "you"
LOG_LINES = 14


def resume_file(slug: str) -> Path:
    """Where an unfinished match waits."""
    return kept(f"{slug}.match.json")


def edit_lines() -> None:
    """Arrow keys and earlier lines at the prompt, where Python has them."""
    with contextlib.suppress(ImportError):
        import readline

        readline.set_history_length(500)


class Session:
    """One match, its players by seat (`you` or a bot), and the screen."""

    def __init__(
        self, match: Match, players: list[str], console: Console, ask: Callable[[str], str] = input, trusted: bool = False
    ) -> None:  # fmt: skip
        self.match, self.players, self.console, self.ask = match, players, console, ask
        self.say = match.say
        self.bots = {seat: bots.player(name, trusted) for seat, name in enumerate(players) if name != HUMAN}
        self.humans = [seat for seat, name in enumerate(players) if name == HUMAN]
        self.told = dict.fromkeys(self.humans, 0)  # moves whose story each person has read
        self.viewer = self.humans[0] if self.humans else OBSERVER

    # ------------------------------------------------------------ the loop

    def run(self) -> None:
        """Play until the game is over or somebody leaves."""
        edit_lines()
        self.tell_box()
        self.print(self.say("Type a number or the move's words; ? lists the other commands."))
        while not self.match.is_over:
            seat = self.match.actor
            if seat in self.bots:
                self.let_bot_play(seat)
                continue
            self.draw_curtain(seat)
            self.show(seat)
            if not self.take_turn(seat):
                return
        self.tell_news()
        self.show_result()
        secretfile.forget(self.match.promise.commitment)
        resume_file(self.match.title.slug).unlink(missing_ok=True)

    def tell_box(self) -> None:
        """Whose data is in the box, said once."""
        title, edition = self.match.title, self.match.edition
        if edition is not None:
            self.print(self.say("Edition: {name}", name=name_in(edition) or self.say("without a name")))
        if has_house_data(title):
            self.print(self.say(
                "Some data of this box is ours, where the printed one is not known: families edition sources {title}",
                title=title.slug,
            ))  # fmt: skip

    def let_bot_play(self, seat: int) -> None:
        """A bot's move; what it did wrong is told."""
        bot = self.bots[seat]
        known = len(bot.faults)
        self.match.play(bot.choose(self.match.seen(seat, self.match.promise.luck(len(self.match.played), seat))))
        for fault in bot.faults[known:]:
            self.print("  " + self.say("{name}'s bot failed: {fault}", name=self.match.seat_name(seat), fault=fault))

    def take_turn(self, seat: int) -> bool:
        """Ask until a move is made; False when the player leaves."""
        while True:
            try:
                text = self.ask(f"{self.match.seat_name(seat)}> ").strip()
            except (EOFError, KeyboardInterrupt):
                self.print("")
                self.leave()
                return False
            try:
                if self.obey(text, seat):
                    return True
                if text in ("q", "quit"):
                    self.leave()
                    return False
            except FamiliesError as error:
                self.print(f"  {self.say.error(error)}")

    def obey(self, text: str, seat: int) -> bool:
        """Carry out one line; True when the position changed."""
        command, _, rest = text.partition(" ")
        if command in ("q", "quit"):
            return False
        if command in ("", "t"):
            self.show(seat)
        elif command == "?":
            self.show_help()
        elif command in ("l", "log"):
            self.print("\n".join(self.match.log(seat)))
        elif command in ("h", "hint"):
            self.hint(seat)
        elif command in ("w", "why"):
            self.why(rest)
        elif command in ("s", "save"):
            self.save(Path(rest.strip()) if rest.strip() else None)
        elif command in ("u", "undo"):
            return self.undo()
        elif command.isdigit() and not rest:
            return self.play_number(int(command))
        else:
            self.match.play(text)
            return True
        return False

    def play_number(self, number: int) -> bool:
        moves = self.match.legal_ids()
        if not 1 <= number <= len(moves):
            self.print("  " + self.say("there are moves 1 to {n}", n=len(moves)))
            return False
        self.match.play(moves[number - 1])
        return True

    def undo(self) -> bool:
        """Back to the last decision of a person at this screen."""
        made = [ply for ply, played in enumerate(self.match.played) if played.seat in self.humans]
        if not made:
            self.print("  " + self.say("there is nothing to take back"))
            return False
        self.match.undo(len(self.match.played) - made[-1])
        self.told = {seat: min(told, made[-1]) for seat, told in self.told.items()}
        return True

    def save(self, given: Path | None = None) -> None:
        """Write the match to a file, or where it waits; either way its secret is kept apart."""
        path = given or resume_file(self.match.title.slug)
        make_folder(path.parent)
        matchfile.save(self.match, path, self.players, private=given is None)
        self.print("  " + self.say("saved as {path}", path=path))

    def leave(self) -> None:
        """Keep the match for another day."""
        self.save()
        self.print(self.say("Go on with: families play {title} --resume", title=self.match.title.slug))

    # ------------------------------------------------------------ the screen

    def print(self, text: str) -> None:
        self.console.print(narrowed(text, screen_width(self.console)), markup=False, highlight=False, soft_wrap=True)

    def draw_curtain(self, seat: int) -> None:
        """Between two people nobody sees the other's hand."""
        if len(self.humans) > 1 and seat != self.viewer:
            self.console.clear()
            self.print(self.say("Curtain. {name}, take the keyboard.", name=self.match.seat_name(seat)))
            with contextlib.suppress(EOFError, KeyboardInterrupt):
                self.ask(self.say("Press Enter when nobody else is looking. "))
            self.console.clear()
        self.viewer = seat

    def tell_news(self) -> None:
        """What happened since the last look, as the one at the screen may know it."""
        lines = self.match.log(self.viewer, self.told.get(self.viewer, 0))
        if len(lines) > LOG_LINES:
            self.print("  …")
        for line in lines[-LOG_LINES:]:
            self.print(f"  {line}")
        self.told[self.viewer] = len(self.match.played)

    def show(self, seat: int) -> None:
        """The news, the table, the question, the moves."""
        self.print("")
        self.tell_news()
        self.print("")
        self.print(self.match.drawing(seat))
        self.print("")
        self.print(self.match.question())
        for number, move in enumerate(self.match.legal, 1):
            self.print(f"  {number:>2}  {move.label}")

    def show_help(self) -> None:
        for line in (
            self.say("a number or words   make that move (for example: {words})", words=self.match.legal[0].notation),
            self.say("Enter               show the table again"),
            self.say("l                   the whole log"),
            self.say("h                   a hint"),
            self.say("w WORDS             why is that move not possible?"),
            self.say("u                   take back your last decision"),
            self.say("s [FILE]            save the match"),
            self.say("q                   leave; the match waits for you"),
        ):
            self.print("  " + line)

    def hint(self, seat: int) -> None:
        """What the search would do, the best three moves with their chances."""
        found = analyse(self.match, seat)
        for one in found.candidates[:3]:
            words = self.say(in_words(one.chance, self.match.seats))
            self.print(f"  {self.say.share(one.chance):>5}  {one.label}   ({words})")

    def why(self, text: str) -> None:
        """The referee's objection to a move."""
        move = self.match.parse(text)
        objection = self.match.objection(move)
        rules = self.match.title.rules_against(int(self.match.title.objection(self.match.state, move))) if objection else ()
        self.print("  " + " ".join((objection or self.say("that move is legal"), *(f"[{rule}]" for rule in rules))))

    def show_result(self) -> None:
        self.print("")
        self.print(self.match.drawing(self.viewer))
        result = self.match.result
        assert result is not None
        self.print("")
        if not result.winners:
            self.print(self.say("Nobody wins."))
        for seat in result.winners:
            self.print(self.say("{name} wins.", name=self.match.seat_name(seat)))
        order = sorted(range(self.match.seats), key=lambda seat: -result.payoffs[seat])
        for seat in order:
            player = self.say("you") if seat in self.humans else self.players[seat]
            won = self.say.number(result.points[seat])
            words = self.say.many("{name} ({player}): {won} point", "{name} ({player}): {won} points", 1 if won == "1" else 2,
                                  name=self.match.seat_name(seat), player=player, won=won)  # fmt: skip
            self.print(f"  {words}")
