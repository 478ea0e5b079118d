"""What electronic signatures and the users file say."""

TEMPLATES = {
    "audit.signature_wrong": "the signature of entry {number} does not match the content of that entry.",
    "life.sign_needed": (
        "decisions in {name} are signed by an approver; give a name and the pass phrase."),
    "life.unsigned": "{name}: entry {number} decides without the signature of an approver.",
    "signing.clock": "the clock is before the last entry of {when}; correct the clock, then sign.",
    "signing.may_not": "{name} is {role} and may not sign as “{meaning}”.",
    "signing.meaning": "a signature means one of {meanings:commas}, not {meaning}.",
    "signing.no_pass": "no pass phrase was given.",
    "signing.no_users": "give the users file that lists who may sign.",
    "signing.not_theirs": "{name} could not make the signature of entry {number} at that time.",
    "signing.other_file": "{users} is not the users file that {name} was bound to.",
    "signing.other_users": "entry {number} was signed with another users file than {name}.",
    "signing.owners_unknown": (
        "{n:count signature} {n:fits|fit} what was signed; whose they are can only be checked with the users file."),
    "signing.pass_file_open": "others can read {name}, which holds a pass phrase.",
    "signing.right": "{n:count signature} {n:is|are} right and {n:belongs|belong} to people of {name}.",
    "signing.short": "a pass phrase has at least {n} letters; several words are best.",
    "signing.twice": "the two pass phrases are not the same.",
    "users.by_needed": "say who does this, with --by.",
    "users.exists": "{name} already exists; entries can only be added to it.",
    "users.last": "{name} is the last approver; enter another one first.",
    "users.moved_on": "{name} was changed by someone else meanwhile; do this again.",
    "users.name_needed": "say whom this is about: “spectralign users {action} LAB.users NAME”.",
    "users.no_file": "{name}: there is no such users file; “spectralign users start” starts one.",
    "users.none": "{name} is not a users file.",
    "users.odd": "entry {number} of {name} was made by someone who may not make it.",
    "users.role": "a role is one of {roles:commas}, not {role}.",
    "users.there": "{name} is already in the users file.",
    "users.unknown": "{name} is not in the users file, or was withdrawn.",
    "users.wrong": "the pass phrase is wrong, or {name} may not sign.",
}
