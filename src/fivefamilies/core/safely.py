"""Writing a file so that the old one or the new one is whole, whatever happens."""

import contextlib
import os
import secrets
from pathlib import Path

from fivefamilies.core.errors import BadFile

EVERYBODY, OWNER = 0o666, 0o600


def write_safely(path: str | Path, text: str, private: bool = False) -> None:
    """Write to a temporary name, then rename; a private file can be read by its owner alone."""
    target = Path(path)
    try:
        if target.exists() and not target.is_file():  # a device, or a folder that will be refused: never replaced
            target.write_text(text, "utf-8")
            return
        write_and_rename(target, text, OWNER if private else EVERYBODY)
    except OSError as error:
        raise BadFile("{file}: cannot be written: {error}", file=path, error=error.strerror or error) from error


def write_and_rename(target: Path, text: str, mode: int) -> None:
    """The file under a spare name first."""
    spare = target.with_name(f".{target.name[:100]}.{secrets.token_hex(4)}.tmp")
    try:
        with open(os.open(spare, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "w", encoding="utf-8") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(spare, target)
    finally:
        with contextlib.suppress(OSError):
            spare.unlink(missing_ok=True)


def make_folder(folder: Path, private: bool = False) -> None:
    """A folder with all above it."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700 if private else 0o777)
    except OSError as error:
        raise BadFile("{file}: cannot be written: {error}", file=folder, error=error.strerror or error) from error
