//! A change in a few words: the heading of a new article, the sentence that sets a figure, or its main clause.

use super::changes::ProvisionChange;
use super::clauses::{first_part, shortened, whole_words};
use super::condense::condense;
use super::passages::NewParagraph;
use super::quotation::quotation;
use super::reading::{sentences, without_mark};
use super::restrictions::{announces, has_condition, needs_all, restricts};
use super::subject::brief_to;
use super::verbs::verb;
use super::weight::weight;
use crate::domain::amendment::AmendmentKind;
use crate::domain::text;
use paragraf_law::MentionValue;

/// Characters of an offence.
const OFFENCE: usize = 140;
/// Characters of what is no sentence.
const SHORTEST: usize = 12;
/// Characters of the words that a definition defines.
const DEFINED: usize = 100;
/// Characters of the name of a provision.
const PLACE: usize = 130;
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

    fn place(words: String) -> Self {
        Self { words, is_whole: false, is_place: true, is_mild: false, is_bare: false, is_definition: false }
    }
}

/// The amounts and percentages in a text, as written.
pub(super) fn values(words: &str) -> Vec<String> {
    let figures = paragraf_law::read_text(words).into_iter();
    figures.filter(|mention| matches!(mention.value, MentionValue::Figure(_))).map(|mention| mention.text).collect()
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
        _ => return ChangePhrase::place(first_part(without_mark(&change.after), room)),
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
    // An amount says more than a heading.
    if let Some(heading) = change.heading.as_ref().filter(|_| with_heading && !sets_amount(&passage.text)) {
        return ChangePhrase::whole(format!("{} ({})", lower_first(heading), change.place));
    }
    // A letter without a figure says nothing without the words before its list.
    let begins_inside = change.is_item && without_mark(&passage.text).starts_with(char::is_lowercase);
    if begins_inside && values(&passage.text).is_empty() {
        return names_place();
    }
    said(&passage.text, &format!("{verb} {}", brief_to(place, PLACE)), room)
}

/// What a text says in at most `room` characters, or else the provision with its first words.
pub(super) fn said(text: &str, place: &str, room: usize) -> ChangePhrase {
    let chosen = chosen_sentence(text);
    let sentence = lower_first(main_clause(&condense(&chosen)));
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
        || ChangePhrase { is_mild: true, ..quoted(place, if is_case(&chosen) { &chosen } else { sentence }, room) },
        |words| ChangePhrase { is_whole: false, ..ChangePhrase::whole(words) },
    )
}

/// Whether a text begins with a case, which a reference may define: "în cazul străinilor prevăzuți la art. 45".
fn is_case(text: &str) -> bool {
    ["în cazul ", "În cazul "].iter().any(|words| without_mark(text).starts_with(words))
}

