"""The ledger as it was when steps were first counted. Older ones, which have no stamp, get the tables and columns they lack."""

import sqlalchemy as sa
from alembic import op

from fivefamilies.core.errors import Refused
from fivefamilies.table.migrations import never

revision, down_revision = "0001", None
downgrade = never
then = sa.MetaData()
house = sa.Table("house", then, sa.Column("key", sa.String(40), primary_key=True), sa.Column("value", sa.Text))
sa.Table(
    "tables", then,
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
    sa.Column("state", sa.String(12), nullable=False, index=True),
    sa.Column("parent", sa.String(24)),
    sa.Column("next", sa.String(24)),
    sa.Column("revision", sa.Integer, nullable=False, server_default="0"),
    sa.Index("tables_invite", "invite", unique=True),
)  # fmt: skip
sa.Table(
    "chairs", then,
    sa.Column("table_id", sa.String(24), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("player", sa.String(40), index=True),
    sa.Column("name", sa.String(80), nullable=False),
    sa.Column("bot", sa.String(120)),
    sa.Column("stand_in", sa.String(120)),
    sa.Column("token", sa.String(64), index=True),
    sa.Column("link", sa.String(64), index=True),
    sa.Column("notice", sa.Text),
    sa.Column("left_at", sa.Float),
    sa.Column("away", sa.Float),
    sa.Column("colour", sa.String(12)),
)  # fmt: skip
sa.Table(
    "ledger", then,
    sa.Column("table_id", sa.String(24), primary_key=True),
    sa.Column("ply", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("move", sa.Integer, nullable=False),
    sa.Column("by", sa.String(120)),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("clock", sa.JSON),
)  # fmt: skip
sa.Table(
    "chat", then,
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("table_id", sa.String(24), index=True, nullable=False),
    sa.Column("seat", sa.Integer),
    sa.Column("name", sa.String(80), nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("is_phrase", sa.Boolean, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
)  # fmt: skip
sa.Table(
    "subscriptions", then,
    sa.Column("id", sa.String(64), primary_key=True),
    sa.Column("player", sa.String(40), nullable=False, index=True),
    sa.Column("endpoint", sa.Text, nullable=False),
    sa.Column("p256dh", sa.String(120), nullable=False),
    sa.Column("auth", sa.String(60), nullable=False),
    sa.Column("language", sa.String(8), nullable=False),
    sa.Column("created", sa.Float, nullable=False),
)  # fmt: skip
sa.Table(
    "leagues", then,
    sa.Column("id", sa.String(24), primary_key=True),
    sa.Column("key", sa.String(40), nullable=False),
    sa.Column("name", sa.String(80), nullable=False),
    sa.Column("founder", sa.String(40), nullable=False, index=True),
    sa.Column("created", sa.Float, nullable=False),
    sa.Index("leagues_key", "key", unique=True),
)  # fmt: skip
sa.Table(
    "results", then,
    sa.Column("table_id", sa.String(24), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("league", sa.String(24), nullable=False, index=True),
    sa.Column("title", sa.String(60), nullable=False),
    sa.Column("name", sa.String(120), nullable=False),
    sa.Column("is_bot", sa.Boolean, nullable=False),
    sa.Column("payoff", sa.Float, nullable=False),
    sa.Column("points", sa.Float, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
)  # fmt: skip


def upgrade() -> None:
    connection = op.get_bind()
    there = sa.inspect(connection)
    for table in then.sorted_tables:
        if not there.has_table(table.name):
            table.create(connection)
            continue
        columns = {column["name"] for column in there.get_columns(table.name)}
        if not columns.issuperset(column.name for column in table.primary_key):
            raise Refused("the database holds something else: its table '{name}' is not ours; name another file", name=table.name)
        for column in table.columns:
            if column.name not in columns:
                op.add_column(table.name, sa.Column(column.name, column.type, server_default=column.server_default,
                                                    nullable=column.nullable))  # fmt: skip
        indexes = {index["name"] for index in there.get_indexes(table.name)}
        for index in table.indexes:
            if index.name not in indexes:
                index.create(connection)
    if not connection.execute(sa.select(house.c.key).where(house.c.key == "pulse")).first():
        connection.execute(sa.insert(house), {"key": "pulse", "value": ""})
