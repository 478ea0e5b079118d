"""What sentences are put together from: lists, names of what has none, a subject before a sentence."""

TEMPLATES = {
    "list.and": "{first} and {last}",
    "list.comma": ", ",
    "list.ellipsis": "{first} …",
    "list.more": "{first} and {more} more",
    "list.space": " ",
    "said.about": "{subject}: {said}",
    "said.together": "{parts:sentences}",
}
