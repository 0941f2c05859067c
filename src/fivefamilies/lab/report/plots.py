"""The figures of a report as SVG, by matplotlib; colours and letters are those of the page, so they follow its light.

Pictures are drawn narrow, so that their words can be read on a phone. Imported by nobody but the page.
"""

import io
import re
from collections.abc import Mapping, Sequence
from typing import Any

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter

WIDTH = 4.4  # inches
# colours that stand for those of the page, in words of CSS that matplotlib does not know
INKS = {
    name: f"#0{place}0{place}0{place}"
    for place, name in enumerate(("ink", "smoke", "oxblood", "brass", "steel", "olive", "plum"), 1)
}
SERIES = ("smoke", "steel", "oxblood", "brass", "olive", "plum")
MARKS = ("o", "s", "D", "^", "v", "P")  # never colour alone
STYLE: dict[Any, Any] = {
    "svg.fonttype": "none", "font.size": 11, "axes.edgecolor": INKS["smoke"], "axes.labelcolor": INKS["ink"],
    "xtick.color": INKS["ink"], "ytick.color": INKS["ink"], "text.color": INKS["ink"], "axes.spines.top": False,
    "axes.spines.right": False, "figure.facecolor": "none", "axes.facecolor": "none", "legend.frameon": False,
    "savefig.facecolor": "none",
}  # fmt: skip


