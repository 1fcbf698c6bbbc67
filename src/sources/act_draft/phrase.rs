//! A change in a few words: the heading of a new article, the sentence that sets a figure, or its main clause.

use super::changes::ProvisionChange;
use super::reading::ends_sentence;
use super::subject::brief_to;
use crate::domain::amendment::AmendmentKind;
use crate::domain::text;
use paragraf_law::MentionValue;

/// Characters of what a title says about a change.
const WHAT: usize = 130;
/// Characters of the beginning of a sentence before the part with its figure.
const BEGINNING: usize = 70;
/// Characters of what a sentence says of its subject.
const PREDICATE: usize = 75;
/// Characters of what is no sentence.
const SHORTEST: usize = 12;

/// The amounts and percentages in a text, as written.
pub(super) fn values(words: &str) -> Vec<String> {
    let figures = paragraf_law::read_text(words).into_iter();
    figures.filter(|mention| matches!(mention.value, MentionValue::Figure(_))).map(|mention| mention.text).collect()
}

/// A change in a few words, with its first figure: the heading of the new article, the sentence that sets the figure,
/// its main clause, or else which provision changes.
pub(super) fn what(change: &ProvisionChange, with_heading: bool) -> String {
    let place = &change.place;
    let names_place = match change.kind {
        AmendmentKind::Repeal => return format!("se abrogă {}", brief_to(place, WHAT)),
        AmendmentKind::Insert if !place.is_empty() => format!("se adaugă {}", brief_to(place, WHAT)),
        AmendmentKind::Modify if !place.is_empty() => format!("se schimbă {}", brief_to(place, WHAT)),
        AmendmentKind::ReplaceWords | AmendmentKind::Prorogue | AmendmentKind::Renumber => {
            return brief_to(format!("{place} {}", change.after).trim(), WHAT);
        }
        _ => return "se schimbă mai multe prevederi".to_owned(),
    };
    if let Some(heading) = change.heading.as_ref().filter(|_| with_heading) {
        return format!("{} ({place})", lower_first(heading));
    }
    // An operation on an operation names it again, and not its new text.
    if change.after.contains(" va avea următorul cuprins") || change.after.contains("cu următorul cuprins") {
        return names_place;
    }
    let sentence = chosen_sentence(&change.after);
    let (values, folded) = (values(&sentence), text::fold(&sentence));
    if let [from, to, ..] = &values[..]
        && folded.contains("cu amenda")
        && sentence.contains(&format!("{from} la {to}"))
    {
        return format!("amendă de la {from} la {to}");
    }
    let sentence = lower_first(main_clause(&sentence));
    if sentence.chars().count() <= SHORTEST {
        return names_place;
    }
    if sentence.chars().count() <= WHAT {
        return sentence;
    }
    let brief = if values.is_empty() {
        verb_clause(&sentence).or_else(|| with_predicate(&sentence))
    } else {
        with_figure(&sentence, &values)
    };
    brief.unwrap_or(names_place)
}

/// Whether a change is said by its provision alone.
pub(super) fn is_only_place(what: &str) -> bool {
    what.starts_with("se schimbă ") || what.starts_with("se adaugă ")
}

/// A sentence without the exception or the case with which it begins, if its main clause follows.
pub(super) fn main_clause(sentence: &str) -> &str {
    let folded = text::fold(sentence.get(..sentence.floor_char_boundary(30)).unwrap_or_default());
    let begins =
        ["prin exceptie", "prin derogare", "in vederea", "in sensul", "pentru aplicarea", "incepand cu data intrarii"];
    if !begins.iter().any(|words| folded.starts_with(words)) {
        return sentence;
    }
    // "…, cu modificările și completările ulterioare, …" belongs to the name of an act.
    let is_name =
        |rest: &str| ["cu modific", "cu complet", "republicat", "aprobat"].iter().any(|word| rest.starts_with(word));
    let rests = sentence.match_indices(", ").map(|(at, _)| &sentence[at + 2..]);
    let main = rests.map(str::trim_start).find(|rest| !is_name(rest));
    main.filter(|rest| rest.chars().count() > 25).unwrap_or(sentence)
}

/// The beginning of a long sentence and its part with the figure, or with both of a range: "cererea … nu depășește suma
/// de 50.000 lei".
fn with_figure(sentence: &str, values: &[String]) -> Option<String> {
    let first = values.first()?;
    let at = sentence.find(first)?;
    let range = values.get(1).and_then(|second| {
        let after = &sentence[at + first.len()..];
        [" și ", " la "]
            .iter()
            .find(|word| after.starts_with(&format!("{word}{second}")))
            .map(|word| word.len() + second.len())
    });
    let end = at + first.len() + range.unwrap_or(0);
    let start = sentence[..at].rfind([',', ';', ':']).map_or(0, |at| at + 1);
    let part = sentence[start..end].trim();
    if start == 0 {
        return (part.chars().count() <= WHAT).then(|| part.to_owned());
    }
    let joined = format!("{} … {part}", beginning(&sentence[..start - 1]));
    (joined.chars().count() <= WHAT).then_some(joined)
}

