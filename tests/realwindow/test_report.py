"""A report written with mouse and keys, and read back as a person's browser would."""

from __future__ import annotations

import base64
import struct
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

VOID = {"meta", "br", "img"}
REFERS = {"src", "href", "action", "data", "poster", "srcset", "background"}


class Page(HTMLParser):
    """Text per heading, pictures, and everything that points elsewhere; every tag must be closed by its own."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.parts: dict[str, str] = {}
        self.images: list[str] = []
        self.outside: list[tuple[str, str]] = []
        self._heading = ""
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            assert not name.startswith("on"), "no scripts"
            if name in REFERS and not str(value).startswith("data:image/"):
                self.outside.append((tag, str(value)))
        if tag in ("script", "link", "iframe", "object", "embed"):
            self.outside.append((tag, ""))
        if tag == "img":
            self.images.append(dict(attributes)["src"])
        if tag in ("h1", "h2"):
            self._heading = ""
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open and self.open[-1] == tag, (tag, self.open)
        self.open.pop()

    def handle_data(self, data):
        if self.open and self.open[-1] in ("h1", "h2"):
            self._heading += data
            self.parts.setdefault(self._heading, "")
        elif self._heading:
            self.parts[self._heading] += data
        if "style" in self.open:
            assert "url(" not in data and "@import" not in data


def refers_outside(svg: ElementTree.Element) -> list[str]:
    """References of a picture to anything but its own parts."""
    return [v for e in svg.iter() for k, v in e.attrib.items()
            if k.endswith("href") and not v.startswith(("#", "data:"))]


@pytest.mark.realwindow
def test_a_report_written_by_mouse_and_read_back(person, tmp_path):
    somebody = person("demo")
    somebody.state(instruments=["libs_lab", "libs_field"], standards=36, jobs=0)
    somebody.keys("ctrl+alt+h")
    somebody.state(held_out=7)
    somebody.click("where run-button")
    somebody.state(runs=1, running=False, jobs=0)

    somebody.click("menu File")
    somebody.click("menu Write report…")
    somebody.focus("Write a report")
    somebody.click("where report-operator")
    somebody.keys("ctrl+a")
    somebody.type("A. N. Other")
    somebody.click("where report-remark")
    somebody.type("Second lamp & new <slit>")
    somebody.picture("report-dialog")
    somebody.click("where report-save")
    target = tmp_path / "filed.html"
    somebody.choose_file("Write the report", str(target))
    somebody.until(target.exists, "the report")
    somebody.state(jobs=0)
    somebody.focus("SpectrAlign")
    somebody.leave()

    page = Page(target.read_text(encoding="utf-8"))
    assert page.outside == [], "all that it needs is inside"
    assert any("operator A. N. Other" in " ".join(text.split()) for text in page.parts.values())
    assert page.parts["Remark"].strip() == "Second lamp & new <slit>"
    assert "libs_lab" in page.parts["Data"] and "7 were held out" in page.parts["Standards"]
    assert {"Method", "Quality", "Software", "Figures"} <= set(page.parts)
    assert len(page.images) >= 3
    for source in page.images:
        kind, _, content = source.partition(";base64,")
        data = base64.b64decode(content, validate=True)
        if kind == "data:image/svg+xml":
            svg = ElementTree.fromstring(data)
            assert svg.tag.endswith("}svg") and len(list(svg.iter())) > 10 and refers_outside(svg) == []
        else:
            assert kind == "data:image/png" and min(struct.unpack(">II", data[16:24])) > 50
    assert "Traceback" not in (tmp_path / "stderr.txt").read_text()
