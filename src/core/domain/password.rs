//! Password strength: a minimum length, and no common or personal passwords.
//!
//! As NIST SP 800-63B advises, no kinds of characters are required, and passwords are not trimmed or truncated. The
//! number of guesses is estimated with zxcvbn, which knows 30,000 common passwords, words, keyboards and sequences.

use std::sync::LazyLock;

use super::text::fold;

/// Maximum length in characters.
pub const MAX_CHARS: usize = 256;
/// Maximum length in bytes.
pub const MAX_BYTES: usize = 1024;

/// Words of the product and of the language that zxcvbn lacks: one to a line, folded, sorted.
static WORDS: LazyLock<Vec<&str>> = LazyLock::new(|| include_str!("password_words.txt").lines().collect());
/// A password that is expected within this many guesses is common. The limit on wrong passwords of one network allows
/// about a million in a year.
// docs/decisions/0097
const MIN_GUESSES: u64 = 1_000_000;
/// A word that is expected within this many guesses is common even with digits and signs around it.
const MIN_WORD_GUESSES: u64 = 10_000;
/// Shortest part of a name or an address that counts; shorter ones occur in good passwords by chance.
const MIN_PERSONAL: usize = 4;
/// Most other characters of a password that is little more than parts of a name or an address.
const MAX_REST: usize = 4;

/// Why a password is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weakness {
    TooShort,
    TooLong,
    /// Among the first guesses of an attacker.
    Common,
    /// Little more than the user's address or name.
    Personal,
}

/// Checks a password against the minimum length and the user's own names, such as address and display name.
pub fn check(password: &str, min: usize, personal: &[&str]) -> Result<(), Weakness> {
    let chars = password.chars().count();
    if chars < min.max(1) {
        return Err(Weakness::TooShort);
    }
    if chars > MAX_CHARS || password.len() > MAX_BYTES {
        return Err(Weakness::TooLong);
    }
    if is_personal(&plain(password), personal) {
        return Err(Weakness::Personal);
    }
    if is_common(&fold(password)) { Err(Weakness::Common) } else { Ok(()) }
}

/// Whether the password, or the word inside digits and signs, is guessed early.
fn is_common(folded: &str) -> bool {
    let guesses = |text: &str| zxcvbn::zxcvbn(text, &WORDS).guesses();
    let word = folded.trim_matches(|c: char| !c.is_ascii_alphabetic());
    // Of a password that is mostly digits and signs, the letters are not representative.
    let is_representative = 2 * word.len() >= folded.len();
    guesses(folded) < MIN_GUESSES || (is_representative && guesses(word) < MIN_WORD_GUESSES)
}

/// Folds case and diacritics, and keeps only letters, digits and the signs that stand for letters.
fn plain(password: &str) -> String {
    fold(password).chars().filter(|c| c.is_ascii_alphanumeric() || "@$!".contains(*c)).collect()
}

/// Replaces digits and signs by the letters that they stand for.
fn letters(plain: &str) -> String {
    let letter = |c| match c {
        '0' => 'o',
        '1' | '!' => 'i',
        '3' => 'e',
        '4' | '@' => 'a',
        '5' | '$' => 's',
        '7' => 't',
        other => other,
    };
    plain.chars().map(letter).collect()
}

/// Whether the password consists of parts of the names and at most [`MAX_REST`] further characters.
fn is_personal(plain: &str, names: &[&str]) -> bool {
    let parts = names.iter().flat_map(|name| name.split(|c: char| !c.is_alphanumeric())).map(fold);
    let mut parts: Vec<_> = parts.filter(|part| !part.is_empty()).collect();
    parts.sort_by_key(|part| std::cmp::Reverse(part.len()));
    [plain.replace('@', ""), letters(plain)].into_iter().any(|variant| {
        let mut rest = variant.clone();
        for part in &parts {
            // A short part counts only beside a long one.
            if part.len() >= MIN_PERSONAL || rest.len() < variant.len() {
                rest = rest.replace(part.as_str(), "");
            }
        }
        rest.len() < variant.len() && rest.len() <= MAX_REST
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn length_is_counted_in_characters_and_nothing_is_truncated() {
        assert_eq!(check("șțîâășț", 8, &[]), Err(Weakness::TooShort));
        assert_eq!(check("șțîâăzgm", 8, &[]), Ok(()));
        assert_eq!(check(&"corect cal baterie ".repeat(13), 8, &[]), Ok(()));
        assert_eq!(check(&"ab cd ef gh ".repeat(22), 8, &[]), Err(Weakness::TooLong));
        assert_eq!(check("", 0, &[]), Err(Weakness::TooShort));
    }

    #[test]
    fn common_passwords_are_refused() {
        for common in [
            "password", "Password1!", "P@ssw0rd", "parola123", "Parola2024", "parolamea", "paragraf", "Paragraf2026!",
            "qwertyuiop", "12345678", "87654321", "aaaaaaaa", "abcabcabc", "iloveyou", "romania1", "bucuresti",
            "qwerty123456", "steaua86", "Monitorul1", "te iubesc", "11112222",
        ] {
            assert_eq!(check(common, 6, &[]), Err(Weakness::Common), "{common}");
        }
        for sound in
            ["o-vrabie-pe-acoperiș", "9fJ2-kd8x", "cal baterie capsă corect", "șapte mere coapte", "%$#^&*(&^%"]
        {
            assert_eq!(check(sound, 8, &[]), Ok(()), "{sound}");
        }
    }

    /// ASVS 5.0 (6.2.4) requires refusing the 3,000 most common passwords of the minimum length. These are among
    /// zxcvbn's first 3,000.
    #[test]
    fn short_walks_and_words_of_the_common_lists_are_refused() {
        for common in ["1qaz2wsx", "letmein1", "trustno1", "sunshine", "q1w2e3r4", "zaq12wsx", "dragon12", "superman"] {
            assert_eq!(check(common, 8, &[]), Err(Weakness::Common), "{common}");
        }
    }

    #[test]
    fn the_users_own_address_and_its_parts_are_refused() {
        let personal = ["ana.popescu@firma-mea.ro", "Ana"];
        for bad in ["ana.popescu@firma-mea.ro", "anapopescufirma", "popescu@firma", "FirmaMea.ro", "Popescu.Ana.2026"] {
            assert_eq!(check(bad, 8, &personal), Err(Weakness::Personal), "{bad}");
        }
        assert_eq!(check("o firmă mică la munte", 8, &personal), Ok(()));
    }

    #[test]
    fn the_users_own_name_is_refused() {
        let personal = ["ana.popescu@x.ro", "Ană Popescu"];
        for bad in ["anapopescu", "Popescu1", "ana.popescu", "p0pescu99"] {
            assert_eq!(check(bad, 6, &personal), Err(Weakness::Personal), "{bad}");
        }
        assert_eq!(check("Popescu are trei capre", 6, &personal), Ok(()));
        assert_eq!(check("banana-verde-acră-7", 6, &["ana@x.ro"]), Ok(()));
    }
}
