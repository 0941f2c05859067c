"""How well it did while it learned, as a picture."""

from io import StringIO

from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter

from fivefamilies.core.words import Words


def curves(exams: list[dict[str, float]], title: str, say: Words) -> str:
    """The share of victories against `greedy` at each size of table, over the decisions it made; dotted: the fair share."""
    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.subplots()
    millions = [exam["decisions"] / 1e6 for exam in exams]
    for name in exams[0] if exams else ():
        if name.endswith(" seats"):
            (line,) = axes.plot(
                millions, [exam[name] for exam in exams], marker="o", label=say("{n} seats", n=int(name.split()[0]))
            )
            axes.axhline(1 / int(name.split()[0]), color=line.get_color(), linestyle=":")
    axes.set(xlabel=say("million decisions"), ylabel=say("victories against greedy"), title=title, ylim=(0, 1))
    axes.yaxis.set_major_formatter(PercentFormatter(1))
    if exams:
        axes.legend(frameon=False)
    picture = StringIO()
    figure.savefig(picture, format="svg", metadata={"Date": None})
    return picture.getvalue()
