//! Pairs the entries of the summary with the headings in the body. An act that cannot be separated from its neighbours
//! for certain is reported.

use std::collections::HashMap;
use std::ops::Range;

use super::heads::ActHead;
use super::letters::squeezed;
use super::print::PrintLine;
use super::summary::SummaryEntry;
use crate::domain::text::shorten;

/// Characters of an entry in a message.
const SHOWN_CHARS: usize = 120;

/// The lines of one act.
#[derive(Debug)]
pub(super) struct ActLines<'a> {
    pub(super) entry: &'a SummaryEntry,
    /// Section, issuers and kind.
    pub(super) block: Range<usize>,
    pub(super) title: Range<usize>,
    pub(super) body: Range<usize>,
}

/// A heading that has a title of the summary.
struct Titled {
    head: usize,
    /// The line after the title.
    end: usize,
}

/// Pairs each entry with its lines, in the order of the summary, or with the reason why it has none.
pub(super) fn pair<'a>(
    lines: &[PrintLine],
    entries: &'a [SummaryEntry],
    heads: &[ActHead],
) -> Vec<Result<ActLines<'a>, String>> {
    let places = places(lines, entries, heads);
    let mut starts: Vec<usize> = places.iter().flatten().map(|place| heads[place.head].block).collect();
    starts.sort_unstable();
    let unpaired: Vec<usize> = (0..entries.len()).filter(|entry| places[*entry].is_none()).collect();
    let part = |(place, entry): (usize, &'a SummaryEntry)| {
        let Some(Titled { head, end }) = &places[place] else {
            return Err(refusal(entry, "its heading was not found, or was found several times"));
        };
        if unpaired.contains(&(place + 1)) {
            return Err(refusal(entry, "the act after it was not found, so that its end is not known"));
        }
        let head = &heads[*head];
        let next = starts.iter().find(|start| **start > head.block).copied().unwrap_or(lines.len());
        let block = head.block..head.kind_line + 1;
        Ok(ActLines { entry, block, title: head.title..*end, body: *end..next })
    };
    entries.iter().enumerate().map(part).collect()
}

/// The heading of each entry. Acts of one kind with the same title, such as appointments, are paired in order.
fn places(lines: &[PrintLine], entries: &[SummaryEntry], heads: &[ActHead]) -> Vec<Option<Titled>> {
    let mut groups: HashMap<(&str, &str), Vec<usize>> = HashMap::new();
    for (place, entry) in entries.iter().enumerate() {
        let (Some(kind), Some(longest)) = (entry.kind, entry.titles.first()) else { continue };
        groups.entry((kind.name, longest)).or_default().push(place);
    }
    let mut candidates: HashMap<(&str, &str), Vec<Titled>> = HashMap::new();
    for (place, head) in heads.iter().enumerate() {
        let matching = groups.iter().filter_map(|(key, group)| {
            let titles = &entries[group[0]].titles;
            let (length, end) = (key.0 == head.kind.name).then(|| title_end(lines, head, titles)).flatten()?;
            Some((length, *key, end))
        });
        if let Some((_, key, end)) = matching.max_by_key(|(length, key, _)| (*length, *key)) {
            candidates.entry(key).or_default().push(Titled { head: place, end });
        }
    }
    let mut places: Vec<Option<Titled>> = entries.iter().map(|_| None).collect();
    for (key, group) in groups {
        let found = candidates.remove(&key).unwrap_or_default();
        if found.len() == group.len() {
            group.into_iter().zip(found).for_each(|(entry, titled)| places[entry] = Some(titled));
        }
    }
    places
}

/// The length of the longest of the titles that the lines below a heading begin with, and the line after it.
fn title_end(lines: &[PrintLine], head: &ActHead, titles: &[String]) -> Option<(usize, usize)> {
    let most = titles.iter().map(String::len).max()?;
    let (mut words, mut ends) = (String::new(), Vec::new());
    for line in &lines[head.title..] {
        words.push_str(&squeezed(&line.text));
        ends.push(words.len());
        if words.len() >= most {
            break;
        }
    }
    let title = titles.iter().find(|title| words.starts_with(title.as_str()))?;
    let last = ends.iter().position(|end| *end >= title.len())?;
    Some((title.len(), head.title + last + 1))
}

/// The message about an act that is left out.
pub(super) fn refusal(entry: &SummaryEntry, why: &str) -> String {
    let number = entry.number.as_ref().map(|number| format!("{number}: ")).unwrap_or_default();
    format!(
        "{number}{:?} cannot be separated: {why}; take it from Portal Legislativ",
        shorten(&entry.text, SHOWN_CHARS)
    )
}
