//! Headers after which operations follow: "Legea nr. 31/1990 ... se modifică după cum urmează:".

use super::citation::is_annex_of_annex;
use super::found::{Header, LONGEST};
use super::words::{BEGINNINGS, VERBS};
use crate::amend::place::Places;
use crate::amend::source::{HeaderText, sentence_end, unquoted};
use crate::amend::verb::Verb;
use crate::form::clause::{ClauseKind, Place};
use crate::form::mark::{self, UnitMark};

impl HeaderText<'_> {
    /// A header after which operations follow: "Legea nr. 31/1990 ... se modifică după cum urmează:".
    pub(super) fn lead(&self, start: usize, verb: usize, end: usize) -> Header {
        let (ranges, act, in_annex) = self.without_citation(start, verb);
        let places = self.places(&ranges);
        let verb = match places {
            _ if is_annex_of_annex(self.slice(start, verb)) => Verb::Unknown("an annex of what the act approves"),
            // Operations within a place that is not understood would reach another one.
            None if act.is_none() => Verb::Unknown("the place is not understood"),
            Some(Places { places, .. }) if act.is_none() && places.len() > 1 => {
                Verb::Unknown("the new text is for several places")
            }
            Some(Places { places, .. }) if places.len() == 1 => {
                Verb::Follow(places.into_iter().next().unwrap_or_default())
            }
            _ => Verb::Follow(Place::default()),
        };
        Header { act, in_annex, through: Vec::new(), verb, end }
    }

    /// A lead that promises a new text, and after which a list of operations stands: "Legea nr. 15/2003 ... se modifică
    /// și va avea următorul cuprins: 1. La articolul 3, ...".
    pub(super) fn lead_to_list(&self, start: usize, verb: usize, end: usize) -> Option<Header> {
        let list = self.lower[end..].trim_start().strip_prefix("1. ")?;
        let first = &list[..sentence_end(&list[..list.len().min(LONGEST)])];
        let begins = BEGINNINGS.iter().any(|word| first.starts_with(word));
        let is_operation = begins && VERBS.iter().any(|verb| unquoted(first, verb).is_some());
        let modifies = ["se modific", "se complet"].iter().any(|words| self.slice(verb, end).starts_with(words));
        let lead = (is_operation && modifies).then(|| self.lead(start, verb, end)).filter(|lead| lead.act.is_some())?;
        let is_whole = match &lead.verb {
            Verb::Follow(place) => place.kind().is_none_or(|kind| kind == ClauseKind::Article),
            _ => false,
        };
        is_whole.then_some(lead)
    }

    /// The header whose new text follows its lead: "alineatul (2) se modifică astfel: „(2) Nou.”".
    pub(super) fn new_text_after(&self, lead: &Header) -> Option<Header> {
        let Verb::Follow(place) = &lead.verb else { return None };
        let last = place.last()?;
        let text = self.lower[lead.end..].trim_start();
        let marked =
            mark::read(text).is_some_and(|mark| (mark.kind, mark.label.as_ref()) == (last.kind, last.label.as_ref()));
        let quoted = text.strip_prefix('"').map(str::trim_start);
        // "Articolul 4 se completează astfel: „(2) Nou.”" adds to the article, and the header does not say where.
        let adds = quoted.and_then(mark::read).is_some_and(|mark| adds_part(last.kind, &mark));
        let verb =
            if adds { Verb::Unknown("the new text is a part of the place") } else { Verb::Modify(vec![place.clone()]) };
        (quoted.is_some() || marked).then(|| Header { verb, ..lead.clone() })
    }
}

/// Whether a new text that begins with a mark is only a part of a unit of this kind.
fn adds_part(kind: ClauseKind, mark: &UnitMark) -> bool {
    let is_within = mark.kind > kind && kind >= ClauseKind::Article;
    is_within && !mark.is_first()
}

/// Where a lead ends and its operations begin.
pub fn lead_end(after: &str) -> Option<usize> {
    const LEADS: &[&str] = &[
        "dupa cum urmeaza:",
        "dupa cum urmeaza :",
        "cum urmeaza:",
        "dupa urmeaza:",
        "astfel:",
        "in felul urmator:",
        "in modul urmator:",
        "urmatoarele modificari:",
        "urmatoarele completari:",
    ];
    let named = LEADS.iter().filter_map(|lead| after.find(lead).map(|at| at + lead.len())).min();
    named.or_else(|| {
        // "se modifică și se completează:", and a full stop in place of the colon.
        let lead = after.trim_end();
        let bare = lead.strip_suffix(':').is_some_and(|words| {
            words.split(' ').all(|word| matches!(word, "" | "se" | "modifica" | "completeaza" | "si"))
        });
        let is_lead = bare || lead.ends_with("dupa cum urmeaza.") || lead.ends_with("cum urmeaza.");
        is_lead.then_some(lead.len())
    })
}
