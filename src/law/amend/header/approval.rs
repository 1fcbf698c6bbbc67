//! Approvals with changes: "Se aprobă Ordonanța ..., cu următoarele modificări:".

use super::found::{Header, LONGEST};
use super::words::VERBS;
use crate::amend::act::{self, ActName};
use crate::amend::operation::Side;
use crate::amend::source::{HeaderText, sentence_end, unquoted};
use crate::amend::verb::{Verb, read_added};
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

/// Ordinances that an article approves together: "Se aprobă următoarele ordonanțe: - Ordonanța ...; - Ordonanța ...".
impl HeaderText<'_> {
    /// Where the list of approved ordinances begins, whose lead begins at `start`.
    pub fn lead_of_approvals(&self, start: usize) -> Option<usize> {
        const PLURALS: [&str; 3] = ["ordonante", "ordonantele", "ordonate"];
        let rest = self.slice(start, (start + LONGEST).min(self.lower.len()));
        if !rest.starts_with("se aproba ") {
            return None;
        }
        let end = sentence_end(rest);
        let mut first = rest.split([' ', ':', ',']).take(4);
        let is_list = rest[..end].trim_end().ends_with(':') && first.any(|word| PLURALS.contains(&word));
        is_list.then_some(start + end)
    }

    /// An approved ordinance of a list, with what it is approved with: changes that follow, or one of its own.
    /// Without changes, only the end of the sentence is of use.
    pub fn approved_item(&self, start: usize) -> Option<ApprovedItem> {
        let rest = self.slice(start, (start + LONGEST).min(self.lower.len()));
        if !rest.starts_with("ordonant") {
            return None;
        }
        let end = start + sentence_end(rest);
        let text = self.slice(start, end);
        let (range, act) = act::find(text, 0).filter(|(range, _)| range.start == 0)?;
        let title = text[range.end..].split("publicat").next().unwrap_or_default();
        let header =
            |verb| Header { act: Some(act.clone()), through: amended_acts(title), ..Header::of_verb(verb, end) };
        let with = CHANGES.iter().filter_map(|words| text.rfind(words)).max().filter(|at| *at >= range.end);
        let verb = match with {
            Some(at) if is_list_of_changes(&text[at..]) => Verb::Follow(Place::default()),
            Some(at) => self.own_change(start + at, end),
            // An ordinance of the list that is itself changed in words that no rule knows.
            None if VERBS.iter().any(|verb| unquoted(text, verb).is_some()) || text.ends_with(':') => {
                Verb::Unknown("the changes of the approved ordinance are not understood")
            }
            None if self.is_cut(end) => Verb::Unknown("the changes of the approved ordinance are not understood"),
            None => return Some(ApprovedItem::Unchanged(end)),
        };
        Some(ApprovedItem::Changed(header(verb)))
    }

    /// Whether changes follow before the next ordinance: a stray full stop ended the sentence.
    fn is_cut(&self, end: usize) -> bool {
        let rest = self.slice(end, (end + LONGEST).min(self.lower.len()));
        let of_item = &rest[..rest.find(" ordonant").unwrap_or(rest.len())];
        CHANGES.iter().any(|words| unquoted(of_item, words).is_some())
    }

    /// The change that an approval names itself: "cu completarea articolului 2 cu un nou alineat 2, care va avea
    /// următorul cuprins:".
    fn own_change(&self, at: usize, end: usize) -> Verb {
        const NOT_UNDERSTOOD: Verb = Verb::Unknown("the change of the approved ordinance is not understood");
        let text = self.slice(at, end);
        let Some(words) = [", cu completarea ", ", cu modificarea "].into_iter().find(|words| text.starts_with(words))
        else {
            return NOT_UNDERSTOOD;
        };
        let to = [" care va avea ", " care vor avea "].iter().filter_map(|words| text.find(words)).min();
        let Some(to) = to.filter(|_| text.trim_end().ends_with("cuprins:")) else { return NOT_UNDERSTOOD };
        let named = &text[words.len()..to];
        let (place, added) = match named.find(" cu ") {
            Some(with) => (words.len() + with, Some(words.len() + with + " cu ".len())),
            None => (words.len() + named.trim_end_matches([',', ' ']).len(), None),
        };
        let Some(mut places) = self.places(&[(at + words.len(), at + place)]) else { return NOT_UNDERSTOOD };
        if places.side.is_some() || places.places.is_empty() {
            return NOT_UNDERSTOOD;
        }
        match added {
            None if words.contains("modificarea") => Verb::Modify(places.places),
            Some(added) if words.contains("completarea") && places.places.len() == 1 => {
                match read_added(&mut self.words(at + added, at + to)) {
                    Some(added) => Verb::Insert { place: places.places.remove(0), side: Side::Within, added },
                    None => NOT_UNDERSTOOD,
                }
            }
            _ => NOT_UNDERSTOOD,
        }
    }
}

/// Words after which the changes of an approved ordinance stand.
const CHANGES: [&str; 8] = [
    ", cu urmatoarele modific",
    ", cu urmatoarele complet",
    ", cu urmatoarea modific",
    ", cu urmatoarea complet",
    ", cu completarea ",
    ", cu modificarea ",
    ", cu modificari",
    ", cu completari",
];

/// Whether the changes of an approved ordinance follow as operations.
fn is_list_of_changes(words: &str) -> bool {
    words.starts_with(", cu urmato") && words.trim_end().ends_with(':')
}

/// An ordinance in a list of approved ones.
#[derive(Debug)]
pub enum ApprovedItem {
    /// The end of its sentence.
    Unchanged(usize),
    Changed(Header),
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
