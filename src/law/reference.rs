//! Whose entry into force or publication a text means: that of the act itself, or of something else.

use serde::Serialize;

use super::act_kind::ActKind;
use super::cursor::Cursor;

/// The act, or the other thing, that enters into force or is published.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ActReference {
    /// "prezenta lege"; without a kind, "prezentul act normativ".
    Present(Option<ActKind>),
    /// The words stop before a name.
    #[default]
    Unnamed,
    /// Another act, or no act at all: "publicarea anunțului".
    Other,
}

impl ActReference {
    /// Whether the words name an act of this kind as the present one; `kind` is the name of an [`ActKind`].
    pub fn is_present(self, kind: &str) -> bool {
        let Self::Present(named) = self else { return false };
        named.is_none_or(|named| match named {
            ActKind::Ordinance => kind == named.name() || kind == ActKind::EmergencyOrdinance.name(),
            ActKind::GovernmentDecision => kind == named.name() || kind == ActKind::Resolution.name(),
            _ => kind == named.name(),
        })
    }

    /// As [`ActReference::is_present`], where the sentence is about the present act already.
    pub fn can_be_present(self, kind: &str) -> bool {
        self == Self::Unnamed || self.is_present(kind)
    }

    pub(super) fn is_unnamed(&self) -> bool {
        *self == Self::Unnamed
    }
}

/// The words after "prezenta", with the kind of act that each means.
const NOUNS: [(&str, Option<ActKind>); 36] = [
    ("lege", Some(ActKind::Law)),
    ("legi", Some(ActKind::Law)),
    ("cod", Some(ActKind::Law)),
    ("codului", Some(ActKind::Law)),
    ("ordonanta de urgenta", Some(ActKind::EmergencyOrdinance)),
    ("ordonante de urgenta", Some(ActKind::EmergencyOrdinance)),
    ("ordonanta", Some(ActKind::Ordinance)),
    ("ordonante", Some(ActKind::Ordinance)),
    ("hotarare", Some(ActKind::GovernmentDecision)),
    ("hotarari", Some(ActKind::GovernmentDecision)),
    ("hotarire", Some(ActKind::GovernmentDecision)),
    ("hotariri", Some(ActKind::GovernmentDecision)),
    ("ordin", Some(ActKind::Order)),
    ("ordinului", Some(ActKind::Order)),
    ("decizie", Some(ActKind::Decision)),
    ("decizii", Some(ActKind::Decision)),
    ("decret", Some(ActKind::Decree)),
    ("decret-lege", Some(ActKind::DecreeLaw)),
    ("norme", Some(ActKind::Norms)),
    ("norma", Some(ActKind::Norms)),
    ("norme metodologice", Some(ActKind::Norms)),
    ("metodologie", Some(ActKind::Methodology)),
    ("metodologii", Some(ActKind::Methodology)),
    ("regulament", Some(ActKind::Regulation)),
    ("regulamentului", Some(ActKind::Regulation)),
    ("procedura", Some(ActKind::Procedure)),
    ("proceduri", Some(ActKind::Procedure)),
    ("instructiuni", Some(ActKind::Instructions)),
    ("instructiunilor", Some(ActKind::Instructions)),
    ("ghid", Some(ActKind::Guide)),
    ("statut", Some(ActKind::Statute)),
    ("circulara", Some(ActKind::Circular)),
    ("act normativ", None),
    ("actului normativ", None),
    ("act", None),
    ("actului", None),
];

/// Reads the name of the present act: `prezentei legi`. Other present things, such as a treaty, are not the act.
pub(super) fn read_present(cursor: &mut Cursor<'_>) -> Option<ActReference> {
    cursor.attempt(|cursor| {
        let present = cursor.word(&["prezenta", "prezentul", "prezentei", "prezentului", "prezentele", "prezentelor"]);
        if !present {
            return None;
        }
        cursor.spaces();
        // The longest noun: "ordonanta de urgenta" is no "ordonanta".
        let longest =
            NOUNS.into_iter().filter(|(noun, _)| cursor.clone().word(&[noun])).max_by_key(|(noun, _)| noun.len());
        Some(match longest {
            Some((noun, kind)) => {
                cursor.word(&[noun]);
                ActReference::Present(kind)
            }
            None => ActReference::Other,
        })
    })
}

/// Reads the words after "intrării în vigoare": `a prezentei legi`.
pub(super) fn read_owner(cursor: &mut Cursor<'_>) -> ActReference {
    let read = cursor.attempt(|cursor| {
        cursor.spaces();
        let comma = cursor.byte(b',');
        cursor.spaces();
        let owned = cursor.word(&["a", "al", "ale", "ai"]);
        cursor.spaces();
        // "a prevederilor prezentei legi"
        let provisions = owned.then(|| {
            cursor.attempt(|cursor| {
                cursor.word(&["prevederilor", "dispozitiilor"]).then_some(())?;
                cursor.spaces();
                read_present(cursor)
            })
        });
        if let Some(present) = provisions.flatten() {
            return Some(present);
        }
        if let Some(present) = read_present(cursor).filter(|_| owned || !comma) {
            return Some(present);
        }
        let is_pronoun = owned && cursor.word(&["acesteia", "acestuia", "acestora", "sale"]);
        if is_pronoun {
            return Some(ActReference::Unnamed);
        }
        owned.then_some(ActReference::Other)
    });
    read.unwrap_or_default()
}

