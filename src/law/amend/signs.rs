//! Words by which an operation is known even if its header is not understood.

/// Verbs that make a numbered point an operation even when its header is not understood.
pub const VERBS: &[&str] = &[
    "se modifica",
    "se abroga",
    "se introduc",
    "se completeaza",
    "se inlocui",
    "se elimina",
    "va avea urmato",
    "vor avea urmato",
    "devin",
    "se proroga",
    "se prelung",
    "se suspenda",
    "se adauga",
    "se renumerot",
    "se reformul",
    "se reda ",
    "se redact",
    "se rectific",
    "se radiaz",
    "se muta ",
    "se scot ",
    "se scoate ",
    "se inscrie ",
    "se renunta",
    "se corect",
];

/// Words by which an article without a list is known to change another act.
pub const SIGNS: [&str; 4] =
    ["urmatorul cuprins", "urmatoarea redactare", "se abroga", "isi inceteaza aplicabilitatea"];
