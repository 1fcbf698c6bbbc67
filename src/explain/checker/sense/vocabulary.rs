//! Words for what may, must and must not be, how often, at most and at least, and opposites.

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
    "poate", "pot", "poata", "putea", "permis", "permisa", "permise", "permit*", "dreptul", "drepturi*", "posibil*",
    "beneficiaz*", "beneficia", "beneficieze", "except*", "scuti*", "acces", "accesat*", "facultativ*", "optional*", "plafon*", "maxim*", "poate fi",
    "gratuit",
];
/// Words of an act that leave a choice, and nothing else.
pub(super) const CHOICE: &[&str] =
    &["poate", "pot", "dreptul", "permis", "permisa", "permise", "posibilitatea", "facultativ*", "optional*"];
/// Duty.
pub(super) const MUST_RO: &[&str] =
    &["trebuie", "obligat", "obligata", "obligati", "obligate", "obligati*", "obligatori*", "nevoit*"];
pub(super) const MUST_EN: &[&str] =
    &["must", "obliged", "required", "obligation*", "obligatory", "compulsory", "mandatory", "has to", "have to"];
/// Words of an act that make a duty.
pub(super) const DUTY: &[&str] = &["trebuie", "obliga*", "interzi*", "necesar sa", "este necesar*"];
/// Words that make a duty of how something may be done.
pub(super) const ONLY: &[&str] = &["numai", "exclusiv", "doar", "only", "exclusively"];

/// Words that deny, which a plain sentence does not use for anything else.
pub(super) const NOT_RO: &[&str] = &["nu", "fara", "nici", "niciun", "nicio", "niciodata"];
pub(super) const NOT_EN: &[&str] = &["not", "cannot", "no", "never", "without", "neither", "nor", "nobody", "nothing"];
/// Words that deny without "nu".
pub(super) const DENIED: &[&str] = &[
    "nu", "fara", "nici", "niciun", "nicio", "interzi*", "exceptia", "exceptat*", "excepteaza", "scuti*", "lips*",
    "absent*", "abrog*", "elimin*", "inceta*", "pierd*", "pierdere*", "refuz*", "resping*", "anulat*", "anulare*", "anuleaz*", "suspend*",
    "revoc*", "retra*", "renunt*", "insuficient*", "imposibil*", "exclus*", "exclud*", "altul decat", "gratuit*", "depas*", "excluder*", "radi*", "incetar*", "expir*", "evit*", "preven*", "impiedic*",
];
/// Words that free from something or forbid it, as clearly as "nu".
pub(super) const EXEMPT: &[&str] = &["exceptat*", "excepteaza", "scutit*", "scuteste", "scutesc", "interzis*", "interzice"];
/// English words that deny.
pub(super) const DENIED_EN: &[&str] = &[
    "not", "cannot", "no", "never", "without", "neither", "nor", "nobody", "nothing", "except*", "exempt*", "lack*",
    "lose*", "loses", "lost", "skip*", "only", "under", "below", "unless", "otherwise", "free", "fail*", "refus*",
    "forbid*", "forbidden", "prohibit*", "banned", "bans", "remov*", "repeal*", "disappear*", "less", "gaps", "unpaid", "none",
    "instead", "away", "stop*", "ends", "abolish*", "reject*", "unable", "impossible", "nor",
];
/// Words that take away a condition.
pub(super) const EVEN_IF: &[&str] = &["chiar daca", "si daca", "indiferent", "even if", "regardless", "also applies if"];
pub(super) const REGARDLESS: &[&str] = &["chiar", "indiferent", "oricare", "orice", "oricat*"];

/// Pairs of opposites: the words of either side, in both languages.
pub(super) const OPPOSITES: &[(&[&str], &[&str])] = &[
    (
        &["creste", "cresc", "crestere*", "cresc*", "major*", "adaug*", "supliment*", "mai acord*", "rise*", "rises", "increase*", "add", "added", "adds"],
        &["scade", "scad", "scadere*", "reduc*", "micsor*", "diminu*", "dimin*", "scad*", "fall", "falls", "decrease*", "reduce*", "deducted", "drop*"],
    ),
    (&["aprob*", "approve*"], &["resping*", "reject*"]),
    (&["interzi*", "forbid*", "forbidden", "prohibit*"], &["permis", "permisa", "permise", "permit*", "allowed", "permitted"]),
    (&["optional*", "facultativ*", "voluntar*"], &["obligatori*", "compulsory", "mandatory"]),
    (&["dispar*", "abrog*", "elimin*", "repeal*", "disappear*"], &["introduc*", "ramane in vigoare", "raman in vigoare", "remains in force", "remain in force"]),
];

/// How often.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Frequency {
    Daily,
    Weekly,
    Monthly,
    Quarterly,
    HalfYearly,
    Yearly,
}

pub(super) const FREQUENCIES: &[(Frequency, &[&str])] = &[
    (Frequency::Daily, &["zilnic", "pe zi", "fiecare zi", "daily", "a day", "every day", "each day", "per day"]),
    (
        Frequency::Weekly,
        &["saptamanal*", "pe saptamana", "fiecare saptamana", "weekly", "a week", "every week", "each week", "per week"],
    ),
    (
        Frequency::Monthly,
        &["lunar*", "pe luna", "fiecare luna", "fiecarei luni", "monthly", "a month", "every month", "each month", "per month"],
    ),
    (
        Frequency::Quarterly,
        &["trimestrial*", "pe trimestru", "fiecare trimestru", "fiecarui trimestru", "quarterly", "a quarter", "every quarter", "each quarter", "per quarter"],
    ),
    (
        Frequency::HalfYearly,
        &["semestrial*", "pe semestru", "fiecare semestru", "fiecarui semestru", "half yearly", "twice a year", "every six months"],
    ),
    (
        Frequency::Yearly,
        &["anual*", "pe an", "fiecare an", "fiecarui an", "yearly", "annual*", "a year", "every year", "each year", "per year"],
    ),
];

/// Words before a number that make it the most.
pub(super) const MOST: &[&str] = &[
    "cel mult", "maximum", "maxim", "maxima", "cel tarziu", "at most", "pana la", "up to", "maximum of", "at the latest",
    "capped at", "limita", "in limita", "sub", "under", "below", "less than", "mai putin de", "mai mici de",
    "mai mica de", "mai mic de", "nu depas*", "within at most", "plafon*", "atinge*", "mai mici decat", "mai mici",
];
/// Words before a number that make it the least.
pub(super) const LEAST: &[&str] = &[
    "cel putin", "minimum", "minim", "minima", "macar", "peste", "at least", "minimum of", "over", "above", "more than",
    "mai mult de", "mai mult decat", "mai multi decat", "mai multe decat", "mai mare de", "mai mare decat",
    "mai mari de", "mai mari decat", "depas*", "exceed*", "cel mai devreme", "not earlier than", "implinit*",
    "mai multi de", "mai multe de", "nu mai devreme",
];
/// Words before a number that make it the last day of a period, or the end of a range: the most if nothing else is said.
pub(super) const WITHIN: &[&str] = &["in termen de", "termen de", "varsta de pana", "cuprins*", "until", "within"];

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