/// A provision with the first words of its new text.
fn quoted(place: &str, text: &str, room: usize) -> ChangePhrase {
    let text = without_mark(text);
    let begins = if is_case(text) { lower_first(&text.replace(" ,", ",")) } else { condense(text) };
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

/// The punishment that a text sets, prison or a fine, and what it punishes, as the new text says it.
fn penalty(text: &str, after: &str) -> Option<(String, Option<String>)> {
    let sentence = sentences(text).into_iter().find(|sentence| {
        let folded = text::fold(sentence);
        folded.contains("cu inchisoare") || folded.contains("cu amenda") || folded.contains("amenzii")
    })?;
    let punished = prison(sentence).or_else(|| fine(sentence))?;
    Some((punished, offence(sentence, text, after)))
}

/// "închisoare de la 1 la 5 ani".
fn prison(sentence: &str) -> Option<String> {
    let words = &sentence[sentence.find("cu închisoare")? + "cu ".len()..];
    // "de la un an la 5 ani"
    let from =
        words.find("de la ").and_then(|from| Some(from + 6 + words[from + 6..].find(" la ")?)).unwrap_or_default();
    let from = if from < 40 { from } else { 0 };
    let ends = [" ani", " an "].iter();
    let years = ends.filter_map(|unit| Some(from + words[from..].find(unit)? + unit.trim_end().len())).min()?;
    let punished = words[..years].replacen("închisoarea", "închisoare", 1);
    let after = &words[years..];
    let fine = [" sau cu amendă", " sau amendă", " ori cu amendă", " sau cu amenda", " sau cu zile-amendă"];
    let or = if fine.iter().any(|words| after.starts_with(words)) { " sau amendă" } else { "" };
    (punished.chars().count() < 50).then(|| format!("{punished}{or}"))
}

/// "amendă de la 1.000 lei la 2.000 lei".
fn fine(sentence: &str) -> Option<String> {
    let (from, to) = match &values(sentence)[..] {
        [from, to, ..] => (from.clone(), to.clone()),
        _ => return None,
    };
    let (before, after) = sentence.split_once(&format!("{from} la {to}"))?;
    let is_range = to.chars().count() < 25 && text::fold(sentence).contains("cu amenda");
    let is_alternative = [" sau ", " ori "].iter().any(|or| after.starts_with(or));
    let warning = if before.contains("avertisment") { "avertisment sau " } else { "" };
    (is_range && !is_alternative).then(|| format!("{warning}amendă de la {from} la {to}"))
}

/// What a text punishes: the subject of "constituie contravenție", or the first offence of a list.
fn offence(sentence: &str, text: &str, after: &str) -> Option<String> {
    let whole = |offence: &str| {
        let offence = condense(offence);
        let offence = offence.trim_end_matches([',', ' ']);
        let ends = ["obligației", "obligațiilor", "prevederilor", "dispozițiilor", "regimului", "condițiilor"];
        // "nerespectarea de către instituții" does not say of what.
        let is_breach =
            ["nerespectarea", "neîndeplinirea", "încălcarea"].iter().any(|word| lower_first(offence).starts_with(word));
        let of_whom = offence.split_once(" de către ").filter(|_| is_breach);
        let is_of_nothing = of_whom.is_some_and(|(_, rest)| !rest.contains(" a ") && !rest.contains("obliga"));
        let is_whole = !is_of_nothing
            && !ends.iter().any(|word| offence.ends_with(word))
            && !offence.contains("art.")
            && !offence.contains("alin.");
        (is_whole && (SHORTEST..=OFFENCE).contains(&offence.chars().count())).then(|| lower_first(offence))
    };
    for verb in [" constituie contravenție", " constituie infracțiune", " se pedepsește cu", " se sancționează cu"]
    {
        let subject = sentence.split_once(verb).map(|(subject, _)| without_heading(without_mark(subject)));
        if let Some(subject) = subject.filter(|subject| !is_reference(subject)) {
            let first = || first_parts(subject).map(|(offence, end)| (whole(offence), end));
            return match whole(subject) {
                Some(offence) => Some(format!("pentru {offence}")),
                None => first().and_then(|(offence, end)| Some(format!("între altele pentru {}{end}", offence?))),
            };
        }
    }
    let begins = ["onstituie contravenți", "onstituie infracțiun"];
    let list_of = |words: &str| {
        let list = &words[begins.iter().filter_map(|begin| words.find(begin)).min()?..];
        Some(list.split_once(": a) ")?.1.to_owned())
    };
    let first = list_of(text).or_else(|| list_of(after))?;
    let offence = first.split("; ").next().and_then(|item| sentences(item).into_iter().next())?;
    let (offence, end) = match whole(offence.trim_end_matches('.')) {
        Some(offence) => (offence, ""),
        None => first_parts(offence).and_then(|(offence, end)| Some((whole(offence)?, end)))?,
    };
    Some(format!("între altele pentru {offence}{end}"))
}

/// The first parts of an offence that is too long, if nothing behind restricts them but exceptions, which it mentions.
fn first_parts(offence: &str) -> Option<(&str, &'static str)> {
    let offence = offence.trim_end_matches([',', ' ']);
    let limit = offence.char_indices().nth(OFFENCE).map_or(offence.len(), |(at, _)| at);
    let comma = offence[..limit].rfind(',')?;
    let (rest, exception) = offence[comma..].split_once("cu excepția ").unwrap_or((&offence[comma..], ""));
    let words = rest.trim_start_matches([',', ' ']);
    // Other offences, "sau desfășurarea …", are no restriction.
    let opens = restricts(words.split([',', ' ']).next().unwrap_or_default());
    let end = if exception.is_empty() { "" } else { ", cu excepții" };
    let is_free = !opens && !has_condition(&rest.replace("fără ", "")) && !has_condition(exception);
    is_free.then_some((&offence[..comma], end))
}

/// A sentence without the heading that stands before it: "Camăta Darea de bani cu dobândă".
fn without_heading(sentence: &str) -> &str {
    let is_upper =
        |word: &str| word.starts_with(char::is_uppercase) && word.chars().nth(1).is_some_and(char::is_lowercase);
    match sentence.split_once(' ') {
        Some((first, rest)) if is_upper(first) && is_upper(rest) => rest,
        _ => sentence,
    }
}

/// Whether words only point to what stands elsewhere: "faptele".
fn is_reference(offence: &str) -> bool {
    let folded = text::fold(offence);
    ["fapta prev", "faptele prev", "fapta|", "faptele|", "contraventi", "infractiun", "constituie", "in cazul", "daca "]
        .iter()
        .any(|words| folded.starts_with(words.trim_end_matches('|')))
}

/// Whether the new text is an operation on an operation: it names the operation again, and not its new text.
pub(super) fn names_operation(after: &str) -> bool {
    after.contains(" va avea următorul cuprins") || after.contains("cu următorul cuprins")
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
            "cu modific",
            "cu complet",
            "republicat",
            "aprobat",
            "precum",
            "pentru modific",
            "alin.",
            "art.",
            "de ",
            "din ",
            "și ",
            "sau ",
            "respectiv ",
            "inclusiv ",
            "ale ",
            "al ",
            "cu ",
        ];
        goes_on.iter().any(|word| rest.starts_with(word))
    };
    let rests = sentence.match_indices(", ").map(|(at, _)| &sentence[at + 2..]);
    // "în materie civilă, comercială și penală" goes on with its list.
    let is_list = |rest: &str| matches!(rest.split(' ').nth(1), Some("și" | "sau" | "ori"));
    let main = rests.map(str::trim_start).find(|rest| !is_name(rest) && !is_list(rest));
    main.filter(|rest| rest.chars().count() > 25).unwrap_or(sentence)
}

