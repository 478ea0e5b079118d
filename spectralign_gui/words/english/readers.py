"""What the readers of instruments' files say."""

TEMPLATES = {
    "agilent.points_missing": "the ASP file declares {announced} points but holds {held}; it is cut off or damaged.",
    "agilent.header_cut_off": "the ASP file is cut off in its header.",
    "andor.impossible_frames": "the SIF file declares {frames} frames of {parts} parts; it is damaged.",
    "andor.step_and_glue": (
        "the SIF file declares {total} values for {frames} frames of {rows} × {width} (step-and-glue data have no "
        "single axis); they do not match."),
    "andor.track_without_size": "the SIF file describes a track without a size; it is damaged.",
    "andor.frame_size_missing": "the SIF file ends before the size of its frames; it is cut off.",
    "andor.tracks_cut_off": "the SIF file ends within the description of its tracks; it is cut off.",
    "andor.frames_cut_off": "the SIF file ends within its list of frames; it is cut off.",
    "andor.tracks_of_different_widths": "the tracks of the SIF file have different widths, which cannot be read.",
    "arrays.table_and_axis_differ": (
        "{name} is {rows} × {columns} but the axis {axis} has {positions} values; they do not match."),
    "arrays.no_spectra": "the {what} file holds no spectra with an axis (it has {shown}).",
    "arrays.not_x_and_y": "{name} is not a table of x and y.",
    "arrays.square_read_by_rows": "{name} is square; its rows were taken as the spectra.",
    "arrays.spectrum_and_axis_differ": (
        "{name} has {values} values but the axis {axis} has {positions}; they do not match."),
    "asd.impossible_axis": (
        "the ASD file declares {channels} channels from {first:g} in steps of {step:g}; it is damaged."),
    "asd.unknown_number_form": "the ASD file stores its numbers in an unknown form ({form}).",
    "asd.no_such_signal": "there is no signal {chosen!r}; it has {signals:commas}.",
    "avantes.next_spectrum_missing": (
        "the Avantes file declares another spectrum, which is not at the declared place; it is damaged."),
    "avantes.impossible_pixels_of_version_7": "the Avantes file declares pixels {first:g} to {last:g}; it is damaged.",
    "avantes.impossible_pixels": "the Avantes file declares pixels {first} to {last}; it is damaged.",
    "avantes.no_spectrum": "the Avantes file holds no spectrum.",
    "avantes.record_without_length": "the Avantes file has a record without a length; it is damaged.",
    "avantes.values_do_not_fit": (
        "the Avantes file has room for {room} values, not for {count} or three times as many; it is "
        "damaged."),
    "avantes.calibration_missing": (
        "The file was saved in {mode} mode, and its calibration is not in the file; the raw scope counts are given."),
    "binary.cut_off": "the {what} file is cut off{of}: it has {held} bytes but {needed} are needed.",
    "binary.too_large": "the {what} file has {size:.1f} GB; at most {most:.1f} GB can be read.",
    "chada.other_signals": "The file also holds {others:commas}; choose one with signal.",
    "dataset_object.columns_and_axis_differ": (
        "the DataSet {name} has {columns} columns but an axis scale of {positions}; they do not match."),
    "dataset_object.includes_what_is_not_there": "the DataSet {name} includes rows or columns that it does not have.",
    "envi.cube_too_large": (
        "the ENVI cube has {samples} × {lines} × {bands} values; at most {most:.0f} million can be read. Cut out a "
        "region first."),
    "envi.data_file_missing": (
        "the data file of this ENVI header is missing; {stem}.sli or .img must be in the same folder."),
    "envi.data_larger_than_header": (
        "the ENVI data file is more than twice as large as its header says; they do not belong together."),
    "envi.unknown_data_type": "the ENVI data type {kind} (complex or unknown) cannot be read.",
    "envi.list_cut_off": "the ENVI header is cut off in the list of {key}.",
    "envi.header_missing": "the header of this ENVI data file is missing.",
    "envi.header_too_large": "the ENVI header is larger than 20 MB.",
    "envi.wavelengths_and_channels_differ": (
        "the ENVI header lists {wavelengths} wavelengths for {channels} channels; they do not match."),
    "envi.header_lacks": "the ENVI header has no {name}.",
    "envi.single_band": "this ENVI file is an image of one band, not spectra.",
    "envi.unknown_interleave": "the ENVI interleave {interleave!r} is not known.",
    "envi.values_as_stored": "Values are as stored; the header says reflectance × {factor}.",
    "fieldspec_text.titles_and_columns_differ": (
        "the SED file has {titles} column titles for {columns} columns; they do not match."),
    "fieldspec_text.not_text": "the file holds bytes that are not text; it is damaged.",
    "fieldspec_text.line_of_other_width": (
        "line {line} has {cells} columns where {width} are expected; the file is damaged or cut off "
        "there."),
    "fieldspec_text.too_large": "the file has {size:.0f} MB; at most {most:.0f} MB can be read in this format.",
    "fieldspec_text.no_such_column": "there is no column {chosen!r}; it has {titles:commas}.",
    "fieldspec_text.sig_without_data": "the SIG file has no line data=; it is cut off.",
    "fieldspec_text.sed_without_data": "the SED file has no line Data:; it is cut off.",
    "fieldspec_text.nothing_under_header": "there are no lines of data under the header; the file is cut off.",
    "fits.cut_off": "part {number} of the FITS file is cut off: the file has {n} bytes but {at} are needed.",
    "fits.no_data": "the FITS file holds no data, or compressed images only, which cannot be read.",
    "fits.other_tables": "The file also holds {names:commas}; choose one with table.",
    "fits.header_without_end": "the header of part {number} of the FITS file has no end; it is damaged.",
    "fits.invalid_entry": "the FITS file says {key} = {text}, which breaks the standard; it is damaged.",
    "fits.no_such_table": "there is no table {table}; the FITS file holds {names:commas}.",
    "frame.too_many_cells": (
        "the table has {rows} rows of {columns} columns; at most {most:.0f} million cells can be read. Save a part "
        "of it."),
    "frame.columns_differ": "the columns of the data frame have different lengths; it is damaged.",
    "frame.no_rows": "the data frame holds no rows of numbers or texts.",
    "h5_contents.claims_too_much_memory": "its arrays need more than {most:.1f} GB; cut out the spectra first.",
    "hdf5_general.no_spectra": "the file holds no channel with spectra.",
    "hdf5_general.no_such_signal": "there is no signal {label}; it has {found:commas}.",
    "horiba.binary_project": (
        "this is a binary file of HORIBA LabSpec, whose format is not public; in LabSpec choose File > Save As and "
        "the type .txt or .xml, and open that file."),
    "horiba.no_spectrum": "the LabSpec file holds no spectrum; it is cut off.",
    "horiba.row_cut_off": "a row of the LabSpec file declares {announced} values but holds {held}; it is damaged.",
    "horiba.rows_of_different_lengths": "the rows of the LabSpec file have different lengths; it is damaged.",
    "jasco.impossible_axis": "the JASCO file says that its axis runs from {first:g} to {last:g}; it is damaged.",
    "jasco.other_channels": "The file also holds {others:commas}; choose one with channel.",
    "jasco.no_such_channel": "there is no channel {wanted}; the file holds {titles:commas}.",
    "jasco.no_spectrum": (
        "this JASCO file holds no spectrum of a known kind; in Spectra Manager export it as text or JCAMP-DX and "
        "open that file."),
    "jasco.values_do_not_fit": (
        "the JASCO file declares {count} channels of {points} points but holds {n} values; in Spectra Manager export "
        "it as text or JCAMP-DX and open that file."),
    "jcamp.blocks_missing": "The file declares {announced:g} blocks but holds {held}; it may be cut off.",
    "hdf5.holds_model":
        "The file also holds a saved model. To predict with it, choose Predict ▸ Predict with a saved model… or "
        "spectralign predict; a project keeps the whole session.",
    "jcamp.pages_missing": "The file declares {announced} pages but holds {held}; it may be cut off.",
    "jcamp.impossible_points": "the JCAMP-DX file declares {announced:g} points; it is damaged.",
    "jcamp.points_missing": "the JCAMP-DX file declares {announced:g} points but holds {held}{why}.",
    "jcamp.data_table_empty": "a data table of the JCAMP-DX file is empty; the file is cut off.",
    "jcamp.unknown_data_form": "the JCAMP-DX data table has the unknown form {form}.",
    "jcamp.deltax_differs": "DELTAX is {delta:g}, but FIRSTX, LASTX and NPOINTS give {step:g}, which is used.",
    "jcamp.firsty_differs": "FIRSTY is {announced:g}, but the first value is {value:g}.",
    "jcamp.no_end_of_axis": "the JCAMP-DX file gives neither LASTX nor DELTAX.",
    "jcamp.npoints_differs_from_lines": (
        "The header says {announced:g} points (NPOINTS), but the file is complete and holds {held}; they were read "
        "from {first:g} on in steps of {delta:g}."),
    "jcamp.npoints_differs": (
        "The header says {announced:g} points (NPOINTS), but the file is complete and holds {held}; they were read."),
    "jcamp.not_text": "the JCAMP-DX file holds bytes that are not text; it is damaged.",
    "jcamp.no_records": "the JCAMP-DX file holds no records.",
    "jcamp.no_spectrum": "the JCAMP-DX file holds no spectrum (no XYDATA, XYPOINTS or NTUPLES data).",
    "jcamp.peak_table_only": "the JCAMP-DX file holds only a peak table, which is not a spectrum.",
    "jcamp.too_large": "the JCAMP-DX file has {size:.0f} MB; at most {most:.0f} MB can be read.",
    "jcamp.no_end_record": "The file has no ##END=; it may be cut off after the last spectrum.",
    "jcamp.impossible_factor": "the JCAMP-DX file has the {key} {value}, which cannot be a factor; it is damaged.",
    "jcamp.peak_table_left_out": "A peak table in the file is left out.",
    "jcamp.x_of_lines_differs": (
        "The x values of {lines} data line(s) do not agree with FIRSTX, LASTX and NPOINTS (first: line {first})."),
    "jcamp.x_of_lines_on_another_scale": (
        "The x values of the data lines start at {start:g}, but FIRSTX and LASTX are {first:g} and {last:g}; the "
        "latter are used, and may be wrong."),
    "jcamp.x_of_most_lines_differs": (
        "the x values of {lines} data lines do not agree with FIRSTX, LASTX and NPOINTS; points are "
        "missing or the file is damaged."),
    "jcamp.x_without_y": "the JCAMP-DX file has an x without its y; it is cut off.",
    "jcamp.y_check_failed": "The Y-check of {lines} data line(s) fails (line {shown}); values before it may be wrong.",
    "mat5_check.variable_cut_off": "the MATLAB file is cut off: a variable needs more bytes than there are.",
    "mat5_check.header_cut_off": "the MATLAB file ends in its header; it is cut off.",
    "mat5_check.no_byte_order": "the MATLAB file does not say its byte order; it is damaged.",
    "mat5_check.variable_size_differs": (
        "the MATLAB file is damaged: the size of a variable does not match its content."),
    "mat5_check.unpacks_to_too_much": "its variables unpack to more than {most:.0f} GB, so it is not opened.",
    "matlab.claims_too_much_memory": "its arrays claim {total:.1f} GB, so it is not opened.",
    "matlab.class_object": (
        "it holds an object of a class that only MATLAB can open; in MATLAB, save its data as plain arrays (for a "
        "table: table2array)."),
    "matlab.reference_values_left_apart": (
        "{label} ({listed}) looks like reference values; it matches no set of spectra and is left out."),
    "matlab.no_such_variable": "there is no variable {chosen!r}; it has {names:commas}.",
    "matlab.too_large_to_write": (
        "the spectra take {size:.1f} GB, more than the 2 GB that a MATLAB 5 file holds; write .h5."),
    "matlab.taken_as_reference_values": (
        "{label} ({listed}) was taken as reference values of the {samples} samples, row by row."),
    "matlab.variable_twice": "two of its variables are called {name!r}; it is damaged.",
    "nircal.other_layout": (
        "this is a BÜCHI NIRCal project with its spectra in an unknown place (the format is not public); in NIRCal "
        "choose Export and save the spectra as JCAMP-DX or text."),
    "nircal.properties_left_out": "The properties {names:commas} of the project could not be read and are left out.",
    "npz.pickled_object": (
        "the array {name!r} is a pickled Python object, which is not opened for safety; save plain "
        "arrays."),
    "ocean.no_spectrum": "the ProcSpec archive holds no spectrum.",
    "ocean.wavelengths_or_pixels_missing": "the ProcSpec file lacks wavelengths or pixels; it is damaged.",
    "ole2.cut_off": "the file is cut off after its header.",
    "ole2.chain_loops": "it is damaged: {what} leads back into itself or out of the file.",
    "ole2.table_chain_loops": "it is damaged: the list of its tables leads back into itself or out of the file.",
    "ole2.unknown_sector_size": "it is damaged: its sectors have an unknown size.",
    "ole2.part_too_short": "it is damaged: {what} is shorter than it says.",
    "ole2.tables_outside_or_twice": "it is damaged: its tables are outside the file or in it twice.",
    "ole2.sector_shared": "it is damaged: two of its parts share a sector.",
    "omnic.points_missing": "the OMNIC file declares {announced} points but holds {held}; they do not match.",
    "omnic.headers_and_spectra_differ": "the OMNIC file has {headers} headers for {spectra} spectra; it is damaged.",
    "omnic.no_spectrum": (
        "the OMNIC file has no spectrum in its directory; it is cut off or of another kind."),
    "omnic.no_axis": "the OMNIC file has no usable axis; it is damaged.",
    "omnic.series_not_read": "OMNIC series (.srs) cannot be read; export the series as .spg or CSV from OMNIC.",
    "opus.other_blocks": (
        "The file also holds the blocks {others:commas}; choose one of them at Block in the import window (--read "
        "NAME:block=… on the command line)."),
    "opus.impossible_blocks": "the OPUS file declares {count} blocks; it is damaged.",
    "opus.block_refused": "Block {key}: {error}",
    "opus.too_large": "the OPUS file is larger than 500 MB.",
    "opus.no_such_block": "there is no data block {wanted!r}; it has {found:commas}.",
    "orange.not_a_number": "line {line}, column {title}: {cell!r} is not a number.",
    "orange.no_spectra": "the Orange table has no rows, or no columns with wavelengths as titles.",
    "manifest.file_missing": "it names {file}, which is not in its folder.",
    "manifest.line_unknown": "line {line} ({text}) cannot be read; save the description as JSON.",
    "manifest.no_spectra": "it names no file of spectra (train_x, test_x).",
    "manifest.no_text": "{file} cannot be read here; save it as CSV or text.",
    "manifest.not_json": "its JSON is damaged ({why}).",
    "manifest.not_one_table": "it holds {n} sets of spectra instead of one.",
    "manifest.too_large": "it is too large for the description of a data set.",
    "paired.empty": "{file} beside it holds no values.",
    "paired.too_large": "{file} beside it is too large for a table of values.",
    "paired.row_of_other_width": "{file} beside it has {n} cells in line {line} instead of {width}.",
    "paired.rows_differ": "it holds {n} spectra, but {file} beside it has {rows} rows; they do not match.",
    "paired.values_from": "The reference values were taken from {file}.",
    "parquet.lists_differ": "the lists in the column {name} have different lengths; they are not spectra on one axis.",
    "parquet.needs_pyarrow": (
        "this is a Parquet or Feather file, which needs the package pyarrow: install it with pip install "
        "\"spectralign-gui[parquet]\", or save the table as CSV."),
    "parquet.old_feather": (
        "this is a Feather file of version 1, which cannot be read; save it again as Feather version 2 or as CSV."),
    "perkinelmer.points_missing": (
        "the PerkinElmer file declares {announced} points but holds {held}; they do not match."),
    "perkinelmer.image_axis_differs": (
        "the axis of the PerkinElmer image does not match its number of points; it is damaged."),
    "perkinelmer.block_beyond_container": (
        "the PerkinElmer file has a block that reaches beyond its container; it is damaged."),
    "perkinelmer.no_spectrum": "the PerkinElmer file holds no spectrum; it is cut off.",
    "perkinelmer.image_cut_off": (
        "the PerkinElmer image declares {columns} × {rows} spectra but holds {held}; it is cut off."),
    "perkinelmer.image_without_header_or_spectra": "the PerkinElmer image has no header or no spectra; it is cut off.",
    "perkinelmer.kind_not_read": (
        "this is a PerkinElmer file of the kind {description!r}, which cannot be read; export it as CSV or JCAMP-DX."),
    "perkinelmer.range_or_values_missing": (
        "the PerkinElmer file lacks its range, number of points or values; it is damaged."),
    "perkinelmer.image_points_differ": (
        "the spectra of the PerkinElmer image do not have the declared {points} points; it is damaged."),
    "princeton.impossible_frames": "the SPE file declares {frames} frames of {height} × {width}; it is damaged.",
    "princeton.footer_cut_off": (
        "the SPE file is cut off: its XML footer should begin at byte {footer} of {held}."),
    "princeton.frames_do_not_fit": (
        "the frames of the SPE file do not fit between its header and its footer; it is damaged."),
    "princeton.several_regions": (
        "the SPE file has {regions} regions of interest, but only one can be read; export the others from LightField."),
    "princeton.rows_and_axis_differ": (
        "the SPE file has {width} values per row but an axis of {positions}; they do not match."),
    "pyhat.row_of_other_width": (
        "row {row} has {cells} cells where {expected} are expected; the file is damaged or cut off "
        "there."),
    "pyhat.not_a_number": "row {row}, column {column}: {cell} is not a number.",
    "pyhat.no_second_header": "the PyHAT table has no second header row or no data; it is cut off.",
    "renishaw.impossible_spectra": (
        "the WDF file declares {count} of {capacity} spectra; it is damaged or nothing was measured."),
    "renishaw.data_cut_off": "the WDF file is cut off: its data section is shorter than its spectra.",
    "renishaw.data_or_axis_missing": "the WDF file has no data section or no axis section; it is cut off.",
    "renishaw.multitrack_not_read": (
        "the WDF file has a separate axis for each spectrum (multitrack), which cannot be read; export it from WiRE "
        "as text."),
    "renishaw.section_without_size": "the WDF file has a section without a size; it is damaged.",
    "renishaw.spectra_and_axis_differ": (
        "the WDF file has {points} values per spectrum but an axis of {positions}; they do not match."),
    "r.saved_as_text": (
        "this is R data saved as text, which cannot be read; in R save it with ascii = FALSE, or use write.csv."),
    "r.cut_off": "the file of R data is cut off.",
    "r.damaged": "the file of R data is damaged.",
    "r.compressed_vector": (
        "this is R data with a vector stored as {name}, which cannot be read; in R write the table with write.csv."),
    "r.too_large": (
        "the file of R data has {size:.1f} GB; at most 1 GB can be read. In R write the table with write.csv."),
    "r.long_vector": "this is R data with a vector of more than 2,147,483,647 values, which cannot be read.",
    "r.nested_too_deeply": "the file of R data is nested too deeply for data; in R write the table with write.csv.",
    "r.no_such_object": "there is no object {chosen!r}; the file holds {found:commas}.",
    "r.no_data_frame": (
        "this is R data with an object of class {of} and no data frame; such objects cannot be read. In R write its "
        "table with write.csv."),
    "r.holds_program": (
        "this is R data with a function or an environment and no data frame, which is not read (it can hold "
        "programs); in R write the table with write.csv."),
    "r.unknown_version": "this is R data of version {version}; versions 2 and 3 can be read.",
    "scio.not_a_number": "the scan {of} of the SCiO file holds {cell!r}, which is not a number.",
    "scio.no_titles": "this is not a SCiO export: it has no line of titles such as spectrum_740.0.",
    "scio.other_signals": "The file also holds {others:commas} of the same scans; choose one with signal.",
    "scio.scans_missing": "the SCiO file declares {announced} scans but holds {n}; it is cut off.",
    "sheets.unpacks_to_too_much": "the archive unpacks to {total:.0f} MB from {packed:.2f} MB, so it is not opened.",
    "sheets.sheet_too_large": (
        "a sheet claims {rows} rows × {columns} columns; at most {most:.0f} million cells can be read, so export "
        "larger tables as CSV."),
    "sheets.damaged": "the spreadsheet is damaged.",
    "sheets.cannot_be_read": "the spreadsheet cannot be read ({why}).",
    "shimadzu.no_spectra": (
        "this is a Shimadzu file (LabSolutions UV-Vis or UVProbe), not a Galactic SPC file, and it holds no spectrum "
        "of a known kind; export the spectra there as text and open that file."),
    "shimadzu.wavelengths_and_values_differ": (
        "the spectrum {name} of the Shimadzu file has {x} wavelengths but {y} values; it is damaged."),
    "spc.impossible_points": "the SPC file declares {announced:g} points; it is damaged.",
    "spc.impossible_points_of_spectrum": "the SPC file declares {n} points in spectrum {spectrum}; it is damaged.",
    "spc.impossible_spectra": "the SPC file declares {count} spectra of {points} points; it is damaged.",
    "spc.axis_of_another_unit": "The axis is in {unit}, not in a unit of optical spectra.",
    "spc.bytes_without_meaning": (
        "{n} bytes after the last spectrum belong to nothing in the header; the file may hold more than was read."),
    "spc.last_spectrum_cut_off": "{n} bytes after the last whole spectrum are left out; the file may be cut off.",
    "spc.cut_off": "the SPC file is cut off: {what} needs {needed} bytes but the file has {held}.",
    "spc.no_spc": (
        "this is not a Galactic SPC file: its version byte is 0x{version:02X}, not 0x4B, 0x4C or 0x4D; "
        "{others}."),
    "spc.old_with_own_axes": (
        "this old SPC file has a separate axis for each spectrum, which that format does not describe; export it "
        "again from its program."),
    "specpr.impossible_channels": "record {record} of the SPECPR file declares {count} channels; it is damaged.",
    "specpr.continuation_missing": (
        "record {record} of the SPECPR file declares {count} channels, but the records after it do not continue it; "
        "it is damaged."),
    "specpr.cut_off": (
        "the SPECPR file has {n} bytes, which is not a whole number of records of 1536 bytes; it is cut off."),
    "specpr.no_spectra": (
        "the SPECPR file holds no spectrum together with its wavelengths ({n} without); the library's file of "
        "wavelengths must be part of it."),
    "specpr.spectra_without_wavelengths": (
        "{n:count spectrum} without wavelengths in the file {n:is|are} left out ({titles:commas})."),
    "sheets.no_such_sheet": "there is no sheet {chosen!r}; it has {sheets:commas}.",
    "usgs.axis_from": "The wavelengths were taken from {file}.",
    "usgs.axis_file_missing": (
        "the wavelengths of this USGS spectrum ({n} channels) are in a separate file, which is not in this folder or "
        "above it; put it there, or name it with axis_file."),
    "usgs.axis_and_no_spectrum": "this file holds the axis of USGS spectra ({title}), not a spectrum; open a spectrum.",
    "usgs.spectrum_and_axis_differ": (
        "the spectrum has {n} values but {file} has {n_axis} wavelengths; they do not match."),
    "usgs.not_an_axis_file": "{file} is not a wavelength file of the USGS library.",
    "usgs.no_such_file": "there is no file {given} with the wavelengths.",
    "usgs.several_axis_files": (
        "several files hold wavelengths for {n} channels ({fits:commas 4}); name the right one with axis_file."),
    "witec.unknown_calibration": "the WITec file calibrates its axis in an unknown way ({kind}); export it as text.",
    "witec.tag_beyond_end": (
        "the WITec file is damaged or cut off: its tag {name!r} reaches to byte {stop} of {held}."),
    "witec.graph_values_differ": (
        "the WITec graph declares {columns} × {rows} × {points} values but holds {held}; they do not match."),
    "witec.unknown_graph": "the WITec graph is of an unknown kind or size; it is damaged.",
    "witec.line_of_other_width": "line {line} has {cells} columns where 2 are expected.",
    "witec.nested_too_deeply": "the WITec file is nested too deeply; it is damaged.",
    "witec.no_such_graph": "there is no graph {wanted!r}; it has {captions:commas}.",
    "witec.project_without_spectra": "the WITec project holds no spectra.",
    "witec.damaged_tag": "the WITec file has a damaged tag.",
    "witec.text_points_missing": "the WITec text declares {announced} points but holds {held}; it is cut off.",
    "witec.text_without_spectrum": "the WITec text holds no spectrum; it is cut off.",
    "wrap.out_of_memory": "the {what} file asks for more memory than this computer has; it is damaged or too large.",
    "wrap.cannot_be_read": "the {what} file cannot be read ({strerror}).",
    "wrap.damaged_or_unknown": "the {what} file is damaged, cut off or of an unknown kind ({name}{detail}).",
    "xml.damaged": "the XML of the {what} file is damaged or cut off ({error}).",
    "xml.defines_entities": "the {what} file defines XML entities, which are not opened for safety.",
    "xml.too_large": "the XML of the {what} file has {size:.0f} MB, so it is not opened.",
}
