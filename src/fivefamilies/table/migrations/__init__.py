"""How a ledger of any earlier version becomes one of this version: one script a step, carried out by Alembic.

Alembic is imported only when there is something to do. A ledger whose step we do not know was written by a newer version and is
left as it is; nobody takes a ledger back to an older version, since what the newer one wrote would be lost.
"""

from pathlib import Path

import sqlalchemy as sa

from fivefamilies.core.errors import Refused
from fivefamilies.core.words import sentence

FOLDER = Path(__file__).parent
LATEST = "0003"  # the last of the scripts
STAMP = sa.Table("alembic_version", sa.MetaData(), sa.Column("version_num", sa.String(32), primary_key=True))
NEWER = sentence(
    "the ledger was written by a newer version of this program (step {step}; this one knows steps up to {known}) and was left "
    "as it is; install the newer version again, or restore a backup from before"
)
NO_WAY_BACK = sentence(
    "a ledger is not taken back to an older version: what the newer one wrote would be lost; restore a backup instead"
)


def step_of(connection: sa.Connection) -> str | None:
    """The last step that was carried out, if any was."""
    if not sa.inspect(connection).has_table(STAMP.name):
        return None
    return connection.execute(sa.select(STAMP.c.version_num)).scalar()


def upgrade(connection: sa.Connection) -> None:
    """Carry out the steps that are missing, in the caller's transaction."""
    step = step_of(connection)
    if step == LATEST:
        return
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, LATEST)
    except CommandError as error:
        if step is None:
            raise
        raise Refused(NEWER, step=step, known=LATEST) from error


def never(*_: object) -> None:
    """What every script answers when it is asked to undo its step."""
    raise Refused(NO_WAY_BACK)