/// The sentence of a text that asks most of its readers, or else the one with its first figure; a letter with the words
/// that lead to its list.
fn chosen_sentence(words: &str) -> String {
    let mut parts: Vec<&str> = sentences(words).into_iter().flat_map(|sentence| sentence.split("; ")).collect();
    parts.retain(|sentence| sentence.chars().count() > SHORTEST);
    let score = |sentence: &str| (weight(sentence), !values(sentence).is_empty());
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
    let words = without_mark(sentence).trim_end_matches(['.', ';', ':', ',']);
    format!("{lead}{words}")
}

/// A sentence with a small first letter, unless it begins with a name or an abbreviation.
pub(super) fn lower_first(sentence: &str) -> String {
    let mut letters = sentence.chars();
    let (first, second) = (letters.next(), letters.clone().next());
    match first {
        Some(first) if second.is_some_and(char::is_lowercase) && !is_name(sentence) => {
            first.to_lowercase().chain(letters).collect()
        }
        _ => sentence.to_owned(),
    }
}

/// Whether a sentence begins with a name of several words: "Societatea Română de Radiodifuziune", "Poliția de
/// Frontieră".
fn is_name(sentence: &str) -> bool {
    let mut words = sentence.split(' ').skip(1).skip_while(|word| matches!(*word, "de" | "a"));
    words.next().is_some_and(|word| word.starts_with(char::is_uppercase))
}

#[cfg(test)]
mod tests;
