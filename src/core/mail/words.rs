//! Numbers, times and the words that all messages share, in the recipient's language.

use jiff::Timestamp;

use crate::clock::legal_time_zone;
use crate::domain::numeral::takes_de;
use crate::domain::second_factor::FactorKind;
use crate::domain::{Importance, Language, date};

/// The words of the layout.
pub(super) struct LayoutWords {
    /// Introduces the address of a button.
    pub copy_link: &'static str,
    pub contact: &'static str,
    pub about: &'static str,
    /// States that a message informs and is no legal advice.
    pub legal_status: &'static str,
    pub preferences: &'static str,
    pub unsubscribe: &'static str,
    pub read_article: &'static str,
    /// Introduces the first step.
    pub first_step: &'static str,
}

pub(super) fn words(language: Language) -> LayoutWords {
    match language {
        Language::Ro => LayoutWords {
            copy_link: "Dacă butonul nu merge, copiază linkul în browser:",
            contact: "Întrebări:",
            about: "Legea, pe înțelesul celor pe care îi privește.",
            legal_status: "Paragraf informează și explică; nu dă consultanță juridică. Textul oficial al unui act \
                           este cel publicat în Monitorul Oficial al României sau, pentru actele Uniunii Europene, \
                           în Jurnalul Oficial al Uniunii Europene: dacă textul nostru diferă, prevalează cel oficial.",
            preferences: "Alege ce primești",
            unsubscribe: "Dezabonează-te",
            read_article: "Citește articolul",
            first_step: "Primul pas:",
        },
        Language::En => LayoutWords {
            copy_link: "If the button does not work, copy this link into your browser:",
            contact: "Questions:",
            about: "The law, in plain words for those it concerns.",
            legal_status: "Paragraf informs and explains; it gives no legal advice. The official text of an act is \
                           the one published in Monitorul Oficial al României, the Official Gazette of Romania, or, \
                           for acts of the European Union, in the Official Journal of the European Union: if our \
                           text differs, the official text prevails.",
            preferences: "Choose what you get",
            unsubscribe: "Unsubscribe",
            read_article: "Read the article",
            first_step: "First step:",
        },
    }
}

/// The words of a link to the deadlines that are the reader's.
pub fn see_in_deadlines(language: Language) -> &'static str {
    language.pick("Vezi în termenele tale", "See it in your deadlines")
}

/// The importance as five dots, such as `●●●○○`.
pub(super) fn dots(importance: Importance) -> String {
    let full = usize::from(importance.level());
    "●".repeat(full) + &"○".repeat(5 - full)
}

/// `authenticator app “iPhone 15”`, `phone number that ends in 3456`.
pub(super) fn factor(kind: FactorKind, name: Option<&str>, last_digits: Option<&str>, language: Language) -> String {
    let (kind, ending) = match (kind, language) {
        (FactorKind::Totp, Language::Ro) => ("aplicație de coduri", ""),
        (FactorKind::Totp, Language::En) => ("authenticator app", ""),
        (FactorKind::Sms, Language::Ro) => ("număr de telefon", " care se termină cu "),
        (FactorKind::Sms, Language::En) => ("phone number", " that ends in "),
        (FactorKind::Passkey, Language::Ro) => ("cheie de acces", ""),
        (FactorKind::Passkey, Language::En) => ("passkey", ""),
    };
    let open = language.pick('„', '“');
    let number = last_digits.map(|digits| format!("{ending}{digits}")).unwrap_or_default();
    let name = name.map(|name| format!(" {open}{name}”")).unwrap_or_default();
    format!("{kind}{number}{name}")
}

/// `30 de minute`, `o oră`, `2 days`: the largest unit that is exact.
pub(super) fn minutes(count: u64, language: Language) -> String {
    match (count, language) {
        (count, language) if count >= 2 * 1440 && count.is_multiple_of(1440) => {
            counted(count / 1440, language, ["o zi", "zile"], ["1 day", "days"])
        }
        (count, language) if count >= 60 && count.is_multiple_of(60) => {
            counted(count / 60, language, ["o oră", "ore"], ["1 hour", "hours"])
        }
        (count, language) => counted(count, language, ["un minut", "minute"], ["1 minute", "minutes"]),
    }
}

