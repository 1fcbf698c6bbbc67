//! Password strength: a minimum length, and no common, monotonous or personal passwords.
//!
//! As NIST SP 800-63B advises, no kinds of characters are required, and passwords are not trimmed or truncated.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::text::fold;

/// Maximum length in characters.
pub const MAX_CHARS: usize = 256;
/// Maximum length in bytes.
pub const MAX_BYTES: usize = 1024;

/// The words that most passwords consist of: one to a line, folded.
static COMMON: LazyLock<HashSet<&str>> = LazyLock::new(|| include_str!("common_passwords.txt").lines().collect());
/// Rows of keyboards and sequences, along which weak passwords walk.
const ROWS: [&str; 8] = [
    "qwertyuiop",
    "qwertzuiop",
    "azertyuiop",
    "asdfghjkl",
    "zxcvbnm",
    "yxcvbnm",
    "abcdefghijklmnopqrstuvwxyz",
    "01234567890",
];
/// Shorter parts of a name or an address occur in good passwords by chance.
const MIN_PERSONAL: usize = 4;

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
    let plain = plain(password);
    // Of a password that is mostly signs, the remaining characters are not representative.
    let is_representative = 2 * plain.len() >= chars;
    if is_common(&plain) || is_monotonous(&fold(password)) || (is_representative && is_monotonous(&plain)) {
        return Err(Weakness::Common);
    }
    if personal.iter().any(|name| is_like(&plain, name)) {
        return Err(Weakness::Personal);
    }
    Ok(())
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

/// Removes digits and signs around a word.
fn core(plain: &str) -> &str {
    plain.trim_matches(|c: char| !c.is_ascii_alphabetic())
}

fn is_common(plain: &str) -> bool {
    is_words(core(plain)) || is_words(&letters(core(plain))) || is_words(core(&letters(plain)))
}

/// Whether the text is a common word or two.
fn is_words(text: &str) -> bool {
    fn cut(text: &str, words: usize) -> bool {
        if text.is_empty() {
            return true;
        }
        words > 0 && (1..=text.len()).rev().any(|end| is_word(&text[..end]) && cut(&text[end..], words - 1))
    }
    text.len() <= 36 && text.is_ascii() && !text.is_empty() && cut(text, 2)
}

fn is_word(word: &str) -> bool {
    COMMON.contains(word)
}

/// Whether the text repeats one or two characters or a short group, or walks along keyboard rows.
fn is_monotonous(plain: &str) -> bool {
    let bytes = plain.as_bytes();
    let repeats = |group: usize| bytes.len() > group && bytes.iter().zip(&bytes[group..]).all(|(a, b)| a == b);
    let mut kinds = bytes.to_vec();
    kinds.sort_unstable();
    kinds.dedup();
    if kinds.len() <= 2 || (1..=3.min(bytes.len() / 2)).any(repeats) {
        return true;
    }
    let walks = |part: &str| ROWS.iter().any(|row| row.contains(part) || row.contains(&*reversed(part)));
    // One walk or two in sequence, such as qwerty123456.
    (1..=plain.len()).any(|at| plain.is_char_boundary(at) && walks(&plain[..at]) && walks(&plain[at..]))
}

fn reversed(text: &str) -> String {
    text.chars().rev().collect()
}

/// Whether the password is the name with at most four further characters.
fn is_like(plain: &str, name: &str) -> bool {
    let local = name.split('@').next().unwrap_or_default();
    let parts = local.split(|c: char| !c.is_alphanumeric()).chain([local]);
    let mut known = parts.map(self::plain).filter(|part| part.len() >= MIN_PERSONAL);
    known.any(|part| {
        let variants = [plain.to_owned(), letters(plain)];
        variants.iter().any(|variant| variant.contains(&part) && variant.len() - part.len() <= 4)
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
            "password",
            "Password1!",
            "P@ssw0rd",
            "parola123",
            "Parola2024",
            "parolamea",
            "paragraf",
            "Paragraf2026!",
            "qwertyuiop",
            "12345678",
            "87654321",
            "aaaaaaaa",
            "abcabcabc",
            "iloveyou",
            "romania1",
            "bucuresti",
            "qwerty123456",
            "steaua86",
            "Monitorul1",
            "te iubesc",
            "11112222",
        ] {
            assert_eq!(check(common, 6, &[]), Err(Weakness::Common), "{common}");
        }
        for sound in
            ["o-vrabie-pe-acoperiș", "9fJ2-kd8x", "cal baterie capsă corect", "șapte mere coapte", "%$#^&*(&^%"]
        {
            assert_eq!(check(sound, 8, &[]), Ok(()), "{sound}");
        }
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
