"""Units of axes, and titles of axes."""

TEMPLATES = {
    "unit.channel": "channel number",
    "unit.channel_position": "(channel)",
    "unit.channels": "channels",
    "unit.ev": "eV",
    "unit.nm": "nm",
    "unit.raman_shift": "Raman shift (cm⁻¹)",
    "unit.title_channel": "Channel",
    "unit.title_ev": "Energy (eV)",
    "unit.title_nm": "Wavelength (nm)",
    "unit.title_raman_shift": "Raman shift (cm⁻¹)",
    "unit.title_um": "Wavelength (µm)",
    "unit.title_unknown": "Axis (unit unknown)",
    "unit.title_wavenumber": "Wavenumber (cm⁻¹)",
    "unit.um": "µm",
    "unit.unknown": "unknown unit",
    "unit.wavenumber": "cm⁻¹",
}