/// Reads the words after "publicării": `în Monitorul Oficial al României, Partea I, a prezentei legi`.
pub(super) fn read_published(cursor: &mut Cursor<'_>) -> ActReference {
    let named = cursor.attempt(|cursor| {
        cursor.spaces();
        cursor
            .word(&["acesteia", "acestuia", "acestora", "sa", "sale", "ei", "lui", "lor"])
            .then_some(ActReference::Unnamed)
            .or_else(|| read_present(cursor))
    });
    let in_gazette = read_gazette_name(cursor);
    if let Some(named) = named {
        return named;
    }
    let owner = read_owner(cursor);
    if !owner.is_unnamed() || in_gazette {
        return owner;
    }
    // "publicarea anunțului": a noun follows at once.
    let mut next = *cursor;
    next.spaces();
    let is_word = next.peek().is_some_and(|byte| byte.is_ascii_alphanumeric());
    let goes_on = ["si", "sau", "ori", "dar", "se", "cu", "precum"];
    if is_word && !next.word(&goes_on) { ActReference::Other } else { ActReference::Unnamed }
}

/// Reads `în Monitorul Oficial al României, Partea I`.
fn read_gazette_name(cursor: &mut Cursor<'_>) -> bool {
    let read = cursor.attempt(|cursor| {
        cursor.spaces();
        cursor.word(&["in", "in cuprinsul"]);
        cursor.spaces();
        if !cursor.word(&["Monitorul Oficial", "M.Of", "M. Of"]) {
            return None;
        }
        cursor.byte(b'.');
        cursor.attempt(|cursor| {
            cursor.spaces();
            cursor.word(&["al Romaniei"]).then_some(())
        });
        cursor.attempt(|cursor| {
            cursor.byte(b',');
            cursor.spaces();
            cursor.word(&["Partea I", "Partea a I-a", "Partea intai"]).then_some(())
        });
        Some(())
    });
    read.is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::normalise::SearchCopy;

    #[test]
    fn the_act_of_a_publication_is_the_one_that_the_words_name() {
        let law = ActReference::Present(Some(ActKind::Law));
        for (text, expected) in [
            (" prezentei legi", law),
            (" în Monitorul Oficial al României, Partea I, a prezentei legi", law),
            (" prezentului act normativ în Monitorul Oficial", ActReference::Present(None)),
            (" în Monitorul Oficial al României, Partea I.", ActReference::Unnamed),
            (" acesteia în Monitorul Oficial", ActReference::Unnamed),
            (" sa în Monitorul Oficial", ActReference::Unnamed),
            ("", ActReference::Unnamed),
            (" anunțului de vânzare", ActReference::Other),
            (" în Monitorul Oficial al României, Partea I, a deciziei președintelui", ActReference::Other),
            (" pe site-ul instituției", ActReference::Other),
            (" prezentului acord", ActReference::Other),
        ] {
            let copy = SearchCopy::new(text);
            assert_eq!(read_published(&mut Cursor::new(copy.text(), 0)), expected, "{text}");
        }
    }

    #[test]
    fn an_entry_into_force_is_that_of_the_act_that_the_words_name() {
        for (text, expected) in [
            (" a prezentei ordonanțe de urgență", ActReference::Present(Some(ActKind::EmergencyOrdinance))),
            (", a prezentelor norme metodologice", ActReference::Present(Some(ActKind::Norms))),
            (", Guvernul adoptă", ActReference::Unnamed),
            (" a acesteia", ActReference::Unnamed),
            (" a prevederilor prezentei legi", ActReference::Present(Some(ActKind::Law))),
            (" a prevederilor art. 5 din prezenta lege", ActReference::Other),
            (" a convenției", ActReference::Other),
            (" a Legii nr. 31/1990", ActReference::Other),
            (" a prezentului articol", ActReference::Other),
        ] {
            let copy = SearchCopy::new(text);
            assert_eq!(read_owner(&mut Cursor::new(copy.text(), 0)), expected, "{text}");
        }
    }

    #[test]
    fn the_present_act_is_one_of_its_kind() {
        let ordinance = ActReference::Present(Some(ActKind::Ordinance));
        assert!(ordinance.is_present("OUG") && ordinance.is_present("OG") && !ordinance.is_present("LEGE"));
        assert!(ActReference::Present(None).is_present("HG"));
        assert!(!ActReference::Unnamed.is_present("LEGE") && ActReference::Unnamed.can_be_present("LEGE"));
    }
}
