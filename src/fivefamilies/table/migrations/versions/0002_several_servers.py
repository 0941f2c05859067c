"""Several servers on one ledger: who they are, who is here at which of them, which of them keeps a table, what is being asked."""

import sqlalchemy as sa
from alembic import op

from fivefamilies.table.migrations import never

revision, down_revision = "0002", "0001"
downgrade = never


def upgrade() -> None:
    op.add_column("tables", sa.Column("asks", sa.JSON))
    op.add_column("tables", sa.Column("clock", sa.JSON))
    op.create_table(
        "servers",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("role", sa.String(8), nullable=False),
        sa.Column("place", sa.String(120), nullable=False),
        sa.Column("started", sa.Float, nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
        sa.Column("told", sa.JSON, nullable=False),
    )
    op.create_table(
        "presences",
        sa.Column("server", sa.String(24), primary_key=True),
        sa.Column("table_id", sa.String(24), primary_key=True),
        sa.Column("player", sa.String(40), primary_key=True),
    )
    op.create_index("ix_presences_table_id", "presences", ["table_id"])
    op.create_table(
        "keepers",
        sa.Column("table_id", sa.String(24), primary_key=True),
        sa.Column("keeper", sa.String(24)),
        sa.Column("since", sa.Float, nullable=False),
    )
    op.create_index("ix_keepers_keeper", "keepers", ["keeper"])
