"""What the command line says."""

TEMPLATES = {
    "call.fleet_one": "{action} needs one name after the fleet.",
    "call.metrology_b": "give two files to compare, or one with --certificate or --response.",
    "call.metrology_one": "--certificate and --response need different spectra; give one of them.",
    "call.rows_differ": "--by-row needs as many spectra of one as of the other, not {a} and {b}.",
    "call.model_needs": "{action} needs {what}.",
    "call.needs_targets": (
        "--{replace} needs prediction errors, and these need reference values: give --targets."),
    "call.no_such_line": "--against {against}: the comparison has no such line; it has {lines:commas}.",
    "call.budget_sum": "--budget: the numbers add up to {values:g}, but --count is {count}.",
    "call.budget_form": "--budget takes NAME=n with {join}, not {word!r}.",
    "call.closure": "--closure must be above 0, not {closure:g}.",
    "call.cut_needs_proposal": "--cut says which links a proposal cuts; give --propose sparse or robust too.",
    "call.unknown_ending": "the file ending does not say what to write; it must be {join}.",
    "call.contradictory_values": (
        "every sample in it is listed more than once with different values ({twice:some 5}), so no value is known."),
    "call.exclude_form": "--exclude takes NAME:#row,... with rows of that instrument, not {word!r}.",
    "call.found_pairs_need_auto": (
        "--found-pairs: only the method auto looks for pairs; give --method auto and --targets."),
    "call.from_to": "--from, --to: {error}",
    "call.hold_out_share": "--hold-out must be from 0 to below 1, not {share:g}.",
    "call.no_such_instrument": "--instrument: there is no {chosen!r}; there are {instruments}.",
    "call.no_reconstruction": (
        "--method {method}: {title} does not reconstruct spectra, so it has no links to look at; choose a method of "
        "the low rank family."),
    "call.too_small": "{option} must be at least {least}, not {value}.",
    "call.output_unnamed": "the output has no name; give a file name.",
    "call.no_such_column": "no column is titled {name!r}; there are {listed}.",
    "call.no_standard_in_table": "no row names a sample on two instruments.",
    "call.no_standards": "no standards are marked; give --pairs, --match-names or --match-rows.",
    "call.names_unknown": "none of its sample names ({names:some 5}) belongs to a spectrum.",
    "call.table_names_unknown": "none of its sample names ({table:some 5}) belongs to a spectrum.",
    "call.no_common_name": (
        "no sample name occurs on two instruments; give --pairs, or --match-rows where the same row is the "
        "same sample."),
    "call.suggest_measured": (
        "{error:unended}; {n} {n:sample that has|samples that have} spectra on every instrument already {n:is|are} "
        "left out (--also-measured proposes them too)."),
    "call.average_no_instrument": (
        "--average-repeats: {word!r} is no instrument here; there are {names:commas}. Without a name write it behind "
        "the files."),
    "call.names_count_repeats": (
        "the names of {names:commas} count the repeats of a sample (such as _1, _2): without these numbers {n} "
        "{n:sample|samples} would match, with them {before}; give --average-repeats."),
    "call.not_saved": "{output} could not be saved: {strerror}.",
    "call.output_is_folder": "{output} could not be saved: there is a folder of that name.",
    "call.no_such_folder": "{output} could not be saved: the folder does not exist.",
    "call.impossible_name": "{output!r} could not be saved: this is not a possible file name ({error}).",
    "call.output_ending": "the output must end in .h5 or .csv.",
    "call.output_is_input": "the output would replace an input file; choose another name.",
    "call.read_form": "--read takes NAME:option=value, where NAME is one of {names:commas}, not {word!r}.",
    "call.unknown_regression": "--regression must be one of {regressions:commas}, not {regression!r}.",
    "call.resume_whole_file": (
        "--resume continues a file that is read in blocks; {name} is read as a whole: leave --resume out."),
    "call.resume_needs_output": (
        "--resume continues from the journal of a report or a table: give --report or --table."),
    "call.no_such_sample": "Row {number}: {name} has no sample {cell!r}.",
    "call.cannot_repeat": "run {number} cannot be repeated: {reason}",
    "call.set_no_parameter": "--set {word}: method {m} has no parameter {name!r}; it has {join}.",
    "call.set_other_method": "--set {word}: {m!r} is not one of the methods given here.",
    "call.set_form": "--set takes name=value, not {word!r}.",
    "call.spxy_needs_values": (
        "spxy needs reference values as well as spectra, and there are none; give --targets or another --strategy."),
    "call.standards_form": "--standards takes whole numbers such as 5,10,20, not {text!r}.",
    "call.groups_columns": "a table of groups has two columns, sample and group.",
    "call.no_name_column": (
        "the table has no column of sample names; give --targets-by-row if its rows are those of "
        "{instrument}."),
    "call.two_instruments_of_many": (
        "{title} takes 2 instruments, but {n_datasets} are given: name two of them with --from and --to, "
        "or choose another method."),
    "call.targets_all_given": "--targets {path}: every instrument already has its own table.",
    "call.targets_given_twice": "--targets is given twice for {name}.",
    "call.targets_instrument_unknown": (
        "--targets {word}: no instrument is called {name!r}; there are {known:commas}."),
    "call.targets_row_order": (
        "--targets {path}: the table would be joined to {first} by row order, but {first} already has its own table."),
    "call.test_share": "--test-share must lie between 0 and 1, not {test_share:g}.",
    "call.only_one_instrument": "--from and --to need two instruments, but only one is given.",
    "call.instruments_same_name": "two instruments have the name {name!r}; name them with NAME=PATH.",
    "call.outputs_same_file": "two results would be written to this file; choose another name for one of them.",
    "call.vary_no_parameter": "--vary {word}: method {name} has no parameter {key!r} to vary; it has {join}.",
    "demo.no_folder": "the folder for the results cannot be made ({strerror}).",
    "threads.count": "--threads must be {is_count}, not {count}.",
}
