"""The example bot of the documentation plays a whole match, also when the server is killed under it."""

import subprocess
import sys
from pathlib import Path

from tests.table.house import Person, open_house, token_of

BOT = Path(__file__).parents[2] / "docs" / "example_bot.py"


def test_the_example_bot_plays_a_match_to_its_end(tmp_path):
    with open_house(tmp_path / "table.db") as house:
        anna = Person(house)
        table = anna.open_table(seats=2, bot="random")
        command = [sys.executable, str(BOT), house.base, token_of(anna, table, 0)]
        bot = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        house.kill()
        house.open()
        said, _ = bot.communicate(timeout=120)
        assert bot.returncode == 0 and said.startswith("family_business: the winners are ["), said
        assert "Play again" in anna.page(table)


def test_a_wrong_token_is_told_so(house):
    done = subprocess.run([sys.executable, str(BOT), house.base, "nobody.x"], capture_output=True, text=True, timeout=30)
    assert done.returncode == 1 and "that token is not known here" in done.stderr
