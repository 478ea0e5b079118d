"""Small tables of emission lines and bands for the read-out under the mouse. Every entry has its source.

Emission lines: strong lines seen in LIBS of rocks and in air, wavelengths in air, nm; NIST Atomic Spectra Database
(Kramida, Ralchenko, Reader and NIST ASD Team, https://physics.nist.gov/asd), rounded to 0.01 nm. Raman: strongest bands
of common minerals, cm⁻¹; RRUFF database (Lafuente, Downs, Yang, Stone 2015), solid solutions near their end member;
for what is no mineral there, the paper named in the entry. Near infrared: Workman & Weyer, Practical Guide to
Interpretive Near-Infrared Spectroscopy (2007), centres of broad bands, nm. An overtone counts from the fundamental: the
first is two quanta. ``docs/reference-lines.md`` says of every entry with what it was compared.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

HC, AIR = 1239.84198, 1.00028
"""eV·nm, and the refractive index of air: the energies are those of the photons, not of wavelengths in air."""
LIBS_SOURCE, RAMAN_SOURCE, NIR_SOURCE = "NIST ASD", "RRUFF", "Workman & Weyer 2007"

_LIBS = """
C I 247.86|Si I 251.61|Si I 252.85|Mn II 257.61|Fe II 259.94|Si I 263.13|Fe II 273.95|Mg II 279.55|Mg II 280.27
Mg I 285.21|Si I 288.16|Al I 308.22|Al I 309.27|Ti II 323.45|Cu I 324.75|Cu I 327.40|Ti II 334.94|Ti II 336.12
Fe I 358.12|Fe I 371.99|Fe I 373.49|Ti II 375.93|Mg I 383.23|Mg I 383.83|Ca II 393.37|Al I 394.40|Al I 396.15
Ca II 396.85|Mn I 403.08|Fe I 404.58|Sr II 407.77|Sr II 421.55|Ca I 422.67|Fe I 438.35|Ca I 445.48|Ba II 455.40
Ti I 498.17|Mg I 516.73|Mg I 517.27|Mg I 518.36|Ti I 521.04|Cr I 520.84|Fe I 526.95|Ca I 558.88|Na I 589.00
Na I 589.59|Ca I 612.22|Ca I 616.22|Si II 634.71|Si II 637.14|Ca I 643.91|Ca I 646.26|H I 656.28|Li I 670.78
Ca I 671.77|N I 742.36|N I 744.23|N I 746.83|K I 766.49|K I 769.90|O I 777.19|O I 777.42|Na I 818.33|Na I 819.48
N I 821.63|O I 844.64|Ca II 849.80|Ca II 854.21|Ca II 866.21|N I 868.03
"""

_RAMAN = """
Quartz 128|Quartz 206|Quartz 464|Calcite 156|Calcite 281|Calcite 712|Calcite 1086|Dolomite 176|Dolomite 299
Dolomite 725|Dolomite 1098|Aragonite 206|Aragonite 1085|Magnesite 329|Magnesite 1094|Siderite 287|Siderite 1088
Gypsum 414|Gypsum 493|Gypsum 1008|Anhydrite 499|Anhydrite 1017|Barite 453|Barite 988|Celestine 1000
Fluorapatite 430|Fluorapatite 964|Forsterite 824|Forsterite 856|Fayalite 814|Fayalite 838|Enstatite 342
Enstatite 664|Enstatite 684|Enstatite 1011|Diopside 324|Diopside 391|Diopside 666|Diopside 1013|Augite 665
Albite 290|Albite 478|Albite 507|Albite 1099|Orthoclase 284|Orthoclase 475|Orthoclase 513|Anorthite 486
Anorthite 504|Hematite 225|Hematite 292|Hematite 411|Goethite 299|Goethite 385|Magnetite 668|Rutile 447|Rutile 612
Anatase 144|Anatase 399|Anatase 639|Ilmenite 681|Pyrite 343|Pyrite 379|Zircon 357|Zircon 439|Zircon 1008
Muscovite 263|Muscovite 703|Kyanite 486|Andalusite 920|Sillimanite 872|Almandine 916|Corundum 418|Diamond 1332
Graphite (G) 1582 @Tan et al. 2001|Disordered carbon (D) 1355 @Tuinstra & Koenig 1970|Sulfur 219|Sulfur 473
Silicon 520.2 @Parker et al. 1967|O–H stretch (water) 3400 @Carey & Korenowski 1998
"""

_NIR = """
O–H 2nd overtone, water 970|C–H 2nd overtone 1210|O–H 1st overtone, water 1450|N–H 1st overtone 1510
O–H 1st overtone, starch 1580|C–H 1st overtone 1725|C–H 1st overtone, oil 1760|O–H combination, water 1940
N–H combination, protein 2055|O–H + C–O, starch 2100|N–H + amide, protein 2180|C–H combination, oil 2310
C–H combination, oil 2347|C–H stretch + deformation, cellulose 2336
"""


@dataclass(frozen=True)
class Nearest:
    """An entry of a table: what it is, where, how far away (in axis units), and its source."""

    label: str
    position: float
    offset: float
    source: str


@dataclass(frozen=True, eq=False)
class LineTable:
    """Positions (ascending, in the table's unit), what is there, and where that is from."""

    positions: np.ndarray
    labels: list[str]
    sources: list[str]

    def converted(self, positions: np.ndarray) -> LineTable:
        """The table in another unit."""
        order = np.argsort(positions, kind="stable")
        return LineTable(positions[order], [self.labels[k] for k in order], [self.sources[k] for k in order])


def _table(text: str, source: str) -> LineTable:
    rows = []
    for entry in (e for line in text.strip().splitlines() for e in line.split("|")):
        what, _, own = entry.partition(" @")
        label, _, position = what.rpartition(" ")
        rows.append((float(position), label, own or source))
    rows.sort(key=lambda row: row[0])
    return LineTable(np.array([r[0] for r in rows]), [r[1] for r in rows], [r[2] for r in rows])


LIBS, RAMAN, NIR = _table(_LIBS, LIBS_SOURCE), _table(_RAMAN, RAMAN_SOURCE), _table(_NIR, NIR_SOURCE)


def table_for(unit: str, first: float, last: float) -> tuple[LineTable, float] | None:
    """Table that suits an axis, in the axis' unit, and the farthest sensible distance.

    An axis in nm (µm, eV) that ends below 900 nm is read as an emission spectrum, one that reaches beyond 1100 nm as
    near infrared; wavenumbers between 3,500 and 14,000 cm⁻¹ likewise.
    """
    if unit == "raman-shift":
        return RAMAN, 12.0
    if unit in ("nm", "um"):
        factor = 1.0 if unit == "nm" else 1e-3
        if last > 1100 * factor:
            return NIR.converted(NIR.positions * factor), 25.0 * factor
        return LIBS.converted(LIBS.positions * factor), 0.6 * factor
    if unit == "cm-1" and last > 3500:
        return NIR.converted(1e7 / NIR.positions), 60.0
    if unit == "eV" and first > 1.1:
        return LIBS.converted(HC / (AIR * LIBS.positions)), 0.004
    return None


def nearest(unit: str, value: float, first: float, last: float) -> Nearest | None:
    """Line or band nearest to a position of an axis that runs from `first` to `last`; None if none is near."""
    found = table_for(unit, first, last)
    if found is None:
        return None
    table, reach = found
    k = int(np.argmin(np.abs(table.positions - value)))
    offset = value - float(table.positions[k])
    if abs(offset) > reach:
        return None
    return Nearest(table.labels[k], float(table.positions[k]), offset, table.sources[k])
