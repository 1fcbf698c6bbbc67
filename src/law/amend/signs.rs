//! Words by which an operation is known even if its header is not understood.

/// Verbs that make a numbered point an operation even when its header is not understood.
pub const VERBS: &[&str] = &[
    "se modifica", "se abroga", "se introduc", "se completeaza", "se inlocui", "se elimina", "va avea urmato",
    "vor avea urmato", "devin", "va deveni", "vor deveni", "se intercal", "se proroga", "se prelung", "se suspenda",
    "se adauga", "se renumerot", "se reformul", "se reda ", "se redact", "se rectific", "se radiaz", "se muta ",
    "se scot ", "se scoate ", "se inscrie ", "se renunta", "se corect",
];

/// Words for the whole act that the article before names.
pub const WHOLE_ACTS: [&str; 6] = [
    "cuprinsul legii",
    "cuprinsul ordonantei",
    "cuprinsul hotararii",
    "cuprinsul codului",
    "cuprinsul actului normativ",
    "cuprinsul acestui act normativ",
];

/// Words for all acts.
pub const EVERY_ACT: [&str; 2] = ["actele normative", "actelor normative"];

/// As [`SIGNS`], in a text that quotes words.
pub const QUOTING_SIGNS: [&str; 5] = ["se inlocui", "se citeste", "se citesc", "se va citi", "se vor citi"];

/// Words by which an article without a list is known to change another act.
pub const SIGNS: [&str; 8] = [
    "cu urmatoarele modificari",
    "cu urmatoarele completari",
    "se completeaza in mod corespunzator.",
    "urmatorul cuprins",
    "urmatoarea redactare",
    "se abroga",
    "isi inceteaza aplicabilitatea",
    "se modifica in mod corespunzator",
];
