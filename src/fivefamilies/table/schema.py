"""The tables of the ledger's database. Whoever changes them adds a script to `migrations`."""

from typing import Any

import sqlalchemy as sa

from fivefamilies.table import migrations

Row = dict[str, Any]  # of a table: what its columns hold, by their names
schema = sa.MetaData()
house = sa.Table("house", schema, sa.Column("key", sa.String(40), primary_key=True), sa.Column("value", sa.Text))
tables = sa.Table(
    "tables", schema,
    sa.Column("id", sa.String(24), primary_key=True),
    sa.Column("title", sa.String(60), nullable=False),
    sa.Column("rules_version", sa.Integer, nullable=False),
    sa.Column("seats", sa.Integer, nullable=False),
    sa.Column("options", sa.JSON, nullable=False),
    sa.Column("edition", sa.JSON),
    sa.Column("settings", sa.JSON, nullable=False),
    sa.Column("secret", sa.String(64), nullable=False),
    sa.Column("invite", sa.String(40), nullable=False),
    sa.Column("host", sa.String(40), nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("state", sa.String(12), nullable=False, index=True),  # open, playing, over, closed
    sa.Column("parent", sa.String(24)),
    sa.Column("next", sa.String(24)),
    sa.Column("revision", sa.Integer, nullable=False, server_default="0"),  # grows with every change of this row or of a chair
    sa.Column("asks", sa.JSON),  # what is asked of the others here, where several servers have to know
    sa.Column("clock", sa.JSON),  # since when whose time passes, where it did not begin with the last move
    sa.Column("closed", sa.Text),  # what the house said when it closed the table
    sa.Index("tables_invite", "invite", unique=True),
    sa.Index("tables_newest", "state", "created"),
)  # fmt: skip
chairs = sa.Table(
    "chairs", schema,
    sa.Column("table_id", sa.String(24), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("player", sa.String(40), index=True),
    sa.Column("name", sa.String(80), nullable=False),
    sa.Column("bot", sa.String(120)),
    sa.Column("stand_in", sa.String(120)),
    sa.Column("token", sa.String(64), index=True),  # hash of the secret that a program plays with
    sa.Column("link", sa.String(64), index=True),  # hash of the secret that moves the seat to another device
    sa.Column("notice", sa.Text),
    sa.Column("left_at", sa.Float),  # when the player closed his last page; nothing while he is here
    sa.Column("away", sa.Float),  # the seconds of his earlier absences since he last moved
    sa.Column("colour", sa.String(12)),  # chosen by the people at one screen
)  # fmt: skip
ledger = sa.Table(
    "ledger", schema,
    sa.Column("table_id", sa.String(24), primary_key=True),
    sa.Column("ply", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(8), nullable=False),  # move, undo, end, close
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("move", sa.Integer, nullable=False),
    sa.Column("by", sa.String(120)),  # the bot that chose it, if one did
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("clock", sa.JSON),
)  # fmt: skip
chat = sa.Table(
    "chat", schema,
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("table_id", sa.String(24), index=True, nullable=False),
    sa.Column("seat", sa.Integer),
    sa.Column("name", sa.String(80), nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("is_phrase", sa.Boolean, nullable=False),
    sa.Column("at", sa.Float, nullable=False),  # it also names a line among those of its table
    sa.Column("is_hidden", sa.Boolean, nullable=False, server_default=sa.false()),  # the house shows it to nobody any more
)  # fmt: skip
reports = sa.Table(  # lines of the chat that somebody wants the house to look at
    "reports", schema,
    sa.Column("line", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("reporter", sa.String(40), primary_key=True),
    sa.Column("name", sa.String(80), nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("is_settled", sa.Boolean, nullable=False, index=True),
)  # fmt: skip
bans = sa.Table(  # whom the house lets in no more, for a while
    "bans", schema,
    sa.Column("kind", sa.String(8), primary_key=True),  # address, guest
    sa.Column("who", sa.String(64), primary_key=True),
    sa.Column("name", sa.String(80), nullable=False),
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("made", sa.Float, nullable=False),
    sa.Column("until", sa.Float, nullable=False, index=True),
)  # fmt: skip
subscriptions = sa.Table(  # browsers that hear of their player's turns
    "subscriptions", schema,
    sa.Column("id", sa.String(64), primary_key=True),  # hash of the endpoint
    sa.Column("player", sa.String(40), nullable=False, index=True),
    sa.Column("endpoint", sa.Text, nullable=False),
    sa.Column("p256dh", sa.String(120), nullable=False),
    sa.Column("auth", sa.String(60), nullable=False),
    sa.Column("language", sa.String(8), nullable=False),
    sa.Column("created", sa.Float, nullable=False),
)  # fmt: skip
leagues = sa.Table(
    "leagues", schema,
    sa.Column("id", sa.String(24), primary_key=True),
    sa.Column("key", sa.String(40), nullable=False),  # the secret of its link
    sa.Column("name", sa.String(80), nullable=False),
    sa.Column("founder", sa.String(40), nullable=False, index=True),
    sa.Column("created", sa.Float, nullable=False),
    sa.Index("leagues_key", "key", unique=True),
)  # fmt: skip
results = sa.Table(
    "results", schema,
    sa.Column("table_id", sa.String(24), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("league", sa.String(24), nullable=False, index=True),
    sa.Column("title", sa.String(60), nullable=False),
    sa.Column("name", sa.String(120), nullable=False),  # a nickname or a bot; empty once it is forgotten
    sa.Column("is_bot", sa.Boolean, nullable=False),
    sa.Column("payoff", sa.Float, nullable=False),
    sa.Column("points", sa.Float, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
)  # fmt: skip
servers = sa.Table(
    "servers", schema,
    sa.Column("id", sa.String(24), primary_key=True),
    sa.Column("role", sa.String(8), nullable=False),  # web, bots
    sa.Column("place", sa.String(120), nullable=False),  # the machine and the process
    sa.Column("started", sa.Float, nullable=False),
    sa.Column("seen", sa.Float, nullable=False),  # by the database's clock
    sa.Column("told", sa.JSON, nullable=False),  # its numbers
)  # fmt: skip
presences = sa.Table(  # players with an open page
    "presences", schema,
    sa.Column("server", sa.String(24), primary_key=True),
    sa.Column("table_id", sa.String(24), primary_key=True, index=True),
    sa.Column("player", sa.String(40), primary_key=True),
)  # fmt: skip
keepers = sa.Table(  # the server that moves for bots and looks at the clock, for each table where that is needed
    "keepers", schema,
    sa.Column("table_id", sa.String(24), primary_key=True),
    sa.Column("keeper", sa.String(24), index=True),
    sa.Column("since", sa.Float, nullable=False),
)  # fmt: skip

FREE = (chairs.c.player.is_(None), chairs.c.bot.is_(None), chairs.c.token.is_(None))
PULSE = "pulse"
BANS = "bans"  # of the house: changes with every ban
ALONE = {"sqlite": "BEGIN IMMEDIATE", "postgresql": "SELECT pg_advisory_xact_lock(5)"}


def bring_up_to_date(connection: sa.Connection) -> None:
    """Carry out the steps that are missing; begin games whose last chair was taken in vain. One server at a time does so."""
    connection.exec_driver_sql(ALONE[connection.dialect.name])
    migrations.upgrade(connection)
    is_full = ~sa.exists().where(chairs.c.table_id == tables.c.id, *FREE)
    begin = sa.update(tables).where(tables.c.state == "open", is_full)
    connection.execute(begin.values(state="playing", revision=tables.c.revision + 1))
