"""What an operator does: bans, tables that are closed with a word, lines of the chat that are reported and hidden."""

import sqlalchemy as sa
from alembic import op

from fivefamilies.table.migrations import never

revision, down_revision = "0003", "0002"
downgrade = never
house = sa.table("house", sa.column("key"), sa.column("value"))


def upgrade() -> None:
    op.add_column("tables", sa.Column("closed", sa.Text))
    op.create_index("tables_newest", "tables", ["state", "created"])
    op.add_column("chat", sa.Column("is_hidden", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "reports",
        sa.Column("line", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("reporter", sa.String(40), primary_key=True),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("is_settled", sa.Boolean, nullable=False),
    )
    op.create_index("ix_reports_is_settled", "reports", ["is_settled"])
    op.create_table(
        "bans",
        sa.Column("kind", sa.String(8), primary_key=True),
        sa.Column("who", sa.String(64), primary_key=True),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("made", sa.Float, nullable=False),
        sa.Column("until", sa.Float, nullable=False),
    )
    op.create_index("ix_bans_until", "bans", ["until"])
    op.get_bind().execute(sa.insert(house).values(key="bans", value=""))
