"""Raman of 40 minerals on two instruments with different axes, fluorescence and noise.

Band positions (cm⁻¹, rounded) are facts as collected in the RRUFF project's reference spectra (Lafuente, Downs, Yang
and Stone 2015, https://rruff.info) and in Griffith, "Raman studies on rock-forming minerals" (1969, 1970); the
relative heights are our own round figures. Hardness (Mohs) and density (g/cm³) are textbook values.
"""

from __future__ import annotations

import numpy as np
from scipy.special import voigt_profile

# name: (class, Mohs hardness, density, ((position, relative height), ...))
MINERALS: dict[str, tuple[str, float, float, tuple[tuple[float, float], ...]]] = {
    "Quartz": ("silicate", 7.0, 2.65, ((206, 25), (355, 8), (464, 100), (1082, 4))),
    "Albite": ("silicate", 6.25, 2.62, ((208, 15), (290, 25), (478, 45), (507, 100), (764, 10), (815, 10))),
    "Microcline": ("silicate", 6.0, 2.56, ((284, 20), (455, 25), (475, 50), (513, 100), (748, 8), (1124, 8))),
    "Anorthite": ("silicate", 6.25, 2.73, ((282, 20), (488, 45), (504, 100), (556, 20), (681, 10), (977, 8))),
    "Forsterite": ("silicate", 7.0, 3.27, ((544, 5), (609, 8), (824, 85), (856, 100), (919, 15), (965, 25))),
    "Fayalite": ("silicate", 6.75, 4.39, ((505, 8), (815, 70), (839, 100), (900, 15), (932, 15))),
    "Diopside": ("silicate", 6.0, 3.40, ((325, 45), (360, 25), (391, 50), (558, 15), (667, 100), (1012, 70))),
    "Enstatite": ("silicate", 5.75, 3.20, ((341, 35), (402, 20), (538, 15), (663, 70), (684, 75), (1010, 100))),
    "Almandine": ("silicate", 7.25, 4.19, ((351, 35), (500, 15), (555, 20), (916, 100), (1042, 25))),
    "Grossular": ("silicate", 7.0, 3.57, ((373, 60), (549, 40), (826, 45), (880, 100), (1006, 15))),
    "Zircon": ("silicate", 7.5, 4.65, ((202, 20), (224, 20), (356, 45), (439, 25), (974, 25), (1008, 100))),
    "Andalusite": ("silicate", 7.0, 3.15, ((293, 70), (326, 20), (554, 30), (919, 100), (1065, 25))),
    "Kyanite": ("silicate", 6.0, 3.61, ((300, 55), (325, 40), (437, 30), (486, 100), (895, 35), (952, 40))),
    "Topaz": ("silicate", 8.0, 3.55, ((240, 50), (268, 100), (287, 40), (405, 30), (855, 25), (935, 60))),
    "Beryl": ("silicate", 7.75, 2.70, ((325, 30), (397, 45), (685, 100), (1010, 15), (1067, 75))),
    "Talc": ("silicate", 1.0, 2.75, ((194, 90), (362, 40), (677, 100), (1051, 15))),
    "Muscovite": ("silicate", 2.25, 2.82, ((198, 35), (263, 100), (408, 50), (638, 15), (703, 75))),
    "Kaolinite": ("silicate", 2.0, 2.60, ((275, 30), (337, 35), (430, 40), (470, 60), (636, 50), (790, 45))),
    "Calcite": ("carbonate", 3.0, 2.71, ((155, 15), (281, 35), (711, 12), (1085, 100), (1435, 4))),
    "Aragonite": ("carbonate", 3.75, 2.95, ((153, 25), (206, 30), (701, 8), (1085, 100), (1462, 4))),
    "Dolomite": ("carbonate", 3.75, 2.86, ((176, 15), (299, 40), (725, 8), (1098, 100), (1443, 4))),
    "Magnesite": ("carbonate", 4.0, 3.01, ((212, 15), (329, 45), (738, 10), (1094, 100), (1444, 4))),
    "Siderite": ("carbonate", 3.75, 3.96, ((184, 20), (287, 45), (731, 10), (1085, 100))),
    "Rhodochrosite": ("carbonate", 3.75, 3.70, ((185, 15), (290, 40), (719, 12), (1086, 100))),
    "Malachite": ("carbonate", 3.75, 4.05, ((180, 50), (270, 45), (433, 100), (535, 30), (1060, 40), (1492, 60))),
    "Gypsum": ("sulfate", 2.0, 2.32, ((414, 20), (493, 15), (618, 10), (670, 8), (1008, 100), (1135, 12))),
    "Anhydrite": ("sulfate", 3.25, 2.97, ((417, 15), (498, 20), (609, 12), (628, 14), (1017, 100), (1128, 30))),
    "Barite": ("sulfate", 3.25, 4.48, ((453, 25), (461, 35), (617, 12), (988, 100), (1141, 10))),
    "Celestine": ("sulfate", 3.25, 3.95, ((453, 20), (461, 25), (622, 12), (1000, 100), (1111, 8))),
    "Anglesite": ("sulfate", 2.75, 6.36, ((437, 20), (449, 25), (608, 10), (977, 100), (1156, 8))),
    "Fluorapatite": ("phosphate", 5.0, 3.18, ((430, 18), (580, 10), (592, 12), (607, 10), (965, 100), (1053, 10))),
    "Rutile": ("oxide", 6.25, 4.23, ((143, 12), (235, 35), (447, 95), (612, 100))),
    "Anatase": ("oxide", 5.75, 3.90, ((144, 100), (197, 8), (397, 25), (516, 25), (639, 35))),
    "Hematite": ("oxide", 5.75, 5.26, ((225, 80), (245, 20), (292, 100), (411, 60), (498, 15), (612, 35), (1320, 60))),
    "Goethite": ("oxide", 5.25, 4.28, ((243, 20), (299, 40), (385, 100), (479, 20), (550, 25))),
    "Corundum": ("oxide", 9.0, 4.02, ((378, 30), (417, 100), (432, 15), (578, 12), (645, 30), (750, 25))),
    "Spinel": ("oxide", 8.0, 3.64, ((312, 25), (405, 100), (665, 45), (766, 40))),
    "Pyrite": ("sulfide", 6.25, 5.02, ((343, 85), (379, 100), (430, 15))),
    "Sphalerite": ("sulfide", 3.75, 4.05, ((219, 15), (298, 70), (330, 40), (350, 100), (397, 10))),
    "Cinnabar": ("sulfide", 2.25, 8.18, ((253, 100), (284, 20), (343, 60))),
}


