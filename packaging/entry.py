"""Where the bundle begins: the program, or one of its reading processes."""

import multiprocessing
import sys

if __name__ == "__main__":
    multiprocessing.freeze_support()
    if sys.argv[1:2] == ["--read-apart"]:
        from spectralign_gui.io.apart.child import main as read_apart

        read_apart()
        sys.exit(0)
    from spectralign_gui.cli import main

    sys.exit(main())
