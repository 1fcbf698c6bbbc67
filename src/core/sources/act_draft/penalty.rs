//! A punishment, and what it is for.

use super::condense::condense;
use super::plain_sentence::{SHORTEST, lower_first, values};
use super::reading::{sentences, without_mark};
use super::restrictions::{has_condition, restricts};
use crate::domain::text;

/// Characters of an offence.
pub(super) const OFFENCE: usize = 140;

/// The punishment that a text sets, prison or a fine, and what it punishes, as the new text says it.
pub(super) fn penalty(text: &str, after: &str) -> Option<(String, Option<String>)> {
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
    // "fapta funcționarului care, din culpă": the act itself comes behind.
    if offence.starts_with("Fapta ") {
        return None;
    }
    let limit = offence.char_indices().nth(OFFENCE).map_or(offence.len(), |(at, _)| at);
    let comma = offence[..limit].rfind(", ")?;
    let (rest, exception) = offence[comma..].split_once("cu excepția ").unwrap_or((&offence[comma..], ""));
    let words = rest.trim_start_matches([',', ' ']);
    // Other offences, "sau desfășurarea …", are no restriction.
    let first = words.split([',', ' ']).next().unwrap_or_default();
    // "a unui autovehicul, tramvai, tractor cu număr fals": the attribute of a list is of all its items.
    let is_other = first == "precum" || ["area", "erea", "irea"].iter().any(|ending| first.ends_with(ending));
    let opens = restricts(first) || !words.is_empty() && !is_other;
    let end = if exception.is_empty() { "" } else { ", cu excepții" };
    let is_free = !opens && !has_condition(&rest.replace("fără ", "")) && !has_condition(exception);
    is_free.then_some((&offence[..comma], end))
}

/// A sentence without the heading that stands before it: "Camăta Darea de bani cu dobândă".
fn without_heading(sentence: &str) -> &str {
    let is_upper =
        |word: &str| word.starts_with(char::is_uppercase) && word.chars().nth(1).is_some_and(char::is_lowercase);
    // "Neglijența în serviciu Fapta funcționarului public care"
    let act = sentence.find(" Fapta ").filter(|at| !sentence[..*at].contains([',', '.', ';', ':']));
    if let Some(at) = act {
        return &sentence[at + 1..];
    }
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
