//! Recovery codes: single-use secrets that replace a lost second factor.

use rand::RngExt;
use subtle::ConstantTimeEq;

use super::secrets;

/// Number of codes in a set.
pub const COUNT: usize = 10;
/// Letters and digits that are not easily confused.
const ALPHABET: &[u8; 31] = b"23456789abcdefghjkmnpqrstuvwxyz";
const GROUPS: usize = 4;
const GROUP_LEN: usize = 4;

/// Generates a set of codes, such as `k7mq-2xwd-9fhr-t3ve`. Each has 79 bits, so its digest cannot be reversed.
pub fn generate() -> Vec<String> {
    (0..COUNT).map(|_| code()).collect()
}

fn code() -> String {
    let mut rng = rand::rng();
    let mut group =
        || (0..GROUP_LEN).map(|_| char::from(ALPHABET[rng.random_range(0..ALPHABET.len())])).collect::<String>();
    (0..GROUPS).map(|_| group()).collect::<Vec<_>>().join("-")
}

/// Returns the digest that the store keeps in place of a code. Case, spaces and hyphens do not matter.
pub fn digest(code: &str) -> String {
    let plain: String =
        code.chars().filter(char::is_ascii_alphanumeric).map(|char| char.to_ascii_lowercase()).collect();
    secrets::digest(&plain)
}

/// Returns the index of the code in a set of digests. Compares every digest, each in constant time.
pub fn find(code: &str, digests: &[String]) -> Option<usize> {
    let digest = digest(code);
    let equal = |other: &String| bool::from(digest.as_bytes().ct_eq(other.as_bytes()));
    digests.iter().enumerate().fold(None, |found, (place, other)| if equal(other) { Some(place) } else { found })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn codes_are_well_formed_and_unique() {
        let codes: HashSet<String> = (0..100).flat_map(|_| generate()).collect();
        assert_eq!(codes.len(), 100 * COUNT);
        for code in &codes {
            let groups: Vec<_> = code.split('-').collect();
            assert!(groups.len() == GROUPS && groups.iter().all(|group| group.len() == GROUP_LEN), "{code}");
        }
    }

    #[test]
    fn a_code_is_found_in_every_common_spelling() {
        let codes = generate();
        let digests: Vec<_> = codes.iter().map(|code| digest(code)).collect();
        assert!(digests.iter().all(|digest| !codes.contains(digest)));
        for (place, code) in codes.iter().enumerate() {
            for typed in [code.clone(), code.replace('-', ""), code.to_uppercase().replace('-', " ")] {
                assert_eq!(find(&typed, &digests), Some(place), "{typed}");
            }
        }
        for bad in ["", "-", &codes[0][1..], &generate()[0]] {
            assert_eq!(find(bad, &digests), None, "{bad}");
        }
    }
}