class Picture:
    """One plot of the page: a context that ends as text."""

    def __init__(self, name: str, height: float) -> None:
        self.name, self.style = name, rc_context({**STYLE, "svg.hashsalt": name})
        self.style.__enter__()
        self.figure = Figure(figsize=(WIDTH, height), layout="constrained")
        self.axes: Axes = self.figure.subplots()

    def svg(self) -> str:
        """The picture for the page."""
        stream = io.StringIO()
        self.figure.savefig(stream, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
        self.style.__exit__(None, None, None)
        return dressed(stream.getvalue(), self.name)


def dressed(svg: str, name: str) -> str:
    """What matplotlib wrote, as a part of our page: our colours and letters, names of its own, no size."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.S)
    svg = re.sub(r"<!--.*?-->|<style.*?</style>", "", svg, flags=re.S)  # a style would be one of the whole page
    svg = re.sub(
        r'<svg [^>]*viewBox="([^"]+)"[^>]*>',
        r'<svg viewBox="\1" aria-hidden="true" stroke-linejoin="round" stroke-linecap="butt">',
        svg,
        count=1,
    )
    for ink, stand_in in INKS.items():
        svg = svg.replace(stand_in, f"var(--{ink})")
    svg = re.sub(r"font-family: [^;\"]*", "font-family: var(--text)", svg)
    svg = re.sub(r"font: ([\d.]+)px [^;\"]*", r"font: \1px var(--text)", svg)  # as earlier versions write it
    used = set(re.findall(r'(?:url\(#|href="#)([^)"]+)', svg))
    svg = re.sub(r' id="([^"]+)"', lambda found: f' id="{name}-{found[1]}"' if found[1] in used else "", svg)
    svg = re.sub(r'(url\(#|href="#)', rf"\1{name}-", svg)
    return re.sub(r"\s*\n\s*", "\n", svg.replace("xlink:href", "href")).strip()


def seats(series: Mapping[str, Sequence[Mapping[str, float]]], count: int, label: str) -> str:
    """Shares of victory by the order of play, a mark with its interval for every bot; the line is the fair share."""
    picture = Picture("seats", 2.6)
    axes = picture.axes
    axes.axhline(1 / count, color=INKS["ink"], linewidth=1, linestyle=":")
    for place, (name, shares) in enumerate(series.items()):
        off = (place - (len(series) - 1) / 2) * 0.22
        marked(axes, [seat + off for seat in range(count)], shares, "share", place, name, upright=True)
    axes.set_xticks(range(count), [str(seat + 1) for seat in range(count)])
    axes.set_xlabel(label)
    axes.set_xlim(-0.6, count - 0.4)
    axes.set_ylim(bottom=0)
    axes.yaxis.set_major_formatter(PercentFormatter(1, 0))
    legend(picture)
    return picture.svg()


def length(series: Mapping[str, Mapping[str, Any]], label: str) -> str:
    """How long games are: the outline of a histogram for every bot, each as high as the others."""
    picture = Picture("length", 2.4)
    for place, (name, found) in enumerate(series.items()):
        highest = max(found["counts"])
        heights = [count / highest for count in found["counts"]]
        ink = INKS[SERIES[place]]
        picture.axes.stairs(heights, found["edges"], color=ink, linewidth=1.6, label=name)
        picture.axes.stairs(heights, found["edges"], color=ink, fill=True, alpha=0.18)
        middle = found["quartiles"][1]
        picture.axes.plot([middle], [1.08 + 0.09 * place], MARKS[place], color=ink, markersize=6)
    picture.axes.set_yticks([])
    picture.axes.spines["left"].set_visible(False)
    picture.axes.set_ylim(0, 1.2 + 0.09 * len(series))
    shortest, longest = (choose(found["edges"][end] for found in series.values()) for choose, end in ((min, 0), (max, -1)))
    if shortest < longest / 2:  # from the beginning, unless all games are about as long
        picture.axes.set_xlim(left=0)
    picture.axes.set_xlabel(label)
    legend(picture)
    return picture.svg()


def lead(found: Sequence[Mapping[str, float]], fair: float, label: str) -> str:
    """How often the leader of the moment wins, over the course of the game."""
    picture = Picture("lead", 2.4)
    tenths = [one["tenth"] / 10 for one in found]
    picture.axes.fill_between(tenths, [one["low"] for one in found], [one["high"] for one in found],
                              color=INKS["oxblood"], alpha=0.2, linewidth=0)  # fmt: skip
    picture.axes.plot(tenths, [one["share"] for one in found], "-D", color=INKS["oxblood"], linewidth=1.6, markersize=5)
    picture.axes.axhline(fair, color=INKS["ink"], linewidth=1, linestyle=":")
    picture.axes.xaxis.set_major_formatter(PercentFormatter(1, 0))
    picture.axes.yaxis.set_major_formatter(PercentFormatter(1, 0))
    picture.axes.set_ylim(0, 1.02)
    picture.axes.set_xlabel(label)
    return picture.svg()


def lying(
    name: str, rows: Sequence[Mapping[str, float]], value: str, labels: Sequence[str], line: float, groups: Sequence[int] = ()
) -> str:
    """Values with their intervals, one below the other; the upright line is where nothing is gained."""
    picture = Picture(name, 0.5 + 0.27 * len(rows))
    picture.axes.axvline(line, color=INKS["ink"], linewidth=1, linestyle=":")
    for group in dict.fromkeys(groups or [2] * len(rows)):
        places = [place for place in range(len(rows)) if not groups or groups[place] == group]
        marked(picture.axes, places, [rows[place] for place in places], value, group, None, upright=False)
    picture.axes.set_yticks(range(len(rows)), labels)
    picture.axes.set_ylim(len(rows) - 0.4, -0.6)
    picture.axes.xaxis.set_major_formatter(PercentFormatter(1, 0))
    return picture.svg()


def marked(
    axes: Axes,
    places: Sequence[float],
    rows: Sequence[Mapping[str, float]],
    value: str,
    place: int,
    name: str | None,
    upright: bool,
) -> None:
    """Marks with their intervals."""
    ink, mark = INKS[SERIES[place % len(SERIES)]], MARKS[place % len(MARKS)]
    values = [row[value] for row in rows]
    reach = [[row[value] - row["low"] for row in rows], [row["high"] - row[value] for row in rows]]
    style: dict[str, Any] = {"fmt": mark, "color": ink, "markersize": 6, "linewidth": 1.6, "label": name}
    if upright:
        axes.errorbar(places, values, yerr=reach, **style)
    else:
        axes.errorbar(values, places, xerr=reach, **style)


def legend(picture: Picture) -> None:
    """The names of the bots, above the plot."""
    picture.figure.legend(loc="outside upper center", ncols=3, fontsize=10, handlelength=1.2, columnspacing=1.2)