/// The first words of a sentence.
fn beginning(words: &str) -> &str {
    let limit = words.char_indices().nth(BEGINNING).map(|(at, _)| at);
    let end = limit.map_or(words.len(), |limit| words[..limit].rfind(' ').unwrap_or(limit));
    words[..end].trim_end_matches([',', ';', ':', ' '])
}

/// The beginning of a long sentence and what it says: "orice persoană … are obligația să solicite înregistrarea".
fn with_predicate(sentence: &str) -> Option<String> {
    const PREDICATES: [&str; 11] = [
        " are obligația ",
        " au obligația ",
        " este obligat",
        " sunt obligați ",
        " trebuie ",
        " are dreptul ",
        " au dreptul ",
        " beneficiază ",
        " pot ",
        " poate ",
        " se acordă ",
    ];
    let at = PREDICATES.iter().filter_map(|words| sentence.find(words)).min()?;
    // "nu pot" without "nu" would say the opposite.
    let at = if sentence[..at].ends_with(" nu") { at - " nu".len() } else { at };
    let rest = sentence[at..].trim_start();
    let end = rest.find([',', ';', ':']).unwrap_or(rest.len());
    let part = brief_to(&rest[..end], PREDICATE);
    let part = part.strip_suffix(" în conformitate").unwrap_or(&part);
    let last = part.rsplit(' ').next().unwrap_or_default();
    let is_whole = !part.ends_with('…') && !["că", "dacă", "sau", "să", "și", "ca"].contains(&last);
    let is_said = at > 0 && is_whole && part.chars().count() > SHORTEST * 2;
    is_said.then(|| format!("{} … {part}", beginning(&sentence[..at])))
}

/// The first clause of a long sentence, if a comma ends it and it has a verb.
fn verb_clause(sentence: &str) -> Option<String> {
    const VERBS: [&str; 16] = [
        " este ",
        " sunt ",
        " are ",
        " au ",
        " poate ",
        " pot ",
        " se ",
        " trebuie ",
        " va ",
        " vor ",
        " beneficiază ",
        " acordă ",
        " asigură ",
        " a fost ",
        " au fost ",
        " constituie ",
    ];
    const LINKS: [&str; 6] =
        [" prin ", " potrivit ", " conform ", " în conformitate ", " în condițiile ", " cu respectarea "];
    let limit = sentence.char_indices().nth(WHAT).map_or(sentence.len(), |(at, _)| at);
    let head = &sentence[..limit];
    let has_verb = |at: &usize| VERBS.iter().any(|verb| format!("{} ", &head[..*at]).contains(verb));
    let commas = head.match_indices([',', ';', ':']).map(|(at, _)| at).filter(has_verb).max();
    let links = || LINKS.iter().filter_map(|link| head.rfind(link)).filter(has_verb).max();
    let found = &head[..commas.or_else(links)?];
    (found.chars().count() > 30).then(|| found.to_owned())
}

/// The sentence of a text with its first figure, or else its first sentence.
fn chosen_sentence(words: &str) -> String {
    let mut sentences: Vec<&str> = Vec::new();
    let mut start = 0;
    for (at, _) in words.match_indices([';', '.']) {
        let is_end = words[at + 1..].starts_with(' ') && (words.as_bytes()[at] == b';' || ends_sentence(&words[..at]));
        if is_end {
            sentences.push(words[start..at].trim());
            start = at + 1;
        }
    }
    sentences.push(words[start..].trim());
    sentences.retain(|sentence| sentence.chars().count() > SHORTEST);
    let found = sentences.iter().find(|sentence| !values(sentence).is_empty()).or_else(|| sentences.first());
    without_mark(found.copied().unwrap_or_default()).trim_end_matches(['.', ';', ':', ',']).to_owned()
}

/// A sentence without the mark of its paragraph or letter.
pub(super) fn without_mark(sentence: &str) -> &str {
    match sentence.split_once(' ') {
        Some((mark, rest)) if mark.ends_with(')') && mark.chars().count() <= 6 => rest,
        _ => sentence,
    }
}

/// A sentence with a small first letter, unless it begins with a name or an abbreviation.
fn lower_first(sentence: &str) -> String {
    let mut letters = sentence.chars();
    let (first, second) = (letters.next(), letters.clone().next());
    match first {
        Some(first) if second.is_some_and(char::is_lowercase) && !is_name(sentence) => {
            first.to_lowercase().chain(letters).collect()
        }
        _ => sentence.to_owned(),
    }
}

/// Whether a sentence begins with a name of several words: "Societatea Română de Radiodifuziune".
fn is_name(sentence: &str) -> bool {
    sentence.split(' ').nth(1).is_some_and(|word| word.starts_with(char::is_uppercase))
}
