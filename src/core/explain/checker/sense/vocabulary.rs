//! Words for what may, must and must not be, and for what stays as it is.

/// Permission.
pub(super) const MAY_RO: &[&str] = &[
    "poate", "pot", "poti", "puteti", "putem", "voie", "are dreptul", "ai dreptul", "au dreptul", "permis", "permisa",
    "permise", "optional*", "facultativ*", "daca vrei", "daca vrea", "daca vor", "daca doresti", "daca doreste",
    "daca doresc", "la alegere",
];
pub(super) const MAY_EN: &[&str] =
    &["may", "can", "allowed", "permitted", "entitled", "optional*", "free to", "has the right", "have the right"];
/// Words of an act that give a right or a choice, or set a limit that may be reached.
pub(super) const RIGHT: &[&str] = &[
    "poate", "pot", "poata", "putea", "permis", "permisa", "permise", "se permit*", "dreptul", "drepturi*", "posibil*",
    "beneficiaz*", "beneficia", "beneficieze", "exceptat*", "scuti*", "acces", "accesat*", "facultativ*", "optional*",
    "plafon*", "maxim*", "poate fi", "putand", "gratuit", "indreptati*", "autorizeaza", "autorizat* sa", "abilitat*",
    "imputernicit*", "la cererea", "la cerere", "la solicitarea", "eligibil*", "alocate",
];
/// Words of an act that leave a choice, and nothing else.
pub(super) const CHOICE: &[&str] = &[
    "poate", "pot", "poti", "putand", "dreptul", "permis", "permisa", "permise", "posibilitatea", "facultativ*",
    "optional*", "indreptati*", "autorizeaza", "autorizat* sa", "abilitat*", "imputernicit*",
];
/// Duty.
pub(super) const MUST_RO: &[&str] = &[
    "trebuie", "obligat", "obligata", "obligati", "obligate", "obligatia", "obligatiei", "obligatie", "obligatii",
    "obligatiile", "obligatori*", "nevoit*",
];
pub(super) const MUST_EN: &[&str] = &[
    "must", "obliged", "is required", "are required", "be required", "obligation*", "obligatory", "compulsory",
    "mandatory", "has to", "have to",
];
/// Words of an act that make a duty.
pub(super) const DUTY: &[&str] = &[
    "trebuie", "obliga", "obligat", "obligata", "obligati", "obligate", "obligatia", "obligatie", "obligatori*",
    "obligand", "oblige", "se interzic*", "interzis*", "necesar sa", "este necesar*",
];
/// Words that make a duty of how something may be done.
pub(super) const ONLY: &[&str] = &["numai", "exclusiv", "doar", "only", "exclusively"];

/// Words that deny, which a plain sentence does not use for anything else.
pub(super) const NOT_RO: &[&str] = &["nu", "fara", "nici", "niciun", "nicio", "niciodata"];
pub(super) const NOT_EN: &[&str] = &["not", "cannot", "no", "never", "without", "neither", "nor", "nobody", "nothing"];
/// Words that deny without "nu".
pub(super) const DENIED: &[&str] = &[
    "nu", "fara", "nici", "niciun", "nicio", "interzi*", "interdicti*", "exceptia", "exceptat*", "excepteaza",
    "scuti*", "scuteste", "scutesc", "lips*", "absent*", "abrog*", "elimin*", "inceta*", "pierd*", "pierdere*",
    "refuz*", "resping*", "anulat*", "anulare*", "anuleaz*", "suspend*", "revoc*", "retra*", "renunt*", "insuficient*",
    "imposibil*", "exclus", "exclusa", "exclusi", "excluse", "exclud*", "excluz*", "altul decat", "gratuit*", "depas*",
    "excluder*", "radi*", "incetar*", "expir*", "in afara", "in limita", "scap*", "prescri*", "ocoleste", "ocolesc",
    "evit*", "dispar*", "interdictie*", "interdictii*",
];
/// Letters that an act adds to a list, whose verb stands in the act that it changes.
pub(super) const ADDED: &[&str] = &["noi litere", "noua litera", "litera * se modifica", "noi liniute", "noua liniuta"];
/// Words that free from something or forbid it, as clearly as "nu".
pub(super) const EXEMPT: &[&str] = &[
    "exceptat*", "excepteaza", "scutit*", "scuteste", "scutesc", "scapi", "scapa", "exclude", "exclud", "exclus",
    "exclusa", "exclusi", "excluse", "ocoleste", "ocolesc", "interzis*", "interzice",
];
/// Words that leave something out as "fără" does.
pub(super) const OMIT: &[&str] =
    &["fara", "lipsa", "lipsei", "lipsit", "lipsita", "lipsiti", "lipsite", "absenta", "absentei", "without"];
/// Words that a duty can be denied with: "nu impune", "fără a fi necesară".
pub(super) const DEMAND: &[&str] = &[
    "impun*", "cere", "cer", "necesar*", "nevoie", "obligat", "obligata", "obligati", "obligate", "obligatia",
    "obligatie",
];
/// Words that ask for what follows them.
pub(super) const REQUIRE: &[&str] = &[
    "numai cu", "doar cu", "numai dupa", "doar dupa", "numai daca", "doar daca", "nevoie de", "nevoie si de",
    "necesita", "cere", "interzis* fara",
];
/// Words that name what goes with an act: "cu avizul".
pub(super) const PROVIDED: &[&str] =
    &["cu", "insotit* de", "pe baza", "in baza", "la propunerea", "la cererea", "cu acordul"];
/// English words that deny.
pub(super) const DENIED_EN: &[&str] = &[
    "not", "cannot", "no", "never", "without", "neither", "nor", "nobody", "nothing", "except*", "exempt*", "lack*",
    "lose*", "loses", "lost", "skip*", "only", "under", "below", "unless", "otherwise", "free", "fail*", "refus*",
    "forbid*", "forbidden", "prohibit*", "banned", "bans", "remov*", "repeal*", "disappear*", "less", "gaps", "unpaid",
    "none", "instead", "away", "stop*", "ends", "abolish*", "reject*", "unable", "impossible", "outside",
];
/// Words that say that something stays as it is.
pub(super) const KEEP: &[&str] = &["pastr*", "mentin*", "ramane", "raman"];
/// Words that take away a condition.
pub(super) const EVEN_IF: &[&str] = &[
    "chiar daca", "chiar si", "si daca", "indiferent", "nu conteaza", "even if", "even without", "regardless",
    "also applies if",
];
pub(super) const REGARDLESS: &[&str] =
    &["chiar", "indiferent", "oricare", "orice", "oricat*", "si in cazul", "cat si in cazul"];

/// Words that say what was, or that something changes from one value to another.
pub(super) const PAST: &[&str] = &[
    "dispar*", "nu mai", "era", "erau", "pana acum", "inainte", "anterior*", "vechi", "veche", "vechea", "vechiul",
    "vechile", "vechii", "in loc de", "in locul", "fata de", "abrog*", "renunt*", "elimin*", "fost", "creste de la",
    "cresc de la", "scade de la", "scad de la", "trece de la", "trec de la", "urca de la", "coboara de la",
    "se reduce de la", "se majoreaza de la", "inlocui*", "scurteaza de la", "prelungeste de la", "disappear*",
    "no longer", "was", "were", "until now", "before", "previous*", "old", "instead of", "repeal*", "used to",
    "rises from", "rise from", "increases from", "falls from", "drops from", "goes from", "replac*", "former*",
    "decreases from", "cut from", "abolish*", "up from", "down from",
];
