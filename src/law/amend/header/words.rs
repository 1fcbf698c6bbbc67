//! Words of headers, in lower-case ASCII.

/// Verbs of operations in lower-case ASCII, also in spellings with printing errors.
pub const VERBS: &[&str] = &[
    "se modifica", "se abroga", "se introduce", "se introduc", "se completeaza", "se adauga", "se inlocuieste",
    "se inlocuiesc", "se elimina", "devine", "devin", "va deveni", "vor deveni", "se intercaleaza",
    "va avea urmatorul", "vor avea urmatorul", "va avea urmatoarea", "vor avea urmatoarea", "se proroga",
    "se prelungeste", "se prelungesc", "se suspenda", "se renumeroteaza", "va urmatorul cuprins", "va vea urmatorul",
    "se reformuleaza", "se reda", "se redacteaza", "se rectifica", "se radiaza", "se muta", "se scot", "se scoate",
    "se inscrie", "se renunta", "se corecteaza", "se va inlocui", "se vor inlocui", "isi inceteaza", "va fi modificat",
    "vor fi modificate", "are urmatorul cuprins", "au urmatorul cuprins",
];

/// Beginnings of headers.
pub const BEGINNINGS: &[&str] = &[
    "la ", "dupa ", "inainte", "in ", "articol", "art.", "alineat", "alin.", "liter", "lit.", "punct", "pct.", "anex",
    "titlul", "capitol", "sectiun", "subsectiun", "denumire", "denumiri", "partea", "partile", "sintagm", "cuvint",
    "cuvant", "termen", "liniut", "tez", "paragraf", "poziti", "tabel", "nota", "preambul", "mentiun", "expresi",
    "dispoziti", "prevederi", "legea", "ordonanta", "hotararea", "codul", "se aproba", "se introduc", "se completeaza",
    "se abroga", "ultim", "prim", "decret", "subpunct", "numar", "numer", "prin", "incepand", "aplicarea", "cartea",
    "regulament", "norm", "deciz", "instructiun", "circular", "actual", "statut", "cap.", "sect.", "tit.",
    "se elimina", "se inlocui", "se adauga", "se modifica", "se proroga", "se suspenda", "se renumerot", "pe data",
    "ori de cate ori", "oriunde", "peste tot", "cifr", "sum", "cuprinsul", "ordinul",
];
