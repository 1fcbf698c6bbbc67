//! The words of text messages.

use crate::domain::Language;
use crate::mail::words;

/// The message with a code. It has only characters of the GSM alphabet: others would double the price.
///
/// The last line binds the code to the site, so that phones fill it in there and nowhere else
/// (<https://wicg.github.io/sms-one-time-codes/>).
pub fn code_text(code: &str, valid_minutes: u64, language: Language, host: &str) -> String {
    let valid = words::minutes(valid_minutes, language);
    let text = match language {
        Language::En => format!("{code} is your Paragraf code, valid for {valid}. Do not share it."),
        Language::Ro => format!("{code} este codul Paragraf, valabil {valid}. Nu-l spune altcuiva."),
    };
    if host.contains('.') { format!("{text}\n\n@{host} #{code}") } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_fits_into_one_of_the_network() {
        for language in [Language::En, Language::Ro] {
            let text = code_text("123456", 5, language, "paragraf.example.ro");
            assert!(text.is_ascii() && text.len() <= 160, "{text}");
            assert!(!text.contains(['`', '[', ']', '{', '}', '|', '~', '^', '\\']), "{text}");
            assert!(text.ends_with("\n\n@paragraf.example.ro #123456"), "{text}");
        }
        assert_eq!(
            code_text("123456", 5, Language::Ro, "localhost"),
            "123456 este codul Paragraf, valabil 5 minute. Nu-l spune altcuiva."
        );
    }
}
