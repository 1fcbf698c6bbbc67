//! A change in a few words: the heading of a new article, the sentence that sets a figure, or its main clause.

use super::changes::ProvisionChange;
use super::clauses::{ends_with_bare_verb, first_part, shortened, whole_words};
use super::condense::condense;
use super::leaning::{leans, points_back, without_glued_heading};
use super::passages::NewParagraph;
use super::penalty::{OFFENCE, penalty};
use super::plain_sentence::{SHORTEST, lower_first, values};
use super::quotation::quotation;
use super::reading::{NEW_TEXT, names_operation, sentences, without_mark};
use super::restrictions::{announces, needs_all};
use super::subject::brief_to;
use super::verbs::verb;
use super::weight::weight;
use crate::domain::amendment::AmendmentKind;
use crate::domain::text;

/// Characters of the words that a definition defines.
const DEFINED: usize = 100;
/// Characters of the name of a provision.
const PLACE: usize = 130;
/// Bytes of " în anul 2025, " at most.
const YEAR: usize = 20;
/// The weight of a duty, a limit or a sanction.
const BINDS: u8 = 3;
/// The weight of a duty that names none of its readers: "participarea procurorului este obligatorie".
const DUTY_OF_NOBODY: u8 = 3;

/// A change in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ChangePhrase {
    pub(super) words: String,
    /// Whether nothing of its sentence is left out but references.
    pub(super) is_whole: bool,
    /// Whether it names only the provision.
    pub(super) is_place: bool,
    /// Whether its sentence says something, and has no room.
    pub(super) is_mild: bool,
    /// Whether it names a punishment without what it punishes.
    pub(super) is_bare: bool,
    /// Whether it names what is defined, which asks nothing.
    pub(super) is_definition: bool,
}

impl ChangePhrase {
    fn whole(words: impl Into<String>) -> Self {
        Self {
            words: words.into(),
            is_whole: true,
            is_place: false,
            is_mild: false,
            is_bare: false,
            is_definition: false,
        }
    }

    /// Whether what is said, or quoted, says little without another paragraph.
    pub(super) fn leans(&self) -> bool {
        let said = self.words.split_once('„').filter(|_| self.is_place).map_or(self.words.as_str(), |(_, said)| said);
        leans(said) || ends_with_bare_verb(&condense(said.trim_end_matches(['”', '…'])))
    }

    fn place(words: String) -> Self {
        Self { words, is_whole: false, is_place: true, is_mild: false, is_bare: false, is_definition: false }
    }
}

/// A change in at most `room` characters, with its first figure: what it punishes or defines, the heading of the new
/// article, the sentence that asks most of its readers, or else which provision changes with its first words.
pub(super) fn what(change: &ProvisionChange, passage: &NewParagraph, with_heading: bool, room: usize) -> ChangePhrase {
    let place = if passage.place.is_empty() { &change.place } else { &passage.place };
    let verb = match change.kind {
        AmendmentKind::Repeal => return ChangePhrase::place(format!("se abrogă {}", brief_to(&change.place, PLACE))),
        AmendmentKind::Insert if !place.is_empty() => "se adaugă",
        AmendmentKind::Modify if !place.is_empty() => "se schimbă",
        AmendmentKind::ReplaceWords | AmendmentKind::Prorogue | AmendmentKind::Renumber => {
            return ChangePhrase::whole(brief_to(format!("{} {}", change.place, change.after).trim(), room));
        }
        _ => return ChangePhrase::place(of_operation(&change.after, room)),
    };
    let names_place = || quoted(&format!("{verb} {}", brief_to(place, PLACE)), &passage.text, room);
    if names_operation(&passage.text) {
        return ChangePhrase::place(format!("{verb} {}", brief_to(place, PLACE)));
    }
    if let Some((punished, offence)) = penalty(&passage.text, &change.after) {
        let whole = offence.map(|offence| format!("{punished}, {offence}"));
        let bare = || ChangePhrase {
            is_bare: true,
            ..ChangePhrase::whole(format!("{punished} ({})", brief_to(place, OFFENCE)))
        };
        // Part of an offence is another offence.
        return whole.filter(|words| words.chars().count() <= room).map_or_else(bare, ChangePhrase::whole);
    }
    if let Some(defined) = defined(&passage.text).filter(|_| change.is_item) {
        let verb = if change.kind == AmendmentKind::Insert { "se definește" } else { "se schimbă definiția pentru" };
        let words = format!("{verb} „{defined}”");
        return ChangePhrase { is_definition: true, ..ChangePhrase::whole(words) };
    }
    // "Prin suport electronic se înțelege": what a word means asks nothing.
    if passage.text.contains(" se înțelege ") {
        let phrase = said(&passage.text, &format!("{verb} {}", brief_to(place, PLACE)), room);
        return ChangePhrase { is_definition: true, ..phrase };
    }
    // An amount says more than a heading, and so does a duty or a limit that has room.
    if let Some(heading) = change.heading.as_ref().filter(|_| with_heading && !sets_amount(&passage.text)) {
        let binding = said(&passage.text, place, room);
        let says_more = passage.weight() >= BINDS && binding.is_whole && !binding.leans();
        let headed = || ChangePhrase::whole(format!("{} ({})", lower_first(heading), change.place));
        return if says_more { binding } else { headed() };
    }
    // A letter without a figure says nothing without the words before its list.
    let begins_inside = change.is_item && without_mark(&passage.text).starts_with(char::is_lowercase);
    if begins_inside && values(&passage.text).is_empty() {
        return names_place();
    }
    said(&passage.text, &format!("{verb} {}", brief_to(place, PLACE)), room)
}

