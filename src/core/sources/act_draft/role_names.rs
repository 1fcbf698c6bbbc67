//! Words by which the readers of an act are recognised; `roles.txt` lists them.

use std::sync::LazyLock;

use crate::domain::AudienceRole;

const TABLE: &str = include_str!("roles.txt");

/// The words of a role, as [`super::words::places`] takes them.
pub(super) type RoleWords = (AudienceRole, Vec<&'static str>);

/// The words of each role, in the order of the table.
pub(super) static ROLES: LazyLock<Vec<RoleWords>> = LazyLock::new(|| {
    let paragraphs = TABLE.split("\n\n").filter(|paragraph| !paragraph.starts_with('#'));
    paragraphs.filter_map(words_of_role).collect()
});

/// `None` for a paragraph without the name of a role, which a test would find.
fn words_of_role(paragraph: &'static str) -> Option<RoleWords> {
    let (name, words) = paragraph.split_once(':')?;
    let words = words.split([';', '\n']).map(str::trim).filter(|word| !word.is_empty());
    Some((name.trim().parse().ok()?, words.collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_role_has_words() {
        let named: Vec<_> = ROLES.iter().map(|(role, _)| *role).collect();
        assert_eq!(named, AudienceRole::ALL);
        assert!(ROLES.iter().all(|(_, words)| !words.is_empty()));
    }

    #[test]
    fn a_short_last_word_ends_where_its_word_ends() {
        // Legea nr. 189/2025: "conducătorului autorității" drives no car.
        let words = ROLES.iter().flat_map(|(_, words)| words.iter());
        let is_open = |word: &&&str| {
            word.rsplit_once(' ').is_some_and(|(_, last)| last.len() <= 4 && !last.ends_with(['|', '*']))
        };
        assert_eq!(words.filter(is_open).collect::<Vec<_>>(), Vec::<&&str>::new());
    }
}