/// `o zi`, `2 zile`, `20 de zile`; `1 day`, `2 days`.
pub(super) fn counted(count: u64, language: Language, ro: [&str; 2], en: [&str; 2]) -> String {
    match language {
        Language::Ro if count == 1 => ro[0].to_owned(),
        Language::Ro if takes_de(count, language) => format!("{count} de {}", ro[1]),
        Language::Ro => format!("{count} {}", ro[1]),
        Language::En if count == 1 => en[0].to_owned(),
        Language::En => format!("{count} {}", en[1]),
    }
}

/// ` și încă 4`, ` and 4 more`: the things beside the one that a subject names.
pub(super) fn and_others(count: usize, language: Language) -> String {
    match (language, count) {
        (_, 0) => String::new(),
        (Language::Ro, count) => format!(" și încă {count}"),
        (Language::En, count) => format!(" and {count} more"),
    }
}

/// `10 ianuarie 2026, ora 11:00 (ora României)`.
pub(super) fn moment(at: Timestamp, language: Language) -> String {
    let zoned = at.to_zoned(legal_time_zone());
    let (day, clock) = (date::long(zoned.date(), language), zoned.strftime("%H:%M"));
    match language {
        Language::Ro => format!("{day}, ora {clock} (ora României)"),
        Language::En => format!("{day}, {clock} (Romanian time)"),
    }
}

/// `între 15 și 22 noiembrie 2026`, `pe 22 noiembrie 2026`: the days of a period, without repeating a month or year.
pub(super) fn window(from: Timestamp, to: Timestamp, language: Language) -> String {
    let day = |at: Timestamp| at.to_zoned(legal_time_zone()).date();
    let (from, to) = (day(from), day(to));
    let end = date::long(to, language);
    if from == to {
        let preposition = language.pick("pe", "on");
        return format!("{preposition} {end}");
    }
    let start = if from.year() != to.year() {
        date::long(from, language)
    } else if from.month() != to.month() {
        format!("{} {}", from.day(), date::month(from, language))
    } else {
        from.day().to_string()
    };
    match language {
        Language::Ro => format!("între {start} și {end}"),
        Language::En => format!("between {start} and {end}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_agree_with_their_nouns() {
        let ro = |count| minutes(count, Language::Ro);
        for (count, text) in [
            (1, "un minut"),
            (2, "2 minute"),
            (10, "10 minute"),
            (19, "19 minute"),
            (20, "20 de minute"),
            (30, "30 de minute"),
            (60, "o oră"),
            (61, "61 de minute"),
            (90, "90 de minute"),
            (100, "100 de minute"),
            (101, "101 minute"),
            (119, "119 minute"),
            (120, "2 ore"),
            (1440, "24 de ore"),
            (2880, "2 zile"),
            (10_080, "7 zile"),
            (43_200, "30 de zile"),
        ] {
            assert_eq!(ro(count), text);
        }
        let en = |count| minutes(count, Language::En);
        assert_eq!([en(1), en(30), en(60), en(1440)], ["1 minute", "30 minutes", "1 hour", "24 hours"]);
    }

    #[test]
    fn a_period_names_its_days_once() {
        let window = |from: &str, to: &str, language| {
            let at = |text: &str| format!("{text}T06:00:00Z").parse().expect("an instant");
            window(at(from), at(to), language)
        };
        let ro = |from, to| window(from, to, Language::Ro);
        assert_eq!(ro("2026-11-15", "2026-11-22"), "între 15 și 22 noiembrie 2026");
        assert_eq!(ro("2026-11-28", "2026-12-05"), "între 28 noiembrie și 5 decembrie 2026");
        assert_eq!(ro("2026-12-28", "2027-01-04"), "între 28 decembrie 2026 și 4 ianuarie 2027");
        assert_eq!(ro("2026-11-22", "2026-11-22"), "pe 22 noiembrie 2026");
        assert_eq!(window("2026-11-15", "2026-11-22", Language::En), "between 15 and 22 November 2026");
        assert_eq!(window("2026-11-22", "2026-11-22", Language::En), "on 22 November 2026");
    }

    #[test]
    fn moments_are_in_romanian_time() {
        let at = "2026-01-10T09:00:00Z".parse().expect("an instant");
        assert_eq!(moment(at, Language::Ro), "10 ianuarie 2026, ora 11:00 (ora României)");
        assert_eq!(moment(at, Language::En), "10 January 2026, 11:00 (Romanian time)");
        let summer = "2026-07-31T22:30:00Z".parse().expect("an instant");
        assert_eq!(moment(summer, Language::En), "1 August 2026, 01:30 (Romanian time)");
    }
}
