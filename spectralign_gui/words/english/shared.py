"""What sentences are put together from: lists, names of what has none, a subject before a sentence."""

TEMPLATES = {
    "list.and": "{first} and {last}",
    "list.comma": ", ",
    "list.ellipsis": "{first} …",
    "list.more": "{first} and {more} more",
    "list.others": "{n} more",
    "list.semicolon": "; ",
    "list.space": " ",
    "name.instrument": "instrument {number}",
    "name.new_spectra": "the new spectra of {set}",
    "name.property": "property {number}",
    "name.row": "row {row}",
    "name.rows": "{n:row|rows} {rows:commas}",
    "name.rows_and_more": "rows {rows:commas} …",
    "name.samples": "{names:commas}",
    "name.samples_and_more": "{names:commas} …",
    "name.set": "set {number}",
    "name.spectra": "the spectra of {set}",
    "said.about": "{subject}: {said}",
    "said.together": "{parts:sentences}",
}
