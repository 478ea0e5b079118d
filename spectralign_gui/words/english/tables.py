"""What reading delimited text and sheets says."""

TEMPLATES = {
    "role.bandwidth": "widths of the channels",
    "role.code": "codes or classes",
    "role.constant": "the same number throughout",
    "role.counter": "line numbers",
    "role.dark": "dark spectrum",
    "role.dates": "dates",
    "role.deviation": "standard deviation",
    "role.known_by_title": "{title} ({role})",
    "role.limit": "a method or limit",
    "role.other_unit": "the axis in another unit",
    "role.person": "about a person",
    "role.remark": "a remark",
    "role.second_axis": "a second axis",
    "role.statistic": "a statistic of the others",
    "role.unit": "the unit",
    "role.white": "white reference",
    "role.words": "words",
    "sheets.hidden_left_out": "The hidden sheet {sheet!r} is left out.",
    "sheets.values_joined": "The reference values of sheet {sheet!r} are joined to the samples of the same names.",
    "sheets.left_out": "Left out: {why}",
    "sheets.no_spectra_left_out": "Sheet {sheet!r} holds no spectra and is left out.",
    "sheets.none_visible": "the workbook has no visible sheet.",
    "sheets.none_with_spectra": "no sheet holds spectra ({refused:sentences})",
    "sheets.refused": "sheet {sheet!r}: {why}",
    "text.another_table_above": (
        "{n:count line} of numbers above line {line} {n:belongs|belong} to another table and {n:is|are} left out."),
    "text.another_table_below": (
        "{n:count further line} after line {line} {n:belongs|belong} to another table and {n:is|are} left "
        "out."),
    "text.axis_from_words": (
        "The axis stands only in the lines above: {n:count channel} from {first:g} to {last:g}. Check it."),
    "text.axis_column_without_numbers": "column {column}, taken as the axis, holds no numbers.",
    "text.axis_without_values": "the table has an axis but no column of values beside it.",
    "text.cells_taken_as_missing": (
        "{n:count cell} {n:is not a number and is|are not numbers and are} taken as missing ({examples:semicolons})."),
    "text.cell_at": "line {line}, column {column}: {cell!r}",
    "text.cell_beyond_titles": (
        "{n:count line} {n:has|have} a value beyond the last title (line {lines:commas 4}). If a cell stands twice in "
        "such a line, the values behind it have moved by one."),
    "text.cell_of": "line {line}, column {column}, {title}: {cell!r}",
    "text.codes_among_values": (
        "{titles:commas 6}: by their titles or values, these are codes, times or positions rather than reference "
        "values; choose others with property_columns."),
    "text.column_in_other_notation": (
        "column {column} holds numbers such as {cell}, but in the others the decimal mark is {decimal!r}; save the "
        "table with one decimal mark."),
    "text.comma_may_mark_thousands": (
        "The comma in numbers such as {number} was read as the decimal mark; if it marks thousands, say so (decimal "
        "point, thousands comma)."),
    "text.point_may_mark_thousands": (
        "The point in numbers such as {number} was read as the decimal mark; if it marks thousands, say so (decimal "
        "comma, thousands point)."),
    "text.commas_mean_two_things": (
        "commas are both column separators and decimal marks ({shown}…), so the numbers cannot be told apart; export "
        "the table with a semicolon or tab between columns, or with a decimal point."),
    "text.cut_off_number": (
        "The last number of the file ({number}) has fewer digits than all others, and no line end follows; the file "
        "may be cut off."),
    "text.cut_off_cell_empty": "empty",
    "text.deviations_left_out": "The deviations of the channels are left out ({runs:semicolons}).",
    "text.empty": "the file is empty (0 bytes).",
    "text.ends_in_zeros": (
        "The file ends in zero bytes instead of text: it may not have been written completely, and the missing "
        "part cannot be read."),
    "text.few_values_are_numbers": "{odd} of {n} values are not numbers ({example}).",
    "text.kept_beside": (
        "Kept beside the spectra: {roles:some 8}; use one of them with name_column, group_column or "
        "property_columns."),
    "text.lab_errors_not_positive": "the laboratory's errors in the row {row!r} must be positive.",
    "text.left_out_columns": "Left out beside the spectra: {roles:some 8}; choose them with spectrum_columns.",
    "text.left_out_rows": "Left out because they are not spectra: {roles:some 8}.",
    "text.left_out_values": (
        "Left out because they are not reference values: {roles:some 8}; choose them with property_columns."),
    "text.line_in_other_notation": (
        "line {line} ({start}…) has numbers in another notation than the lines {below:below|above} it, so the table "
        "cannot be read as a whole."),
    "text.line_of_other_width": (
        "line {line} has {n:count column} instead of {width}; the file is damaged or cut off there."),
    "text.line_too_long": "a line is longer than {mb} MB; this is not a table.",
    "text.lines_without_axis": "{n} of {total} lines have no axis value and are left out.",
    "text.lines_between": "{n:count line} of text between the rows {n:is|are} left out ({texts:commas 3}).",
    "text.list_of_peaks": (
        "this is a list of peaks ({titles:commas 5}), not of spectra; choose orientation columns or table to read "
        "it anyway."),
    "text.lists_in_cells": (
        "single cells hold whole lists of numbers ({example}…); save the spectra with one number per cell, one "
        "column per channel."),
    "text.long_table_of_several": (
        "the axis runs {n} times through the same values, and more than one column changes along it ({titles:commas "
        "5}); choose the signal with spectrum_columns."),
    "text.mark_read_as_thousands": (
        "The {mark!r} in titles such as {number} was read as a thousands separator; if it is a decimal mark, save "
        "the table with one decimal mark."),
    "text.mostly_words": (
        "this table of {n} lines has no spectral axis and holds mostly words; it is not a file of spectra."),
    "text.neither_axis_nor_titles": (
        "this table has neither a spectral axis nor titles; it is not a file of spectra."),
    "text.no_lines_of_data": "there are no lines of data under the header.",
    "text.no_numbers": "the table has no column of numbers.",
    "text.no_reference_values": "the table holds no column of reference values.",
    "text.no_spectrum_values": "no column of the table holds a spectrum's values.",
    "text.no_table": "this text holds no table of numbers (perhaps only a header).",
    "text.cells_with_signs": (
        "its cells carry more than numbers ({example}); export it again with plain numbers and the unit in the title."),
    "text.two_axes": (
        "the table has two different axes, in columns {first} and {second}, each followed by its spectra; save them "
        "as two files, or choose one axis (axis_column) and its spectra (spectrum_columns)."),
    "text.titles_without_values": (
        "{n:count column} {n:has a title but no values and is|have titles but no values and are} left out "
        "({titles:commas 6}); if they hold formulas, save the file again with their values."),
    "text.not_in_encoding": "its characters are not {encoding}; choose another encoding.",
    "text.numbers_without_place": (
        "{n:count line} full of numbers {n:is|are} neither spectra nor axis nor reference values, the first in line "
        "{line}. Check the file: it may hold a second table."),
    "text.percent_signs": "The cells carry percent signs; the numbers are read as they stand, in percent.",
    "text.not_text": "the file is not text.",
    "text.nothing_to_compute_from": (
        "{quantity} cannot be computed: one column each of sample (or raw), dark and white (or reference) is needed."),
    "text.only_an_axis": (
        "its only line of numbers rises or falls steadily, as an axis does; there are no spectra below it."),
    "text.option_count": "{option} must be a whole number, not {value!r}.",
    "text.option_decimal": "decimal must be '.' or ',', not {value!r}.",
    "text.option_encoding": "there is no encoding {value!r}.",
    "text.option_negative": "{option} must not be negative.",
    "text.option_one_of": "{option} must be one of {known:commas}, not {value!r}.",
    "text.option_two_commas": "separator and decimal mark cannot both be a comma.",
    "text.points_missing": "the header declares {announced} points but there are {n}; the file is cut off.",
    "text.prose": "most of this text is not a table, so it is not a file of spectra.",
    "text.read_as_columns": "with one spectrum per column",
    "text.read_as_pairs": "as pairs of axis and spectrum",
    "text.read_as_rows": "with one spectrum per row",
    "text.read_as_table": "as reference values without spectra",
    "text.several_quantities": (
        "The rows are spectra of several quantities ({words:commas 4}); each is read as a separate set."),
    "text.several_runs_of_channels": (
        "The titles hold {n} series of channels ({runs:semicolons}); each is read as separate spectra."),
    "text.single_channel": (
        "The spectra have a single channel ({position:g}); if this is a reference value, choose orientation table."),
    "text.single_column": (
        "the text holds a single column of numbers; a spectrum needs its axis beside it, or one spectrum per row."),
    "text.spectra_one_under_the_other": (
        "The axis runs {n} times through the same {length} values; these are {n} spectra, one below the other."),
    "text.spectrum_chosen": (
        "{title} was used; the file also has {others:commas}. Choose another with spectrum_columns."),
    "text.spectrum_chosen_or_computed": (
        "{title} was used; the file also has {others:commas}. Choose another with spectrum_columns, or compute it "
        "from sample, dark and white with compute=reflectance or compute=absorbance."),
    "text.statistics_among_samples": (
        "{names:commas 4}: by the name, a statistic of the other samples and not a sample; if so, leave it out."),
    "text.statistics_among_spectra": (
        "{names:commas 4}: by the name, a statistic of the other spectra and not a sample; if so, leave it out."),
    "text.table_goes_on": (
        "The titles are repeated in {n:count further line}; the rows below {n:it|them} belong to the same table."),
    "text.tables_one_below_the_other": "{n} tables with the same titles follow one below the other; all are read.",
    "text.text_below_left_out": "{n:count line} of text below the table {n:is|are} left out.",
    "text.too_many_columns": "a line has {n} columns; at most {most} are read.",
    "text.two_readings": (
        "this table can be read in two ways: {first} ({first_said}), or {second} ({second_said}). Choose one: "
        "orientation {orientation} or orientation {other_orientation}."),
    "text.values_by_second_names": (
        "The values after {title} have their own names, by which they are joined to the spectra."),
    "text.values_of_several": (
        "One column holds values of several properties ({titles:commas 5}), some of them twice for one sample, so "
        "they cannot be told apart."),
    "text.values_one_by_one": (
        "Each line holds one value: {n:count line} became {samples:count sample} with {titles:commas 5}."),
    "text.values_turned": "The properties are in the first column ({titles:commas 4}); the table was turned.",
    "text.values_without_axis": (
        "column {column} has values where its axis (column {axis}) has none; they do not match."),
}
