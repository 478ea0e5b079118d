"""What the readers of instruments' files say."""

TEMPLATES = {
    "agilent.announces_points_but_holds": (
        "the ASP file announces {points} points but holds {n_numbers}; it is cut off or damaged."),
    "agilent.cut_off_header": "the ASP file is cut off in its header.",
    "andor.announces_frames_parts": "the SIF file announces {frames} frames of {parts} parts; it is damaged.",
    "andor.announces_values_frames_step": (
        "the SIF file announces {total} values for {frames} frames of {rows} × {width} (step-and-glue "
        "data have no single axis); they are not paired."),
    "andor.describes_track_no_size": "the SIF file describes a track of no size; it is damaged.",
    "andor.ends_before_size_frames": "the SIF file ends before the size of its frames; it is cut off.",
    "andor.ends_description_tracks_cut": "the SIF file ends in the description of its tracks; it is cut off.",
    "andor.ends_list_frames_cut": "the SIF file ends in its list of frames; it is cut off.",
    "andor.tracks_different_widths_not": "the tracks of the SIF file have different widths, which is not read.",
    "arrays.but_axis_values_not": (
        "{name} is {shape} × {shape2} but the axis {axis_name} has {n_axis} values; they are not paired."),
    "arrays.holds_no_spectra_axis": "the {what} file holds no spectra with an axis (it has {shown}).",
    "arrays.no_table_x_y": "{name} is not a table of x and y.",
    "arrays.square_rows_taken_spectra": "{name} is square; its rows were taken as the spectra.",
    "arrays.values_but_axis_not": (
        "{name} has {n_values} values but the axis {axis_name} has {n_axis}; they are not paired."),
    "asd.announces_channels_steps": (
        "the ASD file announces {channels} channels from {first:g} in steps of {step:g}; it is damaged."),
    "asd.keeps_numbers_unknown_form": "the ASD file keeps its numbers in an unknown form ({form}).",
    "asd.no_signal": "there is no signal {chosen!r}; it has {signals:commas}.",
    "avantes.announces_further_spectrum_not": (
        "the Avantes file announces a further spectrum, which is not where its length says; it is "
        "damaged."),
    "avantes.announces_pixels": "the Avantes file announces pixels {first:g} to {last:g}; it is damaged.",
    "avantes.announces_pixels_2": "the Avantes file announces pixels {start_pixel} to {stop_pixel}; it is damaged.",
    "avantes.holds_no_spectrum": "the Avantes file holds no spectrum.",
    "avantes.record_no_length": "the Avantes file has a record of no length; it is damaged.",
    "avantes.room_values_not_three": (
        "the Avantes file has room for {left} values, not for {count} or three times as many; it is "
        "damaged."),
    "avantes.saved_mode_whose_calibration": (
        "The file was saved in {default} mode, whose calibration is not in it; the raw scope counts are "
        "given."),
    "binary.cut_off_bytes_but": "the {what} file is cut off{of}: it has {n_data} bytes but {at} are needed.",
    "binary.gb_most_gb_read": "the {what} file has {st_size:.1f} GB; at most {max_read:.1f} GB are read.",
    "chada.further": "The file also holds {others:commas}; choose with signal.",
    "dataset_object.dataset_columns_but_axis": (
        "the DataSet {name} has {shape} columns but an axis scale of {n_axis}; they are not paired."),
    "dataset_object.dataset_includes_rows_columns": "the DataSet {name} includes rows or columns it does not have.",
    "envi.cube_values_most_million": (
        "the ENVI cube has {samples} × {lines} × {bands} values; at most {max_values:.0f} million are "
        "read. Cut out a region first."),
    "envi.data_header_missing_sli": (
        "the data file of this ENVI header is missing; {stem}.sli or .img must be in the same folder."),
    "envi.data_more_twice_large": (
        "the ENVI data file is more than twice as large as its header says; they do not belong together."),
    "envi.data_type_complex_unknown": "the ENVI data type {kind} (complex or unknown) is not read.",
    "envi.header_cut_off_list": "the ENVI header is cut off in the list of {key}.",
    "envi.header_data_missing": "the header of this ENVI data file is missing.",
    "envi.header_larger_mb": "the ENVI header is larger than 20 MB.",
    "envi.header_lists_wavelengths_channels": (
        "the ENVI header lists {n_axis} wavelengths for {channels} channels; they are not paired."),
    "envi.header_no": "the ENVI header has no {name}.",
    "envi.image_band_not_spectra": "this ENVI file is an image of one band, not spectra.",
    "envi.interleave_not_known": "the ENVI interleave {interleave!r} is not known.",
    "envi.values_stored_header_says": "Values are as stored; the header says reflectance × {fields}.",
    "fieldspec_text.column_titles_columns_not": (
        "the SED file has {n_titles} column titles for {shape} columns; they are not paired."),
    "fieldspec_text.holds_bytes_no_text": "the file holds bytes that are not text; it is damaged.",
    "fieldspec_text.line_columns_where_expected": (
        "line {number} has {n_cells} columns where {width} are expected; the file is damaged or cut off "
        "there."),
    "fieldspec_text.mb_most_mb_read": (
        "the file has {st_size:.0f} MB; at most {max_text:.0f} MB are read of this format."),
    "fieldspec_text.no_column": "there is no column {chosen!r}; it has {titles:commas}.",
    "fieldspec_text.no_line_data_cut": "the SIG file has no line data=; it is cut off.",
    "fieldspec_text.no_line_data_cut_2": "the SED file has no line Data:; it is cut off.",
    "fieldspec_text.no_lines_data_under": "there are no lines of data under the header; the file is cut off.",
    "fits.cut_off": "part {number} of the FITS file is cut off: the file has {n} bytes but {at} are needed.",
    "fits.empty": "the FITS file holds no data, or compressed images only, which are not read.",
    "fits.further": "The file also holds {names:commas}; choose with table.",
    "fits.header": "the header of part {number} of the FITS file has no end; it is damaged.",
    "fits.key": "the FITS file says {key} = {text}, which is not as the standard says; it is damaged.",
    "fits.no_table": "there is not a table {table}; the FITS file holds {names:commas}.",
    "frame.cells": (
        "the table has {rows} rows of {columns} columns; at most {most:.0f} million cells are read. Save a part."),
    "frame.columns_differ": "the columns of the data frame have different lengths; it is damaged.",
    "frame.no_rows": "the data frame holds no rows of numbers or texts.",
    "h5_contents.arrays_need_more_gb": "its arrays need more than {max_total:.1f} GB; cut out the spectra first.",
    "hdf5_general.holds_no_channel_spectra": "the file holds no channel with spectra.",
    "hdf5_general.no_signal": "there is no signal {label}; it has {found:commas}.",
    "horiba.binary_whose_format_not": (
        "this is a binary file of HORIBA LabSpec, whose format is not public; in LabSpec choose File > "
        "Save As and the type .txt or .xml, and open that."),
    "horiba.holds_no_spectrum_cut": "the LabSpec file holds no spectrum; it is cut off.",
    "horiba.row_announces_values_but": (
        "a row of the LabSpec file announces {announced} values but holds {n_row}; it is damaged."),
    "horiba.rows_different_lengths": "the rows of the LabSpec file have different lengths; it is damaged.",
    "jasco.axis": "the JASCO file says that its axis runs from {first:g} to {last:g}; it is damaged.",
    "jasco.further": "The file also holds {others:commas}; choose with channel.",
    "jasco.no_channel": "there is no channel {wanted}; the file holds {titles:commas}.",
    "jasco.no_data": (
        "this JASCO file holds no single spectrum of a kind that is known; in Spectra Manager export it as text or "
        "JCAMP-DX and open that."),
    "jasco.sizes": (
        "the JASCO file announces {count} channels of {points} points but holds {n} values; in Spectra Manager export "
        "it as text or JCAMP-DX and open that."),
    "jcamp.announces_blocks_but_holds": (
        "The file announces {announced:g} blocks but holds {n_sections}; it may be cut off."),
    "jcamp.announces_pages_but_holds": "The file announces {pages} pages but holds {found}; it may be cut off.",
    "jcamp.announces_points": "the JCAMP-DX file announces {announced:g} points; it is damaged.",
    "jcamp.announces_points_but_holds": "the JCAMP-DX file announces {announced:g} points but holds {found}{why}.",
    "jcamp.data_table_empty_cut": "a data table of the JCAMP-DX file is empty; the file is cut off.",
    "jcamp.data_table_form_not": "the JCAMP-DX data table has the form {form}, which is not known.",
    "jcamp.deltax_says_but_firstx": (
        "DELTAX says {delta:g} but FIRSTX, LASTX and NPOINTS make it {step:g}, which is used."),
    "jcamp.firsty_says_but_first": "FIRSTY says {announced:g} but the first value is {y:g}.",
    "jcamp.gives_neither_lastx_nor": "the JCAMP-DX file gives neither LASTX nor DELTAX.",
    "jcamp.header_says_points_npoints": (
        "The header says {announced:g} points (NPOINTS) but the file, which is whole, holds {found}; "
        "they were read from {first:g} on in steps of {delta:g}."),
    "jcamp.header_says_points_npoints_2": (
        "The header says {announced:g} points (NPOINTS) but the file, which is whole, holds {n_table}; "
        "they were read."),
    "jcamp.holds_bytes_no_text": "the JCAMP-DX file holds bytes that are not text; it is damaged.",
    "jcamp.holds_no_records": "the JCAMP-DX file holds no records.",
    "jcamp.holds_no_spectrum_no": "the JCAMP-DX file holds no spectrum (no XYDATA, XYPOINTS or NTUPLES data).",
    "jcamp.holds_only_peak_table": "the JCAMP-DX file holds only a peak table, which is not a spectrum.",
    "jcamp.mb_most_mb_read": "the JCAMP-DX file has {st_size:.0f} MB; at most {max_bytes:.0f} MB are read.",
    "jcamp.no_end_may_cut": "The file has no ##END=; it may be cut off after the last spectrum.",
    "jcamp.nothing_multiplied": (
        "the JCAMP-DX file has the {key} {strip}, by which nothing can be multiplied; it is damaged."),
    "jcamp.peak_table_left_out": "A peak table in the file is left out.",
    "jcamp.x_value_data_line": (
        "The x value of {n_bad} data line(s) does not agree with FIRSTX, LASTX and NPOINTS (first: line "
        "{bad})."),
    "jcamp.x_values_data_lines": (
        "The x values of the data lines run from {raw:g} on, those of FIRSTX and LASTX from {first:g} to "
        "{last:g}; the latter are used, and may be wrong."),
    "jcamp.x_values_data_lines_2": (
        "the x values of {n_bad} data lines do not agree with FIRSTX, LASTX and NPOINTS; points are "
        "missing or the file is damaged."),
    "jcamp.x_without_y_cut": "the JCAMP-DX file has an x without its y; it is cut off.",
    "jcamp.y_check_data_line": (
        "The Y-check of {n_failed_checks} data line(s) does not agree (line {shown}); values before it "
        "may be wrong."),
    "mat5_check.cut_off_variable_needs": "the MATLAB file is cut off: a variable needs more bytes than there are.",
    "mat5_check.ends_header_cut_off": "the MATLAB file ends in its header; it is cut off.",
    "mat5_check.not_say_byte_order": "the MATLAB file does not say its byte order; it is damaged.",
    "mat5_check.variable_s_size_not": "the MATLAB file is damaged: a variable's size does not fit what it holds.",
    "mat5_check.variables_unpack_more_gb": (
        "its variables unpack to more than {max_unpacked:.0f} GB; that is refused."),
    "matlab.arrays_claim_gb_refused": "its arrays claim {total:.1f} GB; that is refused.",
    "matlab.holds_object_class_only": (
        "it holds an object of a class that only MATLAB can open; there, save its data as plain arrays "
        "(for a table: table2array)."),
    "matlab.looks_like_reference_values": (
        "{label} ({listed}) looks like reference values; it fits no set of spectra and is left apart."),
    "matlab.no_variable": "there is no variable {chosen!r}; it has {names:commas}.",
    "matlab.spectra_take_gb_more": (
        "the spectra take {nbytes:.1f} GB, more than the 2 GB that a MATLAB 5 file holds; write .h5."),
    "matlab.taken_reference_values_samples": (
        "{label} ({listed}) was taken as reference values of the {n_targets} samples, row by row."),
    "matlab.two_variables_called": "two of its variables are called {twice!r}; it is damaged.",
    "nircal.other_layout": (
        "this is a BÜCHI NIRCal project whose spectra are not where they are in other such files (the format is not "
        "public); in NIRCal choose Export and save the spectra as JCAMP-DX or text."),
    "nircal.properties_left": "The properties {names:commas} of the project could not be read and are left out.",
    "npz.array_pickled_python_object": (
        "the array {name!r} is a pickled Python object, which is not opened for safety; save plain "
        "arrays."),
    "ocean.archive_holds_no_spectrum": "the ProcSpec archive holds no spectrum.",
    "ocean.lacks_wavelengths_pixels": "the ProcSpec file lacks wavelengths or pixels; it is damaged.",
    "ole2.cut_off_after_header": "the file is cut off after its header.",
    "ole2.leads_back_into_itself": "it is damaged: {what} leads back into itself or out of the file.",
    "ole2.list_tables_leads_back": "it is damaged: the list of its tables leads back into itself or out of the file.",
    "ole2.sectors_no_size_known": "it is damaged: its sectors have no size that is known.",
    "ole2.shorter_says": "it is damaged: {what} is shorter than it says.",
    "ole2.tables_lie_outside_twice": "it is damaged: its tables lie outside of the file or twice in it.",
    "ole2.two_parts_share_sector": "it is damaged: two of its parts share a sector.",
    "omnic.announces_points_but_holds": (
        "the OMNIC file announces {points} points but holds {data}; they are not paired."),
    "omnic.headers_spectra": "the OMNIC file has {n_headers} headers for {n_values} spectra; it is damaged.",
    "omnic.no_spectrum_directory_cut": (
        "the OMNIC file has no spectrum in its directory; it is cut off or of another kind."),
    "omnic.no_usable_axis": "the OMNIC file has no usable axis; it is damaged.",
    "omnic.series_srs_not_read": "OMNIC series (.srs) are not read; export the series as .spg or CSV from OMNIC.",
    "opus.also_holds_blocks_choose": (
        "The file also holds the blocks {others:commas}; choose another at Block in the import window "
        "(--read NAME:block=… on the command line)."),
    "opus.announces_blocks": "the OPUS file announces {count} blocks; it is damaged.",
    "opus.block": "Block {key}: {error}",
    "opus.larger_mb": "the OPUS file is larger than 500 MB.",
    "opus.no_data_block": "there is no data block {wanted!r}; it has {found:commas}.",
    "orange.no_number": "line {line}, column {title}: {cell!r} is not a number.",
    "orange.no_spectra": "the Orange table has no rows, or no columns whose titles are wavelengths.",
    "paired.empty": "{file}, which stands beside it, holds no values.",
    "paired.large": "{file}, which stands beside it, is too large for a table of values.",
    "paired.row": "{file}, which stands beside it, has {n} cells in line {line} where {width} are expected.",
    "paired.rows": "it holds {n} spectra but {file} beside it {rows} rows; they are not paired.",
    "paired.values_from": "The reference values were taken from {file}.",
    "parquet.lists_differ": "the lists in the column {name} have different lengths; they are not spectra on one axis.",
    "parquet.needs_pyarrow": (
        "this is a Parquet or Feather file, for which the package pyarrow is needed: install it with "
        "pip install \"spectralign-gui[parquet]\", or save the table as CSV."),
    "parquet.old_feather": (
        "this is a Feather file of version 1, which is not read; save it again as Feather version 2 or as CSV."),
    "perkinelmer.announces_points_but_holds": (
        "the PerkinElmer file announces {points} points but holds {stored}; they are not paired."),
    "perkinelmer.axis_image_not_fit": (
        "the axis of the PerkinElmer image does not fit its number of points; it is damaged."),
    "perkinelmer.block_reaches_beyond_container": (
        "the PerkinElmer file has a block that reaches beyond its container; it is damaged."),
    "perkinelmer.holds_no_spectrum_cut": "the PerkinElmer file holds no spectrum; it is cut off.",
    "perkinelmer.image_announces_spectra_but": (
        "the PerkinElmer image announces {columns} × {rows} spectra but holds {n_spectra}; it is cut "
        "off."),
    "perkinelmer.image_no_header_no": "the PerkinElmer image has no header or no spectra; it is cut off.",
    "perkinelmer.kind_not_read_export": (
        "this is a PerkinElmer file of the kind {description!r}, which is not read; export it as CSV or "
        "JCAMP-DX."),
    "perkinelmer.lacks_range_number_points": (
        "the PerkinElmer file lacks its range, number of points or values; it is damaged."),
    "perkinelmer.spectra_image_not_announced": (
        "the spectra of the PerkinElmer image do not have the announced {points} points; it is damaged."),
    "princeton.announces_frames": "the SPE file announces {frames} frames of {height} × {width}; it is damaged.",
    "princeton.cut_off_footer_should": (
        "the SPE file is cut off: its XML footer should begin at byte {footer} of {n_content}."),
    "princeton.frames_not_fit_between": (
        "the frames of the SPE file do not fit between its header and its footer; it is damaged."),
    "princeton.regions_interest_only_read": (
        "the SPE file has {n_regions} regions of interest; only one is read, export the others from "
        "LightField."),
    "princeton.values_per_row_but": (
        "the SPE file has {width} values per row but an axis of {n_x}; they are not paired."),
    "pyhat.row_cells_where_expected": (
        "row {number} has {n_row} cells where {n_groups} are expected; the file is damaged or cut off "
        "there."),
    "pyhat.row_column_no_number": "row {bad}, column {titles}: {body} is not a number.",
    "pyhat.table_no_second_header": "the PyHAT table has no second header row or no data; it is cut off.",
    "renishaw.announces_spectra_nothing_measured": (
        "the WDF file announces {count} of {capacity} spectra; it is damaged or nothing was measured."),
    "renishaw.cut_off_data_section": "the WDF file is cut off: its data section is shorter than its spectra.",
    "renishaw.no_section_data_axis": "the WDF file has no section of data or axis; it is cut off.",
    "renishaw.own_axis_spectrum_multitrack": (
        "the WDF file has an own axis for each spectrum (multitrack), which is not read; export it from "
        "WiRE as text."),
    "renishaw.section_no_size": "the WDF file has a section of no size; it is damaged.",
    "renishaw.values_per_spectrum_but": (
        "the WDF file has {points} values per spectrum but an axis of {listed}; they are not paired."),
    "r.ascii": "this is R data saved as text, which is not read; in R save it with ascii = FALSE, or use write.csv.",
    "r.cut_off": "the file of R data is cut off.",
    "r.damaged": "the file of R data is damaged.",
    "r.kept_as": "this is R data with a vector kept as {name}, which is not read; in R write the table with write.csv.",
    "r.large": "the file of R data has {size:.1f} GB; at most 1 GB is read. In R write the table with write.csv.",
    "r.long_vector": "this is R data with a vector of more than 2,147,483,647 values, which is not read.",
    "r.nested": "the file of R data is nested deeper than data is; in R write the table with write.csv.",
    "r.no_variable": "there is no object {chosen!r}; the file holds {found:commas}.",
    "r.object": (
        "this is R data that holds an object of class {of} and no data frame; such objects are not read. In R write "
        "its table with write.csv."),
    "r.program": (
        "this is R data that holds a function or an environment and no data frame, which is not read (it can hold "
        "programs); in R write the table with write.csv."),
    "r.version": "this is R data of version {version}; versions 2 and 3 are read.",
    "scio.no_number": "the scan {of} of the SCiO file holds {cell!r}, which is not a number.",
    "scio.no_titles": "this is not a SCiO export: it has no line of titles with columns such as spectrum_740.0.",
    "scio.others": "The file also holds {others:commas} of the same scans; choose with signal.",
    "scio.records": "the SCiO file announces {announced} scans but holds {n}; it is cut off.",
    "sheets.archive_unpacks_mb_mb": "the archive unpacks to {total:.0f} MB from {packed:.2f} MB; that is refused.",
    "sheets.sheet_claims_rows_columns": (
        "a sheet claims {rows} rows × {columns} columns; at most {max_cells:.0f} million cells are read, "
        "export larger tables as CSV."),
    "sheets.spreadsheet": "the spreadsheet is damaged.",
    "sheets.spreadsheet_cannot_read": "the spreadsheet cannot be read ({join}).",
    "shimadzu.no_spectra": (
        "this is a Shimadzu file (LabSolutions UV-Vis or UVProbe), not a Galactic SPC file, without a spectrum of a "
        "kind that is known; there, export the spectra as text and open that."),
    "shimadzu.sizes": "the spectrum {name} of the Shimadzu file has {x} wavelengths but {y} values; it is damaged.",
    "spc.announces_points": "the SPC file announces {announced:g} points; it is damaged.",
    "spc.announces_points_spectrum": "the SPC file announces {n} points in spectrum {k}; it is damaged.",
    "spc.announces_spectra_points": "the SPC file announces {count} spectra of {points} points; it is damaged.",
    "spc.axis_not_unit_optical": "The axis is in {x_names}, not in a unit of optical spectra.",
    "spc.bytes_after_last_spectrum": (
        "{rest} bytes after the last spectrum belong to nothing that the header names; the file may hold "
        "more than was read."),
    "spc.bytes_after_last_whole": "{left} bytes after the last whole spectrum are left out; the file may be cut off.",
    "spc.cut_off_needs_bytes": "the SPC file is cut off: {what} needs {at} bytes but it has {n_content}.",
    "spc.no_galactic_version_byte": (
        "this is not a Galactic SPC file: its version byte is 0x{version:02X}, not 0x4B, 0x4C or 0x4D; "
        "{others}."),
    "spc.old_x_values_per": (
        "this old SPC file has x values per spectrum, which that format does not describe; export it "
        "anew from its program."),
    "specpr.channels": "record {record} of the SPECPR file announces {count} channels; it is damaged.",
    "specpr.continued": (
        "record {record} of the SPECPR file announces {count} channels, but the records after it do not continue it; "
        "it is damaged."),
    "specpr.cut_off": "the SPECPR file has {n} bytes, which is not a whole number of records of 1536; it is cut off.",
    "specpr.no_spectra": (
        "the SPECPR file holds no spectrum whose wavelengths are in it too ({n} without); the library's file of "
        "wavelengths has to be part of it."),
    "specpr.without": (
        "{n:count spectrum} without wavelengths in the file {n:is|are} left out ({titles:commas})."),
    "spreadsheet.no_sheet": "there is no sheet {chosen!r}; it has {sheets:commas}.",
    "usgs.axis_from": "The wavelengths were taken from {file}.",
    "usgs.axis_missing": (
        "the wavelengths of this USGS spectrum ({n} channels) lie in a file of their own, which is not in this "
        "folder or above it; put it there, or name it with axis_file."),
    "usgs.is_axis": "this file holds the axis of USGS spectra ({title}), not a spectrum; open a spectrum.",
    "usgs.lengths": "the spectrum has {n} values but {file} has {n_axis} wavelengths; they are not paired.",
    "usgs.no_axis": "{file} is not a wavelength file of the USGS library.",
    "usgs.no_file": "there is no file {given} with the wavelengths.",
    "usgs.which_axis": (
        "several files hold wavelengths for {n} channels ({fits:commas 4}); name the right one with axis_file."),
    "witec.calibrates_axis_way_not": (
        "the WITec file calibrates its axis in a way ({kind}) that is not known; export it as text."),
    "witec.cut_off_tag_reaches": (
        "the WITec file is damaged or cut off: its tag {name!r} reaches to byte {stop} of {n__content}."),
    "witec.graph_announces_values_but": (
        "the WITec graph announces {columns} × {rows} × {points} values but holds {stop}; they are not "
        "paired."),
    "witec.graph_unknown_kind_size": "the WITec graph is of an unknown kind or size; it is damaged.",
    "witec.line_columns_where_expected": "line {number} has {n_cells} columns where 2 are expected.",
    "witec.nested_too_deeply": "the WITec file is nested too deeply; it is damaged.",
    "witec.no_graph": "there is no graph {wanted!r}; it has {captions:commas}.",
    "witec.project_holds_no_spectra": "the WITec project holds no spectra.",
    "witec.tag": "the WITec file has a damaged tag.",
    "witec.text_announces_points_but": (
        "the WITec text announces {announced} points but holds {n_rows}; it is cut off."),
    "witec.text_holds_no_spectrum": "the WITec text holds no spectrum; it is cut off.",
    "wrap.asks_more_memory_too": "the {what} file asks for more memory than there is; it is damaged or too large.",
    "wrap.cannot_read": "the {what} file cannot be read ({strerror}).",
    "wrap.cut_off_kind_not": "the {what} file is damaged, cut off or of a kind not known ({name}{detail}).",
    "xml.cut_off": "the XML of the {what} file is damaged or cut off ({error}).",
    "xml.defines_entities_not_opened": "the {what} file defines XML entities, which are not opened for safety.",
    "xml.mb_refused": "the XML of the {what} file has {n_content:.0f} MB; that is refused.",
}
