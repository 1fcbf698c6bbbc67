//! Approvals with changes: "Se aprobă Ordonanța ..., cu următoarele modificări:".

use super::found::Header;
use crate::amend::act::{self, ActName};
use crate::amend::source::HeaderText;
use crate::amend::verb::Verb;
use crate::form::clause::Place;

impl HeaderText<'_> {
    /// An approval whose subject is the ordinance: "Ordonanța Guvernului nr. 5/2025 ... se aprobă cu ... modificări:".
    pub(super) fn approval_of_subject(&self, start: usize, end: usize) -> Option<Header> {
        let text = self.slice(start, end);
        let is_approved = text.starts_with("ordonanta") && text.contains(" se aproba");
        is_approved.then(|| self.approval(start, end)).flatten()
    }

    /// An approval with changes: "Se aprobă Ordonanța ..., cu următoarele modificări:".
    pub(super) fn approval(&self, start: usize, end: usize) -> Option<Header> {
        let text = self.slice(start, end);
        let with_changes = text.ends_with(':') && (text.contains("cu urmato") || text.contains("dupa cum urmeaza"));
        let (range, name) = act::find(text, 0).filter(|_| with_changes)?;
        let through = amended_acts(text[range.end..].split("publicat").next().unwrap_or_default());
        Some(Header { act: Some(name), in_annex: false, through, verb: Verb::Follow(Place::default()), end })
    }
}

/// The acts that an ordinance amends, by its title: "pentru modificarea și completarea Legii nr. ...".
fn amended_acts(title: &str) -> Vec<ActName> {
    const WORDS: &[&str] = &["pentru modificarea", "pentru completarea", "si modificarea", "si completarea"];
    let Some(start) = WORDS.iter().filter_map(|word| title.find(word)).min() else { return Vec::new() };
    let mut acts = Vec::new();
    let mut at = start;
    while let Some((range, name)) = act::find(title, at) {
        at = range.end;
        if !acts.contains(&name) {
            acts.push(name);
        }
    }
    acts
}
