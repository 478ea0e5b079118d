"""OLE2 containers for tests, with storages in storages; after the description of the format, no reader is used."""

from __future__ import annotations

import struct

END, FREE, FAT = 0xFFFFFFFE, 0xFFFFFFFF, 0xFFFFFFFD


def container(tree: dict) -> bytes:
    """A file of sectors of 512 bytes; a dict is a storage, bytes are a stream."""
    sectors: list[bytes] = []
    fat: list[int] = []
    entries: list[list] = [["Root Entry", 5, FREE, FREE, FREE, END, 0]]
    small, mini = b"", []

    def put(content: bytes) -> int:
        if not content:
            return END
        start, parts = len(sectors), -(-len(content) // 512)
        sectors.extend(content[512 * k:512 * k + 512].ljust(512, b"\0") for k in range(parts))
        fat.extend([*range(start + 1, start + parts), END])
        return start

    def add(part: dict, parent: int) -> None:
        nonlocal small
        before = parent
        for name, content in sorted(part.items(), key=lambda one: (len(one[0]), one[0].upper())):
            here = len(entries)
            entries.append([name, 1 if isinstance(content, dict) else 2, FREE, FREE, FREE, 0, 0])
            entries[before][4 if before == parent else 3] = here  # child, else right of the last
            before = here
            if isinstance(content, dict):
                add(content, here)
            elif len(content) >= 4096:
                entries[here][5:] = [put(content), len(content)]
            else:
                parts = -(-len(content) // 64)
                entries[here][5:] = [len(mini) if content else END, len(content)]
                mini.extend([*range(len(mini) + 1, len(mini) + parts), END] if parts else [])
                small += content.ljust(64 * parts, b"\0")

    add(tree, 0)
    entries[0][5:] = [put(small), len(small)]
    table = struct.pack(f"<{len(mini)}I", *mini)
    first_mini = put(table.ljust(-(-len(table) // 512) * 512, b"\xff"))
    directory = b""
    for name, kind, left, right, child, start, size in entries:
        text = (name + "\0").encode("utf-16-le")
        directory += (text.ljust(64, b"\0") + struct.pack("<HBB3I", len(text), kind, 1, left, right, child)
                      + bytes(36) + struct.pack("<IQ", start, size))
    first_directory = put(directory)
    tables = -(-(len(fat) + 8) // 127)
    places = list(range(len(sectors), len(sectors) + tables))
    fat += [FAT] * tables
    content = struct.pack(f"<{len(fat)}I", *fat).ljust(512 * tables, b"\xff")
    sectors += [content[512 * k:512 * k + 512] for k in range(tables)]
    head = struct.pack("<8s16xHHHHH6xIIIIIIIIII", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", 0x3E, 3, 0xFFFE, 9, 6, 0, tables,
                       first_directory, 0, 4096, first_mini, 1 if mini else 0, END, 0, *places[:1])
    head += struct.pack("<108I", *[*places[1:], *[FREE] * (109 - len(places))])
    return head + b"".join(sectors)
