//! Reading the header of an operation: "La articolul 7, litera f^1) se abrogă."

mod approval;
mod approving;
mod citation;
mod found;
mod lead;
mod repeal;
mod words;

use crate::amend::act;
use crate::amend::source::{HeaderText, sentence_end, unquoted};
use crate::amend::verb::Verb;
use crate::form::clause::{ClauseKind, Place};
use citation::{is_annex_of_annex, names_more};
use found::LONGEST;
use lead::lead_end;
use words::VERBS;

pub use approval::ApprovedItem;
pub use found::Header;
pub use words::BEGINNINGS;

impl HeaderText<'_> {
    /// Reads the header that begins at `start`; `None` if there is no operation.
    pub fn header(&self, start: usize) -> Option<Header> {
        let rest = self.slice(start, (start + LONGEST).min(self.lower.len()));
        if !BEGINNINGS.iter().any(|word| rest.starts_with(word)) {
            return None;
        }
        let end = start + sentence_end(rest);
        if rest.starts_with("se aproba") {
            return self.approval(start, end);
        }
        if let Some(approval) = self.approval_of_subject(start, end) {
            return Some(approval);
        }
        let verb = VERBS.iter().filter_map(|verb| unquoted(self.slice(start, end), verb)).min()? + start;
        let after = self.slice(verb, end);
        if let Some(at) = lead_end(after) {
            let lead = self.lead(start, verb, verb + at);
            return Some(self.new_text_after(&lead).unwrap_or(lead));
        }
        let (text_end, has_content) = new_text_start(verb, after, end);
        if has_content && let Some(lead) = self.lead_to_list(start, verb, text_end) {
            return Some(lead);
        }
        if after.starts_with("se abroga ")
            && let Some(repeal) =
                self.repeal_of(verb + "se abroga".len(), end).or_else(|| self.repeal_of_act(verb, end))
        {
            return Some(repeal);
        }
        if let Some(prorogation) = self.prorogation(start, verb, end) {
            return Some(prorogation);
        }
        let start = self.after_date(start, verb);
        let group = start;
        let start = if after.starts_with("se abroga") { self.articles_of_group(start, verb) } else { start };
        let group = self.group_before(group, start);
        if start == verb
            && act::find(after, 0).is_none()
            && let Some(verb) = self.place_after_verb(verb, after, has_content)
        {
            return Some(Header::of_verb(verb, text_end));
        }
        let (ranges, act, in_annex) = self.without_citation(start, verb);
        let has_more_places = ranges.len() == 1 && names_more(self.slice(ranges[0].1, verb));
        let verb = if is_annex_of_annex(self.slice(start, verb)) {
            Verb::Unknown("an annex of what the act approves")
        } else if has_more_places {
            Verb::Unknown("a part of the place is not understood")
        } else {
            match (self.verb(&ranges, verb, text_end, has_content), group) {
                (Verb::Repeal(places), Some(group)) => Verb::Repeal([vec![group], places].concat()),
                (verb, _) => verb,
            }
        };
        let names_own = act.is_some()
            && self.places(&ranges[..1]).is_some_and(|all| !all.places.is_empty() && all.places.iter().all(is_of_both));
        let verb = if names_own { verb.within_amended() } else { verb };
        Some(Header { act, in_annex, through: Vec::new(), verb, end: text_end })
    }

    /// A prorogation whose place follows the verb: "Se prorogă până la 1 ianuarie 2028 termenul prevăzut la art. 8".
    fn prorogation(&self, start: usize, verb: usize, end: usize) -> Option<Header> {
        const TERMS: [&str; 2] = [" termenul prevazut la ", " termenele prevazute la "];
        let after = self.slice(verb, end);
        let begins = start == verb && ["se proroga ", "se prelung"].iter().any(|words| after.starts_with(words));
        let at = TERMS.iter().filter_map(|words| after.find(words)).min().filter(|_| begins)?;
        let until = after[..at].find("pana la")?;
        let until = self.copy.original(verb + until..verb + at).trim_end_matches([',', ' ']).to_owned();
        let from = verb + at + after[at..].find(" la ")? + " la ".len();
        let to = verb + after.trim_end_matches(['.', ';', ' ', '\n']).len();
        let (ranges, act, in_annex) = self.without_citation(from, to);
        let places = self.places(&ranges[..1]).filter(|places| ranges.len() == 1 && !places.places.is_empty());
        let verb = places.map_or(Verb::Unknown("the place is not understood"), |places| Verb::Prorogue {
            places: places.places,
            until,
        });
        Some(Header { act, in_annex, ..Header::of_verb(verb, end) })
    }

    /// The change of a header whose place follows the verb: "Se abrogă articolul 4.", "Se modifică articolul 4, care va
    /// avea următorul cuprins:".
    fn place_after_verb(&self, verb: usize, after: &str, has_content: bool) -> Option<Verb> {
        let (words, to) = match ["se abroga ", "se elimina "].into_iter().find(|words| after.starts_with(words)) {
            Some(words) => (words, after.trim_end_matches(['.', ';', ' ', '\n']).len()),
            None => {
                let ends = [", care va avea", ", care vor avea", " care va avea", " si va avea", " si vor avea"];
                let to = ends.iter().filter_map(|words| after.find(words)).min()?;
                ("se modifica ", to)
            }
        };
        let is_repeal = words != "se modifica ";
        if !after.starts_with(words) || is_repeal == has_content || to < words.len() {
            return None;
        }
        let places = self.places(&[(verb + words.len(), verb + to)])?;
        let is_named = places.side.is_none() && !places.places.is_empty();
        is_named.then_some(if is_repeal { Verb::Repeal(places.places) } else { Verb::Modify(places.places) })
    }
}

/// Whether a place has the article of an ordinance and that of the act that it amends: "La articolul I, alineatul (2) al
/// articolului 201 din Legea nr. 1/2011".
fn is_of_both(place: &Place) -> bool {
    let is_article = |at: usize| place.steps.get(at).is_some_and(|step| step.kind == ClauseKind::Article);
    is_article(0) && is_article(1)
}

/// Where the new text begins after a verb, and whether there is any.
fn new_text_start(verb: usize, after: &str, end: usize) -> (usize, bool) {
    match after.find("cuprins").map(|at| (at, after[at..].find(':'))) {
        Some((at, Some(colon))) => (verb + at + colon + 1, true),
        // The colon may be a full stop by mistake.
        _ if after.trim_end().ends_with("urmatorul cuprins.") => (end, true),
        _ => match after.find("urmatoarea redactare:").or_else(|| after.find("urmatoarele cuvinte:")) {
            Some(at) => (verb + at + after[at..].find(':').unwrap_or(0) + 1, true),
            None => (end, after.ends_with(':')),
        },
    }
}
