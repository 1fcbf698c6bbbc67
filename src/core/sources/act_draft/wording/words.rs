//! The words that say what a day means, in lower case without diacritics; `|` stands for the end of a word.

/// The words by which a sentence binds somebody.
pub(super) const DUTIES: &[&str] = &[
    "obligat", "trebuie", "depun", "se depune", "depus", "transmit", "transmis", "comunica|", "comunice|",
    "comunicat|", "notific", "inregistr", "platesc|", "plateste|", "achit", "vars", "vireaza", "declar", "solicit",
    "prezint", "inscri", "intocm", "publica|", "publicat|", "actualiz", "se conform", "conformeze", "obtin|",
    "obtine|", "infiint", "se constitui", "aproba|", "adopta|", "emite|", "emit|", "elabor", "modifica|", "formul",
    "contest", "atac", "raport", "asigura|", "afis", "restitui", "introduc|", "introduce|", "opteaz", "incheie|",
    "inform", "trimit", "difuz", "solution", "inaintea", "se modific", "se complet", "pun la dispozitia",
    "pune la dispozitia", "punerea la dispozitie", "puna la dispozitie", "demar", "refac", "anunt", "raspund",
    "implement", "stabile", "desemn", "numesc|", "numeste|", "efectueaz", "realiz", "supun", "verific", "sesiz",
    "elibereaz", "avizeaz", "remedi", "organiz", "adapt", "predau|", "preda|", "se prezenta|", "dovedes", "repar",
    "inlatur", "opereaz", "semn|", "semneaz", "decont", "ramburs", "retrag", "returne", "renunt", "se pun de acord",
    "pun de acord", "pune de acord", "puse de acord", "armoniz", "se face|", "se fac|", "plata|", "reinnoi",
    "se pronunt", "la dispozitie", "finaliz", "va inainta|", "vor inainta|", "avizat", "preia|", "preiau|", "va lua|",
    "vor lua|", "ia masuri", "iau masuri", "fi stabilit", "fi adoptat", "incheierea|", "se judeca|", "se motiveaza|",
    "motivarea|", "se executa|", "creeaz", "va crea|", "vor crea|", "numai apelului|", "numai recursului|",
    "se acorda un termen", "au loc|", "are loc|",
];

/// The words of a relief, a validity or a state that lasts.
pub(super) const LASTING: &[&str] = &[
    "scuti", "beneficiaz", "beneficiez", "beneficieze", "se aplica", "aplicabil", "valabil", "ramane in vigoare",
    "raman in vigoare", "este in vigoare", "sunt in vigoare", "isi pastreaza", "isi mentin", "isi produc",
    "produc efecte", "produce efecte", "prelung", "prorog", "suspend", "se mentin", "facilit", "reducer",
    "nu se percep", "nu se datoreaz", "nu datoreaz", "exceptat", "continua|", "functioneaza", "se acord", "acordarea",
    "pot fi utiliz", "poate fi utiliz", "pot fi folosit", "poate fi folosit", "pot utiliz", "poate utiliz",
    "plafoneaz", "desfasoara", "este permis", "sunt permis", "se permite", "inceteaz", "se interzic", "este interzis",
];

/// The words of a phase that begins.
pub(super) const BEGINNING: &[&str] =
    &["devin", "va deveni", "vor deveni", "intra in functiune", "pus in functiune", "operabil"];

/// The words of a time that runs out by itself.
pub(super) const CONDITIONS: &[&str] =
    &["expira|", "expire|", "expirat", "expirarea|", "implinirii|", "implinirea|", "depasirii|", "depasirea|"];

/// The words before a case in which something has or has not happened.
pub(super) const CASES: &[&str] =
    &["in cazul in care", "in cazurile in care", "in situatia in care", "in situatiile in care", "daca"];
