//! The units of numbers in Romanian and English.

use super::token::Tokens;

/// What a number counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Measure {
    Lei,
    Bani,
    Euro,
    Dollar,
    Pound,
    Franc,
    Percent,
    PercentPoint,
    PerMille,
    Day,
    WorkingDay,
    Week,
    Month,
    Year,
    Hour,
    WorkingHour,
    Minute,
    Quarter,
    Semester,
    Hectare,
    SquareMetre,
    Metre,
    Kilometre,
    Kilogram,
    Tonne,
    Litre,
    Kilowatt,
    KilowattHour,
    Megawatt,
    MegawattHour,
    LivestockUnit,
    Times,
    Point,
    Person,
    Employee,
    Copy,
    Animal,
    /// A part of a whole, in words: a half, a third.
    Share,
    /// Not known: the number stands alone.
    Unknown,
}

/// Words of units, as [`crate::domain::text::fold`] writes them.
const WORDS: &[(Measure, &[&str])] = &[
    (Measure::Lei, &["lei", "leu", "leul", "ron"]),
    (Measure::Bani, &["ban", "bani"]),
    (Measure::Euro, &["euro", "eur", "euros"]),
    (Measure::Dollar, &["dolari", "dolar", "usd", "dollar", "dollars"]),
    (Measure::Pound, &["lire", "gbp", "pounds"]),
    (Measure::Franc, &["franci", "chf", "francs"]),
    (Measure::Percent, &["procent", "procente", "percent"]),
    (Measure::PercentPoint, &["pp"]),
    (Measure::Day, &["zi", "zile", "zilele", "zilei", "day", "days"]),
    (Measure::Week, &["saptamana", "saptamani", "saptamanii", "week", "weeks"]),
    (Measure::Month, &["luna", "luni", "lunile", "month", "months"]),
    (Measure::Year, &["an", "ani", "anii", "year", "years", "yearly"]),
    (Measure::Hour, &["ora", "ore", "orele", "hour", "hours"]),
    (Measure::Minute, &["minut", "minute", "minutes"]),
    (Measure::Quarter, &["trimestru", "trimestre", "quarter", "quarters"]),
    (Measure::Semester, &["semestru", "semestre", "semester", "semesters"]),
    (Measure::Hectare, &["ha", "hectar", "hectare", "hectares"]),
    (Measure::SquareMetre, &["mp", "m2", "sqm"]),
    (Measure::Metre, &["m", "metru", "metri", "metre", "metres", "meters"]),
    (Measure::Kilometre, &["km", "kilometri", "kilometru", "kilometres", "kilometers"]),
    (Measure::Kilogram, &["kg", "kilograme", "kilograms"]),
    (Measure::Tonne, &["t", "tona", "tone", "tonne", "tonnes", "tons"]),
    (Measure::Litre, &["l", "litru", "litri", "litre", "litres"]),
    (Measure::Kilowatt, &["kw"]),
    (Measure::KilowattHour, &["kwh"]),
    (Measure::Megawatt, &["mw"]),
    (Measure::MegawattHour, &["mwh"]),
    (Measure::LivestockUnit, &["uvm", "lsu"]),
    (Measure::Times, &["ori", "times", "time"]),
    (Measure::Point, &["puncte", "points"]),
    (Measure::Person, &["persoane", "persoana", "people", "person", "persons"]),
    (Measure::Employee, &["salariati", "salariat", "angajati", "angajat", "employees", "employee"]),
    (Measure::Copy, &["exemplare", "exemplar", "copies", "copy"]),
    (Measure::Animal, &["animale", "animal", "animals"]),
];

/// Units of several words, the longest first.
const PHRASES: &[(Measure, &[&str])] = &[
    (Measure::PercentPoint, &["puncte", "procentuale"]),
    (Measure::PercentPoint, &["percentage", "points"]),
    (Measure::PercentPoint, &["percentage", "point"]),
    (Measure::Percent, &["la", "suta"]),
    (Measure::Percent, &["per", "cent"]),
    (Measure::PerMille, &["la", "mie"]),
    (Measure::PerMille, &["per", "mille"]),
    (Measure::SquareMetre, &["metri", "patrati"]),
    (Measure::SquareMetre, &["square", "metres"]),
    (Measure::SquareMetre, &["square", "meters"]),
    (Measure::LivestockUnit, &["livestock", "units"]),
    (Measure::LivestockUnit, &["livestock", "unit"]),
    (Measure::WorkingDay, &["zile", "lucratoare"]),
    (Measure::WorkingDay, &["zi", "lucratoare"]),
    (Measure::WorkingDay, &["working", "days"]),
    (Measure::WorkingDay, &["working", "day"]),
    (Measure::WorkingDay, &["business", "days"]),
    (Measure::WorkingDay, &["business", "day"]),
    (Measure::WorkingHour, &["ore", "lucratoare"]),
    (Measure::WorkingHour, &["working", "hours"]),
    (Measure::Day, &["zile", "calendaristice"]),
    (Measure::Day, &["calendar", "days"]),
    (Measure::Month, &["luni", "calendaristice"]),
    (Measure::Month, &["calendar", "months"]),
    (Measure::Quarter, &["calendar", "quarters"]),
];

impl Measure {
    pub fn is_money(self) -> bool {
        matches!(self, Self::Lei | Self::Bani | Self::Euro | Self::Dollar | Self::Pound | Self::Franc)
    }

    /// Units that are named after "a" or "one" as a figure: "un an", "one day".
    pub fn is_time(self) -> bool {
        matches!(self, Self::Day | Self::WorkingDay | Self::Week | Self::Month | Self::Year | Self::Hour)
    }
}

/// Reads the unit at a place; returns it with the place after it.
pub(super) fn read(tokens: &Tokens, at: usize) -> Option<(Measure, usize)> {
    for (unit, words) in PHRASES {
        if tokens.has_words(at, words) {
            return Some((*unit, at + words.len()));
        }
    }
    let signs = [
        ('%', Measure::Percent),
        ('‰', Measure::PerMille),
        ('€', Measure::Euro),
        ('$', Measure::Dollar),
        ('£', Measure::Pound),
    ];
    if let Some((_, unit)) = signs.into_iter().find(|(sign, _)| tokens.is_sign(at, *sign)) {
        return Some((unit, at + 1));
    }
    let word = tokens.word(at);
    let unit = WORDS.iter().find(|(_, words)| !word.is_empty() && words.contains(&word)).map(|(unit, _)| *unit)?;
    Some((unit, at + 1))
}

/// Reads a currency that stands before its number: `EUR 60,000`.
pub(super) fn read_before(tokens: &Tokens, at: usize) -> Option<Measure> {
    let (unit, end) = read(tokens, at)?;
    (unit.is_money() && end == at + 1).then_some(unit)
}
