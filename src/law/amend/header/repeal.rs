//! Repeals: of provisions that the verb follows or precedes, of groups with their articles, and of whole acts.

use super::found::{Header, LONGEST};
use crate::amend::act;
use crate::amend::source::{HeaderText, sentence_end};
use crate::amend::verb::Verb;
use crate::form::clause::{ClauseKind, Place};

impl HeaderText<'_> {
    /// Where the articles of a repealed group are named: "Capitolul III, cuprinzând articolele 23-31, se abrogă".
    pub(super) fn articles_of_group(&self, start: usize, verb: usize) -> usize {
        let text = self.slice(start, verb);
        let is_group = text.contains("capitol") || text.contains("sectiun") || text.starts_with("titlul");
        let listed = ["cuprinzand art", "alcatuit din art", "alcatuita din art"];
        let found = listed.iter().filter_map(|words| text.find(words).map(|at| at + words.len() - "art".len())).min();
        let only_one = text.matches("cuprinzand").count() <= 1;
        found.filter(|_| is_group && only_one).map_or(start, |at| start + at)
    }

    /// The group whose articles are named from `articles` on.
    pub(super) fn group_before(&self, start: usize, articles: usize) -> Option<Place> {
        let end = ["cuprinzand", "alcatuit"].iter().filter_map(|word| self.slice(start, articles).find(word)).min()?;
        let mut named = self.places(&[(start, start + end)])?.places;
        named.pop().filter(|place| named.is_empty() && place.kind().is_some_and(ClauseKind::is_group))
    }

    /// A repeal whose place follows the verb: "se abrogă art. 173 și 174 din Legea nr. 95/2006".
    pub(super) fn repeal_of(&self, start: usize, end: usize) -> Option<Header> {
        let (range, _) = act::find(self.slice(start, end), 0)?;
        let tail = start + range.end;
        let mut at = 0;
        while let Some((other, _)) = act::find(self.slice(tail, end), at) {
            // Another act may only be the one that approved the first.
            self.slice(tail, tail + other.start).trim_end().ends_with("prin").then_some(())?;
            at = other.end;
        }
        let (ranges, act, in_annex) = self.without_citation(start, end);
        let places = self.places(&ranges[..1]).filter(|places| ranges.len() == 1 && places.side.is_none())?;
        (!places.places.is_empty()).then_some(Header {
            act,
            in_annex,
            through: Vec::new(),
            verb: Verb::Repeal(places.places),
            end,
        })
    }

    /// The repeal of a whole act: "se abrogă Legea nr. 257/2001 privind ...".
    pub(super) fn repeal_of_act(&self, verb: usize, end: usize) -> Option<Header> {
        let after = self.slice(verb + "se abroga ".len(), end);
        let (range, act) = act::find(after, 0).filter(|(range, _)| range.start == 0)?;
        let is_whole = act::find(after, range.end).is_none();
        let header = Header::of_verb(Verb::Unknown("the repeal of a whole act"), end);
        is_whole.then_some(Header { act: Some(act), ..header })
    }

    /// The end of a lead such as "La data intrării în vigoare a prezentei legi se abrogă:".
    pub fn lead_of_repeals(&self, start: usize) -> Option<usize> {
        let rest = self.slice(start, (start + LONGEST).min(self.lower.len()));
        let end = sentence_end(rest);
        let lead = rest[..end].trim_end().strip_suffix(':')?;
        let is_lead = lead.ends_with("se abroga") && act::find(lead, 0).is_none();
        // "La articolul 7, alineatul (4) se abrogă:" is the repeal itself.
        let before = (start, start + lead.len().saturating_sub("se abroga".len()));
        let is_repeal = self.places(&[before]).is_some_and(|places| !places.places.is_empty());
        (is_lead && !is_repeal).then_some(start + end)
    }

    /// An item of a list of repealed acts and provisions: "b) articolul 4 din Legea nr. 50/2000;".
    pub fn repealed_item(&self, start: usize) -> Header {
        let rest = &self.lower[start..];
        let end = start + sentence_end(rest);
        let to = start + self.slice(start, end).trim_end_matches(['.', ';', ',', ' ', '\n']).len();
        let (ranges, act, in_annex) = self.without_citation(start, to);
        let places = self.places(&ranges[..1]).filter(|places| places.side.is_none() && !places.places.is_empty());
        let verb = places.map_or(Verb::Unknown("the repeal of a whole act"), |places| Verb::Repeal(places.places));
        Header { act, in_annex, ..Header::of_verb(verb, end) }
    }
}