/// The new text of an operation that is not understood, or else its first words.
fn of_operation(operation: &str, room: usize) -> String {
    let new = operation.split_once(NEW_TEXT).map(|(_, new)| new.trim()).filter(|new| new.chars().count() > SHORTEST);
    new.map_or_else(
        || first_part(without_mark(operation), room),
        |new| format!("„{}”", quotation(new, room.saturating_sub(2))),
    )
}

/// What a text says in at most `room` characters, or else the provision with its first words.
pub(super) fn said(text: &str, place: &str, room: usize) -> ChangePhrase {
    let chosen = chosen_sentence(text);
    let brief = brief_sentence(&chosen);
    let sentence = lower_first(main_clause(&brief));
    let sentence = whole_words(&sentence);
    // A line of a table has no verb.
    let says_something = verb(sentence).is_some() || !values(sentence).is_empty();
    if sentence.chars().count() <= SHORTEST || !says_something {
        return quoted(place, text, room);
    }
    let lead = sentence.split_once(": a) ").map(|(lead, _)| lead).filter(|_| text.contains("; b) "));
    // One of several conditions is not the condition.
    let is_true = !announces(sentence) && !lead.is_some_and(needs_all);
    let mark = if lead.is_some() { "…" } else { "" };
    if is_true && sentence.chars().count() + mark.len().min(1) <= room {
        return ChangePhrase { is_whole: lead.is_none(), ..ChangePhrase::whole(format!("{sentence}{mark}")) };
    }
    let shortened = shortened(sentence, room).filter(|_| is_true);
    shortened.map_or_else(
        || ChangePhrase {
            is_mild: true,
            ..quoted_alone(place, if is_case(&chosen) { &chosen } else { sentence }, room)
        },
        |words| ChangePhrase { is_whole: false, ..ChangePhrase::whole(words) },
    )
}

/// Whether a text begins with a case, which a reference may define: "în cazul străinilor prevăzuți la art. 45".
fn is_case(text: &str) -> bool {
    ["în cazul ", "În cazul "].iter().any(|words| without_mark(text).starts_with(words))
}

/// The first words of a new text, without its provision where both have no room: what changes says more than where.
fn quoted_alone(place: &str, text: &str, room: usize) -> ChangePhrase {
    let with_place = quoted(place, text, room);
    if !with_place.words.contains('…') {
        return with_place;
    }
    ChangePhrase::place(format!("„{}”", quotation(&beginning(text), room.saturating_sub(2))))
}

/// A new text as a quotation begins it; a case keeps the reference that may define it.
fn beginning(text: &str) -> String {
    let text = without_mark(text);
    if is_case(text) { lower_first(&text.replace(" ,", ",")) } else { brief_sentence(text) }
}

/// A sentence without its references; "se depun" says nothing without the rule by which.
fn brief_sentence(text: &str) -> String {
    let brief = condense(text);
    if ends_with_bare_verb(brief.trim_end_matches('.')) { text.to_owned() } else { brief }
}

/// A provision with the first words of its new text.
fn quoted(place: &str, text: &str, room: usize) -> ChangePhrase {
    let begins = beginning(text);
    let left = room.saturating_sub(place.chars().count() + 5);
    let is_quotable = !begins.is_empty() && left > SHORTEST * 2;
    let words = if is_quotable { format!("{place}: „{}”", quotation(&begins, left)) } else { place.to_owned() };
    ChangePhrase::place(words)
}

