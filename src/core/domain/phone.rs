//! Telephone numbers, checked against the numbering plans of the countries.

use std::fmt;

use phonenumber::metadata::DATABASE;
use phonenumber::{Mode, Type};
use serde::{Deserialize, Serialize};

use super::country::Country;
use super::text::{pasted, without_scheme};
use super::text_form::text_form;

/// A number in E.164 format, such as `+40722123456`.
// docs/decisions/0215
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Phone(String);

/// Why a text is not a number to which text messages are sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PhoneProblem {
    /// No country has such a number.
    Invalid,
    /// A landline, a toll-free or premium-rate number, or another number that receives no text messages.
    NoTextMessages,
}

impl Phone {
    /// Longest text that is read as a number.
    const MAX_INPUT: usize = 40;

    /// Reads the number of a mobile phone as people write it: with `+` and the calling code, or as dialled in `country`,
    /// with or without the trunk zero; also as a link `tel:`, or pasted with the marks of a contact list.
    pub fn parse_mobile(text: &str, country: Option<Country>) -> Result<Self, PhoneProblem> {
        if text.len() > 4 * Self::MAX_INPUT {
            return Err(PhoneProblem::Invalid);
        }
        let pasted = pasted(text);
        let text = without_scheme(&pasted, "tel:");
        let is_written = |c: char| c.is_ascii_digit() || matches!(c, '+' | ' ' | '-' | '.' | '/' | '(' | ')');
        if text.len() > Self::MAX_INPUT || !text.chars().all(is_written) {
            return Err(PhoneProblem::Invalid);
        }
        let region = country.and_then(|country| country.as_str().parse().ok());
        let number = phonenumber::parse(region, text).map_err(|_| PhoneProblem::Invalid)?;
        if number.extension().is_some() || !number.is_valid() {
            return Err(PhoneProblem::Invalid);
        }
        match number.number_type(&DATABASE) {
            // Some plans do not distinguish mobile phones from landlines.
            Type::Mobile | Type::FixedLineOrMobile => {
                Self::stored(&number.format().mode(Mode::E164).to_string()).ok_or(PhoneProblem::Invalid)
            }
            _ => Err(PhoneProblem::NoTextMessages),
        }
    }

    /// Reads a number that was checked before; numbering plans change, and stored numbers stay.
    fn stored(text: &str) -> Option<Self> {
        let digits = text.strip_prefix('+')?;
        let is_valid = (7..=15).contains(&digits.len())
            && digits.bytes().all(|byte| byte.is_ascii_digit())
            && !digits.starts_with('0');
        is_valid.then(|| Self(text.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The country whose plan has the number.
    pub fn country(&self) -> Option<Country> {
        let number = phonenumber::parse(None, &self.0).ok()?;
        Country::parse(number.country().id()?.as_ref())
    }

    /// The last four digits, by which the owner recognises the number.
    pub fn last_digits(&self) -> &str {
        &self.0[self.0.len() - 4..]
    }
}

impl fmt::Display for Phone {
    /// Shows the last four digits only, so that logs never contain a number.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "+{}{}", "*".repeat(self.0.len() - 5), self.last_digits())
    }
}

text_form! {
    Phone, String;
    from text => Self::stored(&text).ok_or_else(|| "this is not a telephone number, such as +40722123456".to_owned());
    into phone => phone.0;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn romanian(text: &str) -> Result<String, PhoneProblem> {
        Phone::parse_mobile(text, Some(Country::ROMANIA)).map(String::from)
    }

    #[test]
    fn t13_the_trunk_zero_is_removed() {
        for same in [
            "0722 123 456",
            "0722123456",
            "722123456",
            "+40722123456",
            "+40 722 123 456",
            "0040722123456",
            "+400722123456",
            "(0722) 123-456",
            "0722.123.456",
            " 0722/123456 ",
            "\u{202a}+40 722 123 456\u{202c}",
            "\u{2068}0722 123 456\u{2069}",
            "\u{200e}0722123456",
            "\u{feff}0722\u{200b}123\u{ad}456",
            "0722\u{2011}123\u{2011}456",
            "0722–123—456",
            "0722\u{202f}123\u{2009}456",
            "0722\u{a0}123\u{a0}456",
            "tel:+40722123456",
            " TEL:0722-123-456",
        ] {
            assert_eq!(romanian(same).as_deref(), Ok("+40722123456"), "{same:?}");
        }
    }

    #[test]
    fn numbers_that_receive_no_text_messages_are_refused() {
        for landline in ["021 312 3456", "0256 123 456", "0800 800 123", "0900 123 456", "0371 123 456"] {
            assert_eq!(romanian(landline), Err(PhoneProblem::NoTextMessages), "{landline:?}");
        }
        assert_eq!(Phone::parse_mobile("+493012345678", None), Err(PhoneProblem::NoTextMessages));
    }

    #[test]
    fn texts_that_are_no_numbers_are_refused() {
        let long = "0".repeat(41);
        for bad in [
            "", "+", "+40", "0", "112", "07221234567", "072212345", "ana", "0722 ABC DEF", "+999123456789",
            "+40722123456 ext 5", "+40722123456;ext=5", "tel:+40722123456;ext=5", "07221234\u{202e}56x",
            "0722123\r\n456", "0722\u{2028}123456", "1-800-FLOWERS", &long,
        ] {
            assert_eq!(romanian(bad), Err(PhoneProblem::Invalid), "{bad:?}");
        }
        assert_eq!(Phone::parse_mobile("0722123456", None), Err(PhoneProblem::Invalid), "no country");
    }

    #[test]
    fn numbers_of_other_countries_are_recognised() {
        for (text, country) in [
            ("+49 1512 3456789", "DE"),
            ("+37360123456", "MD"),
            ("+1 212 555 0123", "US"),
            ("+1 416 555 0123", "CA"),
            ("+44 7400 123456", "GB"),
            ("+39 312 345 6789", "IT"),
        ] {
            let phone = Phone::parse_mobile(text, Some(Country::ROMANIA))
                .unwrap_or_else(|problem| panic!("{text}: {problem:?}"));
            assert_eq!(phone.country(), Country::parse(country), "{text}");
        }
    }

    #[test]
    fn numbers_are_masked_and_stored_ones_are_read_again() {
        let phone = Phone::parse_mobile("0722123456", Some(Country::ROMANIA)).expect("a number");
        assert_eq!(phone.to_string(), "+*******3456");
        assert_eq!(phone.last_digits(), "3456");
        let json = serde_json::to_string(&phone).expect("JSON");
        assert_eq!(serde_json::from_str::<Phone>(&json).expect("a number"), phone);
        for bad in ["\"40722123456\"", "\"+0722123456\"", "\"+123456\"", "\"+1234567890123456\"", "\"+40722 123456\""] {
            assert!(serde_json::from_str::<Phone>(bad).is_err(), "{bad}");
        }
    }
}
