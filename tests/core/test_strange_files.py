"""Match files from strangers: whatever is in them, the answer is a match or one sentence, and nothing of theirs is run."""

import copy
import json
import random
import stat
import sys
import time
from functools import lru_cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fivefamilies import games
from fivefamilies.core import datafile, editions, folders, matchfile, secretfile
from fivefamilies.core.errors import BadMatchFile, FamiliesError, UnknownGame
from fivefamilies.core.match import Match
from fivefamilies.core.record import content

STRANGE_TEXT = st.sampled_from([
    "", "x" * 3000, "\x00", "\x1b[2J", "\ud800", "a\nb", "²", "../../x", "test.autotest", "evil.module", "this", "-1", "{x}", "{",
])  # fmt: skip
LEAVES = st.one_of(
    st.none(), st.booleans(), st.integers(-3, 300), st.sampled_from([2**31, -(2**63), 10**30, 10**400]), st.floats(), STRANGE_TEXT
)
JUNK = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(STRANGE_TEXT, inner, max_size=3), max_leaves=8
)


@lru_cache(maxsize=None)
def played(slug: str) -> dict:
    """The data of a match of some moves, its secret put in as old versions did."""
    match, chooser = Match(slug, seed=3), random.Random(1)
    for _ in range(12):
        match.play(chooser.choice(match.legal_ids()))
    data = json.loads(json.dumps(matchfile.to_dict(match, [f"name {seat}" for seat in range(match.seats)])))
    data["chance"]["secret"] = match.promise.secret.hex()
    return data


def places(value, path=()):
    """The way to every entry."""
    yield path
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, entry in entries:
        yield from places(entry, (*path, key))


def put(data, path, junk, is_removed):
    """The data with one entry changed or gone."""
    if not path:
        return junk
    data = copy.deepcopy(data)
    inner = data
    for key in path[:-1]:
        inner = inner[key]
    if is_removed:
        del inner[path[-1]]
    else:
        inner[path[-1]] = junk
    return data


def read_by_everybody(raw: bytes) -> None:
    """Every way in which a file is read: a match, or one sentence."""
    for reader in (lambda: matchfile.from_dict(matchfile.parse(raw)), lambda: matchfile.verify(matchfile.parse(raw))):
        try:
            reader()
        except FamiliesError as error:
            assert str(error)


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_a_mangled_file_gets_a_sentence_and_imports_nothing(data):
    whole = played(data.draw(st.sampled_from(games.TITLES)))
    path = data.draw(st.sampled_from(list(places(whole))))
    strange = json.dumps(put(whole, path, data.draw(JUNK), data.draw(st.booleans()))).encode()
    if data.draw(st.integers(0, 3)) == 0:
        cut = data.draw(st.integers(0, len(strange)))
        strange = strange[:cut] + data.draw(st.binary(max_size=4)) + strange[cut + data.draw(st.integers(0, 3)) :]
    before = set(sys.modules)
    read_by_everybody(strange)
    assert not {name for name in set(sys.modules) - before if not name.startswith(("fivefamilies", "numba", "llvmlite"))}


SMALL_BUT_SLOW = [
    "a." * 30_000 + "a=1", "[" + "a." * 30_000 + "a]", "x={" + "a ." * 20_000 + "a=1}", '"\u2028".' * 12_000 + "a=1",
    "\n".join(["a.a=1"] * 9000), "a=" + "[" * 60_000, "a=" + "{a=" * 15_000, "a=" + "9" * 60_000, "a=0x" + "f" * 60_000,
    "a=1e" + "9" * 60_000, "a=[" + "1," * 30_000 + "]", "".join(f"[a.b{n}]\n" for n in range(5000)),
    "".join(f"[[a]]\n[a.b]\nc.d.e={n}\n" for n in range(2000)), "a=1979-13-45",
]  # fmt: skip