/// Whether a text sets an amount of money.
pub(super) fn sets_amount(words: &str) -> bool {
    values(words).iter().any(|value| [" lei", " euro"].iter().any(|unit| value.contains(unit)))
}

/// What a definition defines: "infrastructura de transport - totalitatea construcțiilor".
fn defined(text: &str) -> Option<&str> {
    let (words, _) = without_mark(text).split_once(" - ").or_else(|| without_mark(text).split_once(" – "))?;
    let is_short = (SHORTEST / 3..=DEFINED).contains(&words.chars().count());
    (is_short && !words.contains([',', ';', ':', '.'])).then_some(words)
}

/// A sentence without the exception or the case with which it begins, if its main clause follows.
pub(super) fn main_clause(sentence: &str) -> &str {
    let folded = text::fold(sentence.get(..sentence.floor_char_boundary(30)).unwrap_or_default());
    let begins = ["prin exceptie", "prin derogare", "in sensul", "pentru aplicarea", "incepand cu data intrarii"];
    if !begins.iter().any(|words| folded.starts_with(words)) {
        return sentence;
    }
    // "…, cu modificările și completările ulterioare, …" belongs to the name of an act.
    let is_name = |rest: &str| {
        let goes_on = [
            "cu modific", "cu complet", "republicat", "aprobat", "precum", "pentru modific", "alin.", "art.", "de ",
            "din ", "și ", "sau ", "respectiv ", "inclusiv ", "ale ", "al ", "cu ",
        ];
        goes_on.iter().any(|word| rest.starts_with(word))
    };
    let rests = sentence.match_indices(", ").map(|(at, _)| &sentence[at + 2..]);
    // "în materie civilă, comercială și penală" goes on with its list.
    let is_list = |rest: &str| matches!(rest.split(' ').nth(1), Some("și" | "sau" | "ori"));
    let main = rests.map(str::trim_start).find(|rest| !is_name(rest) && !is_list(rest));
    let main = main.filter(|rest| rest.chars().count() > 25);
    // "…, în anul 2025, autoritățile organizează": the year stays.
    let year = |rest: &str| {
        let before = &sentence[..sentence.len() - rest.len()];
        before.rfind(" în anul ").filter(|at| before.len() - at < YEAR).map(|at| &sentence[at + 1..])
    };
    main.map_or(sentence, |rest| year(rest).unwrap_or(rest))
}

/// The sentence of a text that asks most of its readers, or else the one with its first figure; a letter with the words
/// that lead to its list.
fn chosen_sentence(words: &str) -> String {
    let mut parts: Vec<&str> = sentences(words).into_iter().flat_map(|sentence| sentence.split("; ")).collect();
    parts.retain(|sentence| sentence.chars().count() > SHORTEST);
    let asks =
        |sentence: &str| weight(sentence).saturating_sub(if points_back(without_mark(sentence)) { 2 } else { 0 });
    let score = |sentence: &str| (asks(sentence), !values(sentence).is_empty());
    let most = parts.iter().map(|sentence| score(sentence)).max();
    let found = parts.iter().position(|sentence| Some(score(sentence)) == most).unwrap_or_default();
    // A short sentence after the first one says little without it.
    let first = parts.first().map(|sentence| score(sentence));
    let is_short = parts.get(found).is_some_and(|sentence| sentence.chars().count() < 60);
    let binds = |most: u8, first: u8| most > first + 1 && most > DUTY_OF_NOBODY;
    let asks_more = most.zip(first).is_some_and(|(most, first)| binds(most.0, first.0) || most.1 && !first.1);
    let found = if is_short && !asks_more { 0 } else { found };
    let sentence = parts.get(found).copied().unwrap_or_default();
    let is_letter = sentence.starts_with(|c: char| c.is_ascii_lowercase()) && without_mark(sentence) != sentence;
    let lead = parts[..found].iter().rev().find_map(|earlier| earlier.split_once(": a) ")).filter(|_| is_letter);
    let lead = lead.map(|(lead, _)| format!("{}: ", without_mark(lead))).unwrap_or_default();
    let words = without_glued_heading(without_mark(sentence)).trim_end_matches(['.', ';', ':', ',']);
    format!("{lead}{words}")
}

#[cfg(test)]
mod tests;