def measure(bands: tuple[tuple[float, float], ...], axis: np.ndarray, shift: float, fwhm: float, response: np.ndarray,
            baseline: float, counts: float, rng: np.random.Generator) -> np.ndarray:
    """Counts of one mineral on one instrument."""
    true = axis - shift
    signal = np.zeros(len(axis))
    for position, height in bands:
        lorentz = rng.uniform(2.5, 4.5)
        profile = voigt_profile(true - position, fwhm / 2.3548, lorentz)
        signal += height / 100 * rng.uniform(0.8, 1.2) * profile / voigt_profile(0.0, fwhm / 2.3548, lorentz)
    u = (axis - axis[0]) / (axis[-1] - axis[0])
    hump = np.exp(-((u - rng.uniform(0.2, 0.9)) / rng.uniform(0.5, 0.9)) ** 2)
    fluorescence = baseline * rng.lognormal(0, 0.5) * hump
    photons = counts * rng.lognormal(0, 0.15) * response * (signal + fluorescence + 0.02)
    return rng.poisson(photons) + rng.normal(0, 4.0, len(axis))


def simulate(seed: int = 30) -> dict:
    """All minerals on both instruments: "names", "classes", "properties" (n, 2), "green", "red" and their axes."""
    rng = np.random.default_rng(seed)
    green_axis, red_axis = np.round(np.linspace(120.0, 1750.0, 1024), 3), np.round(np.linspace(140.0, 1600.0, 700), 3)
    green_response = 0.8 + 0.2 * np.sin(green_axis / 400)
    red_response = np.linspace(1.1, 0.45, len(red_axis))
    names = list(MINERALS)
    return {
        "names": names, "classes": [MINERALS[n][0] for n in names],
        "properties": np.array([MINERALS[n][1:3] for n in names]), "green_axis": green_axis, "red_axis": red_axis,
        "green": np.array([measure(MINERALS[n][3], green_axis, 0.0, 5.0, green_response, 0.5, 4000, rng)
                           for n in names]),
        "red": np.array([measure(MINERALS[n][3], red_axis, 1.6, 8.0, red_response, 0.15, 1500, rng) for n in names]),
    }