@pytest.mark.parametrize("text", SMALL_BUT_SLOW, ids=lambda text: text[:9])
def test_an_edition_that_is_small_and_takes_for_ever_is_refused_at_once(text):
    """A minute, once, for thirty thousand dots in a line; a number of five thousand digits was a mistake of ours."""
    began = time.process_time()
    with pytest.raises(FamiliesError):
        editions.box_of(games.title("the_boss"), editions.parse(text.encode()))
    assert time.process_time() - began < 1.5


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_an_edition_of_a_stranger_gets_a_sentence_or_a_match_that_plays(data):
    slug = data.draw(st.sampled_from(games.TITLES))
    title = games.title(slug)
    ours = datafile.read(title.package)
    table = data.draw(st.sampled_from(sorted(ours)))
    path = data.draw(st.sampled_from(list(places(ours[table]))))
    edition = {table: put(json.loads(json.dumps(ours[table], default=str)), path, data.draw(JUNK), data.draw(st.booleans()))}
    if data.draw(st.booleans()) and isinstance(edition[table], list):
        edition[table] = [row if isinstance(row, dict) else {"id": row} for row in edition[table]][:3]
    whole = {**played(slug), "edition": edition, "moves": []}
    whole["chance"] = {**whole["chance"], "secret": "00" * 32}
    try:
        match = matchfile.from_dict(matchfile.parse(json.dumps(whole).encode()))
    except FamiliesError as error:
        assert str(error)
        return
    for _ in range(40):
        if match.is_over:
            break
        moves = match.legal_ids()
        assert moves and len(set(moves)) == len(moves)
        match.play(moves[0]) if match.actor >= 0 else match.draw()


@pytest.mark.parametrize("slug", games.TITLES)
def test_a_deep_or_endless_file_is_refused(slug, tmp_path):
    whole = json.dumps(played(slug))
    deep = whole.replace('"edition": null', '"edition": {"a": ' + "[" * 200_000 + "]" * 200_000 + "}")
    for raw in (deep, '{"a":' * 100_000, "[" * 100_000, whole + " " * (9 << 20)):
        path = tmp_path / "deep.match.json"
        path.write_text(raw)
        with pytest.raises(BadMatchFile):
            matchfile.load(path)


def test_a_file_cannot_name_a_module_but_a_person_can(tmp_path, monkeypatch):
    """A title from elsewhere is imported where it was typed, never because a file says so."""
    witness, module = tmp_path / "witness", tmp_path / "their" / "game.py"
    module.parent.mkdir()
    module.write_text(
        f"import pathlib\npathlib.Path({str(witness)!r}).touch()\nfrom dataclasses import replace\nimport fivefamilies\n"
        "TITLE = replace(fivefamilies.title('the_boss'), slug='their.game')\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    data = {**played("the_boss"), "title": "their.game"}
    for reader in (matchfile.from_dict, matchfile.verify):
        with pytest.raises(UnknownGame, match="unknown game 'their"):
            reader(data)
    assert not witness.exists() and "their.game" not in sys.modules
    typed = games.title("their.game")
    assert witness.exists() and len(matchfile.from_dict(data, typed=typed).played) == len(data["moves"])
    assert matchfile.verify(data, typed) > 0


def test_no_file_of_an_unfinished_match_holds_its_secret(tmp_path):
    for slug in games.TITLES:
        match = Match(slug)
        path = tmp_path / f"{slug}.match.json"
        matchfile.save(match, path, reveal=True)
        assert match.promise.secret.hex() not in path.read_text() + matchfile.dumps(match) + json.dumps(matchfile.to_dict(match))
        kept = folders.state_home() / secretfile.name_of(match.promise.commitment)
        assert stat.S_IMODE(kept.stat().st_mode) == 0o600 and stat.S_IMODE(kept.parent.stat().st_mode) == 0o700
        again = matchfile.load(path)
        while not match.is_over:
            move = match.legal_ids()[0]
            match.play(move)
            again.play(move)
        assert content(again.state) == content(match.state)
        matchfile.save(again, path)
        assert matchfile.verify(matchfile.read(path)) > 0 and not kept.exists(), "the end reveals it"


def test_without_its_secret_an_unfinished_match_can_be_looked_at_but_not_played_on(tmp_path):
    match = Match("family_business", 2)
    matchfile.save(match, tmp_path / "a.match.json")
    secretfile.forget(match.promise.commitment)
    again = matchfile.load(tmp_path / "a.match.json")
    assert again.by_hand and content(again.state) == content(match.state)


def test_an_old_file_with_its_secret_inside_still_goes_on():
    data = played("family_business")
    match = matchfile.from_dict(data)
    assert not match.by_hand and match.promise.secret.hex() == data["chance"]["secret"]


def test_a_device_is_never_replaced_by_a_file(tmp_path):
    link = tmp_path / "full"
    link.symlink_to("/dev/full")
    with pytest.raises(FamiliesError, match="cannot be written: No space left"):
        matchfile.write_safely(link, "x" * 100)
    with pytest.raises(FamiliesError, match="cannot be written"):
        matchfile.write_safely(tmp_path, "x")
    with pytest.raises(FamiliesError, match="cannot be written"):
        matchfile.write_safely(tmp_path / "none" / "x", "x")
    assert link.is_symlink() and list(tmp_path.iterdir()) == [link]
