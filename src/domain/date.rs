//! Legal days in words. Legal dates are plain dates in Europe/Bucharest.

use jiff::civil::Date;

use super::Language;

const RO: [&str; 12] = [
    "ianuarie",
    "februarie",
    "martie",
    "aprilie",
    "mai",
    "iunie",
    "iulie",
    "august",
    "septembrie",
    "octombrie",
    "noiembrie",
    "decembrie",
];
const EN: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// `15 decembrie 2025` or `15 December 2025`.
pub fn long(date: Date, language: Language) -> String {
    let months = match language {
        Language::Ro => RO,
        Language::En => EN,
    };
    let month = months[usize::from(date.month().unsigned_abs()) - 1];
    format!("{} {month} {}", date.day(), date.year())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_reads_as_people_write_it() {
        let day = jiff::civil::date(2025, 12, 5);
        assert_eq!(long(day, Language::Ro), "5 decembrie 2025");
        assert_eq!(long(day, Language::En), "5 December 2025");
    }
}
