"""gettext catalogues without gettext's tools: reading and writing .po, compiling .mo."""

from __future__ import annotations

import ast
import struct
from collections.abc import Iterable
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Entry:
    """One message: its context (the code of a note; "" for a text of the window), its text, its plural, what it became.

    Parameters
    ----------
    context, text, plural : str
    translated : tuple of str
        One, or one per plural form; empty where nobody has translated it.
    where : str
        File that uses it.
    """

    context: str
    text: str
    plural: str = ""
    translated: tuple[str, ...] = ()
    where: str = ""

    @property
    def key(self) -> tuple[str, str]:
        return self.context, self.text

    @property
    def done(self) -> bool:
        return bool(self.translated) and all(self.translated)


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def written(header: str, entries: Iterable[Entry], forms: int = 2) -> str:
    """The text of a .po file; of a .pot where nothing is translated."""
    blocks = ['msgid ""\nmsgstr ' + '""\n' + "\n".join(_quoted(line + "\n") for line in header.strip().split("\n"))]
    for e in entries:
        lines = [f"#: {e.where}"] if e.where else []
        lines += [f"msgctxt {_quoted(e.context)}"] if e.context else []
        lines.append(f"msgid {_quoted(e.text)}")
        if e.plural:
            kept = e.translated or ("",) * forms
            lines += [f"msgid_plural {_quoted(e.plural)}", *(f"msgstr[{k}] {_quoted(t)}" for k, t in enumerate(kept))]
        else:
            lines.append(f"msgstr {_quoted(''.join(e.translated[:1]))}")
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks) + "\n"


def read(content: str) -> tuple[str, list[Entry]]:
    """Header and messages of a .po file."""
    header, entries = "", []
    for block in content.split("\n\n"):
        parts: dict[str, str] = {}
        name = ""
        for line in block.splitlines():
            if line.startswith("#") or not line.strip():
                continue
            if not line.startswith('"'):
                name, _, line = line.partition(" ")
            parts[name] = parts.get(name, "") + ast.literal_eval(line)
        if not parts:
            continue
        forms = tuple(parts[n] for n in sorted(p for p in parts if p.startswith("msgstr")))
        if not parts["msgid"]:
            header = forms[0]
        else:
            entries.append(Entry(parts.get("msgctxt", ""), parts["msgid"], parts.get("msgid_plural", ""),
                                 forms if all(forms) else ()))
    return header, entries


def merged(wanted: Iterable[Entry], known: Iterable[Entry]) -> list[Entry]:
    """What is wanted now, with the translations that are known; a text that has changed has to be translated anew."""
    found = {e.key: e for e in known}
    return [replace(e, translated=found[e.key].translated) if e.key in found else e for e in wanted]


def compiled(header: str, entries: Iterable[Entry]) -> bytes:
    """The content of a .mo file."""
    messages = {b"": header.encode()}
    for e in entries:
        if e.done:
            key = (f"{e.context}\x04" if e.context else "") + e.text + (f"\0{e.plural}" if e.plural else "")
            messages[key.encode()] = "\0".join(e.translated).encode()
    keys = sorted(messages)
    ids, texts, table = b"", b"", []
    for key in keys:
        table.append((len(ids), len(key), len(texts), len(messages[key])))
        ids += key + b"\0"
        texts += messages[key] + b"\0"
    start = 28 + 16 * len(keys)
    of_keys = [v for at, size, _, _ in table for v in (size, start + at)]
    of_texts = [v for _, _, at, size in table for v in (size, start + len(ids) + at)]
    head = struct.pack("<7I", 0x950412DE, 0, len(keys), 28, 28 + 8 * len(keys), 0, 0)
    return head + struct.pack(f"<{len(of_keys) * 2}I", *of_keys, *of_texts) + ids + texts
