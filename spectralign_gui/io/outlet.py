"""The file that the HDF5 library writes to: of our own writing, because the library does not survive a write that
fails (it ends the whole program when the file is closed), be it for a full disk, a quota or a limit of the process.
"""

from __future__ import annotations

import io
from typing import BinaryIO


class Outlet:
    """A file for ``h5py.File``: what cannot be written any more goes on in memory, and the failure is told at the end.

    Parameters
    ----------
    file : binary file
        Open for reading and writing, unbuffered.
    """

    def __init__(self, file: BinaryIO) -> None:
        self._file: BinaryIO = file
        self.failure: OSError | None = None

    def raise_failure(self) -> None:
        """Raise what went wrong, if anything did.

        Raises
        ------
        OSError
        """
        if self.failure is not None:
            raise self.failure

    def write(self, content: memoryview) -> int:
        """Write all of it."""
        place, done, view = self._file.tell(), 0, memoryview(content).cast("B")
        while done < len(view):
            try:
                done += self._file.write(view[done:])
            except OSError as error:
                self._go_on_in_memory(error, place + done)
        return done

    def truncate(self, size: int | None = None) -> int:
        """Set the size."""
        try:
            return self._file.truncate(size)
        except OSError as error:
            self._go_on_in_memory(error, self._file.tell())
            return self._file.truncate(size)

    def flush(self) -> None:
        """Nothing is held back."""

    def seek(self, place: int, whence: int = 0) -> int:
        """Go to a place."""
        return self._file.seek(place, whence)

    def tell(self) -> int:
        """Where it is."""
        return self._file.tell()

    def read(self, size: int = -1) -> bytes:
        """Read what was written."""
        return self._file.read(size)

    def readinto(self, buffer: memoryview) -> int:
        """Read what was written; beyond the end there are zeros, as in a file with a hole."""
        view = memoryview(buffer).cast("B")
        done = 0
        while done < len(view):
            got = self._file.readinto(view[done:])  # type: ignore[attr-defined]
            if not got:
                view[done:] = bytes(len(view) - done)
                break
            done += got
        return len(view)

    def _go_on_in_memory(self, error: OSError, place: int) -> None:
        self.failure = self.failure or error
        if isinstance(self._file, io.BytesIO):
            raise error
        self._file.seek(0)
        kept = io.BytesIO(self._file.read())
        kept.seek(place)
        self._file = kept
