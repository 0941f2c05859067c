"""Boards and sentences on a narrow screen: what does not fit goes below, and no line is broken by the terminal."""

import os
import re

from rich.console import Console

NARROWEST, ENDLESS = 24, 10_000


def screen_width(console: Console) -> int:
    """How wide the screen is now; a file has no end."""
    is_known = console.is_terminal or os.environ.get("COLUMNS", "").isdecimal()
    return console.width if is_known else ENDLESS


def narrowed(text: str, width: int) -> str:
    """The text in lines of at most `width` signs."""
    width = max(NARROWEST, width)
    lines: list[str] = []
    wide: list[str] = []
    for line in [*text.split("\n"), None]:
        if line is not None and set(line) != {"─"}:
            wide.append(line)
            continue
        lines += block(wide, width)
        wide = []
        if line is not None:
            lines.append(line[:width])
    return "\n".join(lines)


def block(lines: list[str], width: int) -> list[str]:
    """Lines that belong together: boards side by side go below one another, other long lines go on below themselves."""
    if not lines or max(map(len, lines)) <= width:
        return lines
    pitch = pitch_of(lines)
    if pitch is None or pitch > width:
        return [part for line in lines for part in folded(line, width)]
    across = width // pitch * pitch
    found: list[str] = []
    for left in range(0, max(map(len, lines)), across):
        found += [line[left : left + across].rstrip() for line in lines]
        while found and not found[-1]:
            found.pop()
        found.append("")
    return found[:-1]


def pitch_of(lines: list[str]) -> int | None:
    """How far apart boards of the same width begin, if that is what the lines show: each has a heading there, none runs over."""
    starts = [found.end() for found in re.finditer(r"(?:^|  +)(?=\S)", lines[0])]
    if len(lines) < 3 or len(starts) < 3 or starts[0] != 0:
        return None
    pitch = starts[1]
    if any(start != place * pitch for place, start in enumerate(starts)):
        return None
    is_clear = all(line[at - 1 : at] in ("", " ") for line in lines for at in range(pitch, len(line), pitch))
    return pitch if is_clear else None


def folded(line: str, width: int, indent: int | None = None) -> list[str]:
    """A line that goes on below itself, a little further in: broken at wide gaps if it has some, else between words."""
    if len(line) <= width:
        return [line]
    if indent is None:
        indent = len(line) - len(line.lstrip()) + 2
        indent = indent if indent <= width // 2 else 2
    gaps = [found.start() for found in re.finditer(r"(?<=\S)  +|(?<=\w) · (?=\w)", line[: width + 1])]
    spaces = [place for place in range(indent + 1, width + 1) if line[place] == " "]
    at = max([gap for gap in gaps if gap > indent], default=spaces[-1] if spaces else width)
    rest = re.sub(r"^(?: · (?=\w)| +)", "", line[at:])
    return [line[:at].rstrip(), *folded(" " * indent + rest, width, indent)] if rest else [line[:at].rstrip()]
