"""The tables of the ledger's database. Older ledgers get the columns that are missing."""

from typing import Any

import sqlalchemy as sa
from sqlalchemy.schema import CreateColumn

from fivefamilies.core.errors import Refused

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
    sa.Column("state", sa.String(12), nullable=False, index=True),  # open, playing, over
    sa.Column("parent", sa.String(24)),
    sa.Column("next", sa.String(24)),
    sa.Column("revision", sa.Integer, nullable=False, server_default="0"),  # grows with every change of this row or of a chair
    sa.Index("tables_invite", "invite", unique=True),
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
    sa.Column("kind", sa.String(8), nullable=False),  # move, undo, end
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
    sa.Column("at", sa.Float, nullable=False),
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

FREE = (chairs.c.player.is_(None), chairs.c.bot.is_(None), chairs.c.token.is_(None))
PULSE = "pulse"
ALONE = {"sqlite": "BEGIN IMMEDIATE", "postgresql": "SELECT pg_advisory_xact_lock(5)"}


def bring_up_to_date(connection: sa.Connection) -> None:
    """Make what is missing: tables, columns, the row that a pulse changes; begin games whose last chair was taken in vain.

    One server at a time does so."""
    connection.exec_driver_sql(ALONE[connection.dialect.name])
    schema.create_all(connection)
    for table in schema.sorted_tables:
        there = {column["name"] for column in sa.inspect(connection).get_columns(table.name)}
        if not there.issuperset(column.name for column in table.primary_key):
            raise Refused("the database holds something else: its table '{name}' is not ours; name another file", name=table.name)
        for column in table.columns:
            if column.name not in there:
                add_column(connection, table, column)
    if not connection.execute(sa.select(house.c.key).where(house.c.key == PULSE)).first():
        connection.execute(sa.insert(house), {"key": PULSE, "value": ""})
    is_full = ~sa.exists().where(chairs.c.table_id == tables.c.id, *FREE)
    begin = sa.update(tables).where(tables.c.state == "open", is_full)
    connection.execute(begin.values(state="playing", revision=tables.c.revision + 1))


def add_column(connection: sa.Connection, table: sa.Table, column: sa.Column[Any]) -> None:
    """Add a column that a newer version has."""
    words = str(CreateColumn(column).compile(dialect=connection.dialect)).strip()
    connection.exec_driver_sql(f"ALTER TABLE {table.name} ADD COLUMN {words}")
