//! Dates in words. Legal dates are plain dates in Europe/Bucharest.

use jiff::civil::{Date, Weekday};

use super::language::Language;

/// The years that four digits in a legal text can mean.
pub const YEARS: std::ops::Range<i16> = 1800..2200;

/// The years that acts of the European Union and of the communities before it can have.
pub const UNION_YEARS: std::ops::RangeInclusive<i16> = 1952..=2100;

/// The months in Romanian, as they stand in the middle of a sentence.
pub const RO_MONTHS: [&str; 12] = [
    "ianuarie", "februarie", "martie", "aprilie", "mai", "iunie", "iulie", "august", "septembrie", "octombrie",
    "noiembrie", "decembrie",
];
/// The months in English.
pub const EN_MONTHS: [&str; 12] = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
];

/// `15 decembrie 2025` or `15 December 2025`.
pub fn long(date: Date, language: Language) -> String {
    format!("{} {} {}", date.day(), month(date, language), date.year())
}

/// `15 decembrie` or `15 December`.
pub fn short(date: Date, language: Language) -> String {
    format!("{} {}", date.day(), month(date, language))
}

/// `luni, 15 decembrie 2025` or `Monday, 15 December 2025`.
pub fn with_weekday(date: Date, language: Language) -> String {
    format!("{}, {}", weekday(date, language), long(date, language))
}

/// `luni` or `Monday`.
pub fn weekday(date: Date, language: Language) -> &'static str {
    let (ro, en) = match date.weekday() {
        Weekday::Monday => ("luni", "Monday"),
        Weekday::Tuesday => ("marți", "Tuesday"),
        Weekday::Wednesday => ("miercuri", "Wednesday"),
        Weekday::Thursday => ("joi", "Thursday"),
        Weekday::Friday => ("vineri", "Friday"),
        Weekday::Saturday => ("sâmbătă", "Saturday"),
        Weekday::Sunday => ("duminică", "Sunday"),
    };
    language.pick(ro, en)
}

/// `decembrie` or `December`.
pub fn month(date: Date, language: Language) -> &'static str {
    let months = language.pick(RO_MONTHS, EN_MONTHS);
    months[usize::from(date.month().unsigned_abs()) - 1]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_is_written_in_the_usual_form() {
        let day = jiff::civil::date(2025, 12, 5);
        assert_eq!(long(day, Language::Ro), "5 decembrie 2025");
        assert_eq!(long(day, Language::En), "5 December 2025");
        assert_eq!(with_weekday(day, Language::Ro), "vineri, 5 decembrie 2025");
        assert_eq!(with_weekday(day, Language::En), "Friday, 5 December 2025");
    }
}
