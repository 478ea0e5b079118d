"""What the command line says."""

TEMPLATES = {
    "call.fleet_one": "{action} needs one name after the fleet.",
    "call.metrology_b": "give two files to compare, or one with --certificate or --response.",
    "call.metrology_one": "--certificate and --response need different spectra; give one of them.",
    "call.rows_differ": "--by-row needs as many spectra of one as of the other, not {a} and {b}.",
    "call.model_needs": "{action} needs {what}.",
    "call.about_prediction_errors_need": (
        "--{replace} needs prediction errors, and these need reference values: give --targets."),
    "call.against_comparison_no_such": "--against {against}: the comparison has no such line; it has {lines:commas}.",
    "call.budget_numbers_add_up": "--budget: the numbers add up to {values:g}, but --count is {count}.",
    "call.budget_takes_name_n": "--budget takes NAME=n with {join}, not {word!r}.",
    "call.closure_must_above_not": "--closure must be above 0, not {closure:g}.",
    "call.cut_says_links_proposal": "--cut says which links a proposal cuts; give --propose sparse or robust too.",
    "call.ending_not_say_what": "the file ending does not say what to write; it must be {join}.",
    "call.every_sample_names_listed": (
        "every sample in it is listed more than once with different values ({twice:some 5}), so no value is known."),
    "call.exclude_takes_name_row": "--exclude takes NAME:#row,... with rows of that instrument, not {word!r}.",
    "call.found_pairs_only_method": (
        "--found-pairs: only the method auto looks for pairs; give --method auto and --targets."),
    "call.from_to": "--from, --to: {error}",
    "call.hold_out_must_below": "--hold-out must be from 0 to below 1, not {share:g}.",
    "call.instrument_no_but": "--instrument: there is no {chosen!r}; there are {instruments}.",
    "call.method_uses_no_reconstruction": (
        "--method {method}: {title} does not reconstruct spectra, so it has no links to look at; choose a method of "
        "the low rank family."),
    "call.must_least_not": "{option} must be at least {least}, not {value}.",
    "call.name_output_empty_give": "the output has no name; give a file name.",
    "call.no_column_headed_but": "no column is titled {name!r}; there are {listed}.",
    "call.no_row_names_sample": "no row names a sample on two instruments.",
    "call.no_sample_name_occurs": "no sample name occurs on two instruments; give --pairs or --match-rows.",
    "call.no_standards_marked_give": "no standards are marked; give --pairs, --match-names or --match-rows.",
    "call.none_sample_names_spectra": "none of its sample names ({names:some 5}) belongs to a spectrum.",
    "call.none_sample_names_spectra_2": "none of its sample names ({table:some 5}) belongs to a spectrum.",
    "call.not_saved": "{output} could not be saved: {strerror}.",
    "call.not_saved_folder_name": "{output} could not be saved: there is a folder of that name.",
    "call.not_saved_folder_not": "{output} could not be saved: the folder does not exist.",
    "call.not_saved_no_called": "{output!r} could not be saved: this is not a possible file name ({error}).",
    "call.output_must_end_h": "the output must end in .h5 or .csv.",
    "call.output_replace_input_choose": "the output would replace an input file; choose another name.",
    "call.read_takes_name_option": "--read takes NAME:option=value, where NAME is one of {names:commas}, not {word!r}.",
    "call.regression_must_not": "--regression must be one of {regressions:commas}, not {regression!r}.",
    "call.resume_predict_whole": (
        "--resume continues a file that is read in blocks; {name} is read as a whole: leave --resume out."),
    "call.resume_goes_journal_beside": (
        "--resume continues from the journal of a report or a table: give --report or --table."),
    "call.row_no_sample": "Row {number}: {name} has no sample {cell!r}.",
    "call.run_cannot_repeated": "run {number} cannot be repeated: {reason}",
    "call.set_method_no_parameter": "--set {word}: method {m} has no parameter {name!r}; it has {join}.",
    "call.set_not_among_methods": "--set {word}: {m!r} is not one of the methods given here.",
    "call.set_takes_name_value": "--set takes name=value, not {word!r}.",
    "call.spxy_spreads_over_spectra": (
        "spxy needs reference values as well as spectra, and there are none; give --targets or another --strategy."),
    "call.standards_takes_whole_numbers": "--standards takes whole numbers such as 5,10,20, not {text!r}.",
    "call.table_groups_two_columns": "a table of groups has two columns, sample and group.",
    "call.table_no_column_sample": (
        "the table has no column of sample names; give --targets-by-row if its rows are those of "
        "{instrument}."),
    "call.takes_instruments_but_given": (
        "{title} takes 2 instruments, but {n_datasets} are given: name two of them with --from and --to, "
        "or choose another method."),
    "call.targets_every_instrument_table": "--targets {path}: every instrument already has its own table.",
    "call.targets_given_twice": "--targets is given twice for {name}.",
    "call.targets_no_instrument_called": (
        "--targets {word}: no instrument is called {name!r}; there are {known:commas}."),
    "call.targets_table_joined_row": (
        "--targets {path}: the table would be joined to {first} by row order, but {first} already has its own table."),
    "call.test_share_must_lie": "--test-share must lie between 0 and 1, not {test_share:g}.",
    "call.two_instruments_but_only": "--from and --to need two instruments, but only one is given.",
    "call.two_instruments_called_name": "two instruments have the name {name!r}; name them with NAME=PATH.",
    "call.two_results_written_into": "two results would be written to this file; choose another name for one of them.",
    "call.vary_method_no_parameter": "--vary {word}: method {name} has no parameter {key!r} to vary; it has {join}.",
    "demo.folder_results_cannot_made": "the folder for the results cannot be made ({strerror}).",
    "threads.threads_must_not": "--threads must be {is_count}, not {count}.",
}
