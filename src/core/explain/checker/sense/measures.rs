//! Words for how often, at most and at least.

/// How often.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum StatedFrequency {
    Daily,
    Weekly,
    Monthly,
    Quarterly,
    HalfYearly,
    Yearly,
}

pub(super) const FREQUENCIES: &[(StatedFrequency, &[&str])] = &[
    (StatedFrequency::Daily, &["zilnic", "pe zi", "fiecare zi", "daily", "a day", "every day", "each day", "per day"]),
    (
        StatedFrequency::Weekly,
        &[
            "saptamanal*", "pe saptamana", "fiecare saptamana", "weekly", "a week", "every week", "each week",
            "per week",
        ],
    ),
    (
        StatedFrequency::Monthly,
        &[
            "lunar*", "pe luna", "pe luni", "fiecare luna", "fiecarei luni", "monthly", "a month", "every month",
            "each month", "per month",
        ],
    ),
    (
        StatedFrequency::Quarterly,
        &[
            "trimestrial*", "pe trimestru", "pe trimestre", "fiecare trimestru", "fiecarui trimestru", "quarterly",
            "a quarter", "every quarter", "each quarter", "per quarter",
        ],
    ),
    (
        StatedFrequency::HalfYearly,
        &[
            "semestrial*", "pe semestru", "fiecare semestru", "sase in sase luni", "fiecare sase luni",
            "o data la sase luni", "fiecarui semestru", "half yearly", "twice a year", "every six months",
        ],
    ),
    (
        StatedFrequency::Yearly,
        &[
            "anual*", "pe an", "fiecare an", "fiecarui an", "yearly", "annual*", "a year", "every year", "each year",
            "per year",
        ],
    ),
];

/// Words before a number that make it the most.
pub(super) const MOST: &[&str] = &[
    "cel mult", "maximum", "maxim", "maxima", "cel tarziu", "nu mai tarziu de", "no later than", "at most", "pana la",
    "up to", "maximum of", "at the latest", "capped at", "limita", "in limita", "sub", "under", "below", "less than",
    "mai putin de", "mai mici de", "mai mica de", "mai mic de", "nu depas*", "within at most", "plafon*", "atinge*",
    "mai mici decat", "mai mici", "inferior", "inferioar*",
];
/// Words before a number that make it the least.
pub(super) const LEAST: &[&str] = &[
    "cel putin", "minimum", "minim", "minima", "macar", "peste", "at least", "minimum of", "over", "above",
    "more than", "mai mult de", "mai mult decat", "mai multi decat", "mai multe decat", "mai mare de",
    "mai mare decat", "mai mari de", "mai mari decat", "depas*", "exceed*", "cel mai devreme", "not earlier than",
    "implinit*", "mai multi de", "mai multe de", "nu mai devreme", "superior", "superioar*",
];
/// Words before a number that make it the last day of a period, or the end of a range: the most if nothing else is said.
pub(super) const WITHIN: &[&str] = &["in termen de", "termen de", "varsta de pana", "cuprins*", "until", "within"];
