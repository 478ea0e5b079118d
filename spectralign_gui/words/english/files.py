"""What reading and writing files says."""

TEMPLATES = {
    "plugin.dock": "The dock {name} of an extra package ({place}) could not be loaded: {why}.",
    "memory.text_needs": (
        "reading it needs about {need:.1f} GB of memory, but only {free:.1f} GB are free; close other programs, "
        "split the file or export fewer spectra."),
    "memory.zeros_for_text": (
        "the middle of this {size:.1f} GB file holds zero bytes instead of text, so it was not written completely; "
        "copy or export it again."),
    "plugin.method": "The method {name} of an extra package ({place}) could not be loaded: {why}.",
    "plugin.reader": "The reader {name} of an extra package ({place}) could not be loaded: {why}.",
    "plugin.reader_failed": "the reader {name} of an extra package failed on it ({why}).",
    "plugin.step": "The preprocessing step {name} of an extra package ({place}) could not be loaded: {why}.",
    "assemble.axis_repeats": (
        "an axis with repeated positions cannot be sorted; average them or keep all channels."),
    "assemble.channels_numbered": (
        "{sentence} All channels are kept in file order and numbered; to change this, choose one of {choices:commas}."),
    "atomic.file_exists": "there is already a file of that name.",
    "atomic.not_saved": (
        "{path} could not be saved: {why}; the earlier file, if there was one, is unchanged."),
    "batch.too_many_files": "the folder holds {n_inside} files; choose a smaller one.",
    "blocks.cut_off": "it ends before its last spectrum; it is cut off.",
    "cells.no_table": "this text is not a table ({detail}).",
    "cells.other_kind": "this is neither text nor a spreadsheet.",
    "cells.row_of_other_width": "row {k} has {n_row} cells but the first row has {width}.",
    "cells.empty": "the table is empty.",
    "cells.too_large": "this is too large for a table of names and reference values.",
    "coefficients.row_unknown": "{row} is neither a channel position nor the word intercept.",
    "coefficients.no_number": "{row} is not a number.",
    "coefficients.columns_missing": (
        "a table of coefficients needs a column of channel positions and one of coefficients."),
    "coefficients.only_intercept": "the table holds an intercept but no coefficients.",
    "coefficients.column_twice": "two columns are called {next}.",
    "coefficients.intercept_twice": "there are two rows of intercepts.",
    "files.unknown_ending": "the file ending does not say what to write; it must be one of {endings}.",
    "files.exists": "{name} already exists; choose another name or allow it to be replaced.",
    "files.no_such_format": "the format {format!r} cannot be written; known are {known:commas}.",
    "files.no_such_reader": "there is no reader {name!r}; known are {found:commas}.",
    "files.no_spectra": "there are no spectra to write.",
    "grouping.axes_taken_as_same": (
        "Axes that differ by up to {tolerance:.3g}{unit:over_axis} were taken as the same; the axis of {name} is "
        "used."),
    "grouping.unknown_way": "group by one of {group_by:commas}, not {by!r}.",
    "grouping.sizes_nearly_agree": (
        "The numbers of points differ slightly ({listed}); resample the spectra to a common grid to put them into "
        "one data set."),
    "grouping.axes_shifted": (
        "{names} have the same number of points but their axes differ by a shift of {shift:+.4g}{unit:over_axis}; "
        "they are not merged."),
    "info.reference_values": (
        "this is a table without a spectral axis ({columns}, …), not spectra; it looks like reference values: join "
        "it to the spectra (--targets; in the window, drop it on them)."),
    "journal.unreadable": "it cannot be read ({strerror}).",
    "journal.other_call": (
        "this journal belongs to another call or to other data; leave --resume out to start again."),
    "journal.not_of_comparison": "this is not a journal of a comparison; leave --resume out to start again.",
    "journal.not_of_predictions": "this is not a journal of predictions; leave --resume out to start again.",
    "journal.missing": "there is no journal to continue from; leave --resume out.",
    "model_file.damaged": "the model in it is damaged ({said:unended}).",
    "model_file.memory": "the model in it needs more memory than this computer has.",
    "model_file.not_as_saved": "the model in it is damaged (the file is not what was saved).",
    "model_file.no_model": "is not a SpectrAlign result file (it holds no model).",
    "model_file.not_hdf5": "is not a SpectrAlign result file (it is not an HDF5 file).",
    "model_file.newer": (
        "was written by a newer SpectrAlign (schema {schema}, this one knows {schema2}); update the "
        "program."),
    "naming.unknown_way": "names must come from one of {namings:commas}, not {naming!r}.",
    "naming.pattern_field_twice": "the pattern has the field {{{name}}} twice.",
    "naming.pattern_fits_none": (
        "the pattern {pattern!r} fits none of the {n_rows} file names (such as {file!r})."),
    "naming.pattern_fields_touch": "the pattern needs something between two fields, such as _ or -.",
    "naming.pattern_without_field": "the pattern has no field; write {{sample}} in place of the sample's name.",
    "naming.pattern_without_sample": "the pattern has no {{sample}}; write it in place of the sample's name.",
    "pairs_file.early": "If it lists pairs of samples, load the spectra of both instruments first.",
    "pairs_file.names_no_samples": (
        "If it lists pairs of samples: neither the titles nor the cells of two columns name samples of {known}."),
    "pairs_file.or_pairs": "{problem} {why}",
    "pairs_file.no_header": (
        "a pairs file needs a header with instrument names and at least one row."),
    "plausible.axis": (
        "the axis holds {value:g} at channel {channel}, which no instrument gives; the file is damaged or of an "
        "unknown variant."),
    "plausible.spectrum": (
        "spectrum {number} holds {value:g} at channel {channel}, which no instrument gives; the file is damaged or "
        "of an unknown variant."),
    "project.backup": "; the state before the last save is in {backup}",
    "project.not_as_saved": "its content is not what was saved",
    "project.no_such_project": "there is no such project.",
    "project.not_project": "this is not a SpectrAlign project.",
    "project.damaged": "the project file is damaged ({why:unended}){hint}.",
    "project.memory": "the project needs more memory than this computer has.",
    "project.newer": (
        "the project was saved by a newer SpectrAlign (version {content}); update the program to open "
        "it."),
    "project.run_left_out": "A run of the method {part} was left out: this version does not have that method.",
    "project_sources.other_content": (
        "this is not the file from which {name} was read (its content differs)."),
    "several.no_files": "no files are there.",
    "several.no_spectra": "no spectra in it",
    "several.none_with_spectra": "none of its {n} {n:file|files} holds spectra ({why:unended}).",
    "several.not_one": "its files are not of one instrument: {why:unended}; choose some by a pattern.",
    "read.axis_without_number": "the axis{where} holds no number at channel {channel}.",
    "read.option_axis": "axis must be one of {known:commas}, not {value!r}.",
    "read.not_as_saved": "it is damaged (its content is not what was saved).",
    "read.device_or_pipe": "this is a device or a pipe, not a file; save its content as a file first.",
    "read.empty": "the file is empty (0 bytes).",
    "read.folder": "this is a folder, not a file.",
    "read.too_large": (
        "the file has {size:.1f} GB, but at most {most:.0f} GB can be read at once; split it or export fewer spectra."),
    "read.guessed_layout": "The layout is a guess ({layout}); give the orientation to confirm or change it.",
    "read.guessed_unit": (
        "The axis unit ({unit:axis_unit}) is a guess ({why:within}); give the unit to confirm or change it."),
    "read.nothing_in_it": "it holds no spectra and no table of reference values.",
    "read.no_spectrum": "it holds no spectrum{where}.",
    "read.several_data_sets": (
        "it holds {n} sets of spectra with different axes ({sizes}{more:, …|}); one instrument needs one axis."),
    "read.impossible_name": "{path}: this is not a possible file name ({error}).",
    "read.process_not_started": "the process that reads such files could not be started ({strerror}).",
    "read.no_such_file": "there is no such file.",
    "read.not_stated": "the file does not state it",
    "read.option_quantity": "quantity must be one of {known:commas}, not {value}.",
    "read.no_such_option": "the reader {reader} has no option {option!r}; it has {listed}.",
    "read.spectra_and_names_differ": "there are {spectra} spectra{where} but {names} names.",
    "read.complex_numbers": (
        "the spectra are complex numbers; store their real part or their magnitude."),
    "read.not_a_table": "the spectra{where} are not a table but {dimensions}-dimensional.",
    "read.spectra_and_axis_differ": (
        "the spectra{where} have {values} values but the axis has {positions}; the numbers must be equal."),
    "read.axis_repeated_as_spectrum": (
        "spectrum {number} ({name}) repeats the axis: the file holds several tables one below the other; save each "
        "as a separate file."),
    "read.reference_values_only": (
        "this is a table of reference values without a spectral axis, not spectra; join it to the spectra "
        "(--targets; in the window, drop it on them)."),
    "read.option_unit": "unit must be one of {known:commas}, not {value}.",
    "read.unknown_unit_or_quantity": "the program does not know the unit {unit!r} or the quantity {quantity!r}.",
    "recovery.no_folder": "the folder for recovery files cannot be made ({strerror}).",
    "result_file.missing": "{name} has no {name2}.",
    "result_file.no_instruments": "the file has no group /instruments.",
    "result_file.not_as_saved": "it is damaged: its content is not what was saved.",
    "samples.no_such_set": "there are no sample spectra {name!r}; there are {sample_sets:commas}.",
    "table.two_axes": (
        "a {format} file holds one axis, but {name} has {n_axis} channels from {values:g}{unit:at_axis} and {name2} "
        "{n_axis2} from {values2:g}{unit2:at_axis}; write .h5, .xlsx, .mat or .jdx, or a separate file for each."),
    "targets_file.lab_errors": "the laboratory's errors in the row {strip} must be positive.",
    "targets_file.lines_above": "{n:count line} above the titles of the table {n:is|are} left out.",
    "targets_file.not_a_number": (
        "row {at}, {titles}: {rows} is not a number; leave the cell empty or write NA if the value is "
        "unknown."),
    "targets_file.no_column": "the table has no column of numbers with a title.",
    "targets_file.no_titles": (
        "a table of reference values needs a row of titles and rows under it."),
    "tree.claims_memory": "{name} claims to hold {size:.1f} GB and is not read.",
    "tree.claims_too_much": "it claims to hold far more than a file of its size can.",
    "tree.claims_texts": "{name} claims to hold {size} texts and is not read.",
    "tree.unknown_kind": "this version of the program does not know the kind of {name} ({kind!r}).",
    "tree.in_another_file": "{name} is in another file, which is not read.",
    "tree.link": "{name}/{name2} is a link, which is not followed.",
    "tree.missing": "there is no {rstrip}/{name}.",
    "tree.not_a_group": "{name} is not a group.",
    "tree.too_deep": "the data in the file are nested too deeply.",
    "tree.deeper_than": "the data are nested more than {max_depth} levels deep at {where}.",
    "tree.array_cannot_be_saved": "the array of {dtype} at {where} cannot be saved.",
    "tree.cannot_be_saved": "the {name} at {where} cannot be saved.",
    "tree.key_not_text": "a name in {where} is not text: {key!r}.",
    "tree.twice": "{name} is in the file twice.",
    "workbook.not_written": "{name} could not be written as a workbook ({error}).",
    "xlsx.not_written": "{name} could not be written as an Excel workbook ({error}).",
    "xlsx.too_many_columns": (
        "{name} has {n_d} spectra of {n_axis} channels, more than an Excel sheet holds ({max_columns} "
        "columns); write .h5 or .mat."),
}
