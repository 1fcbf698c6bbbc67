//! A change in a few words: the heading of a new article, the sentence that sets a figure, or its main clause.

use super::changes::ProvisionChange;
use super::reading::{ends_sentence, without_mark};
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
/// How a part of a sentence begins that can be left out of its beginning.
const ASIDES: [&str; 8] = [
    "pe durata ",
    "pe perioada ",
    "pe bază de ",
    "în condițiile ",
    "potrivit ",
    "astfel cum ",
    "după caz",
    "care reprezintă ",
];
/// Characters of a offence.
const OFFENCE: usize = 80;
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
    // An amount says more than a heading.
    if let Some(heading) = change.heading.as_ref().filter(|_| with_heading && !sets_amount(&change.after)) {
        return format!("{} ({place})", lower_first(heading));
    }
    // A letter without a figure says nothing without the words before its list.
    let begins_inside = change.is_item && without_mark(&change.after).starts_with(char::is_lowercase);
    if names_operation(&change.after) || begins_inside && values(&change.after).is_empty() {
        return names_place;
    }
    let sentence = chosen_sentence(&change.after);
    let (values, folded) = (values(&sentence), text::fold(&sentence));
    if let [from, to, ..] = &values[..]
        && folded.contains("cu amenda")
        && sentence.contains(&format!("{from} la {to}"))
    {
        let offence = offence(&sentence, &change.after).map(|offence| format!(", {offence}"));
        return format!("amendă de la {from} la {to}{}", offence.unwrap_or_default());
    }
    let sentence = lower_first(main_clause(&sentence));
    if sentence.chars().count() <= SHORTEST {
        return names_place;
    }
    if sentence.chars().count() <= WHAT {
        return sentence;
    }
    let in_words = |sentence: &str| verb_clause(sentence).or_else(|| with_predicate(sentence));
    let with_figure = if values.is_empty() { None } else { with_figure(&sentence, &values) };
    with_figure.or_else(|| in_words(&without_asides(&sentence))).unwrap_or(names_place)
}

/// Whether a text sets an amount of money.
pub(super) fn sets_amount(words: &str) -> bool {
    values(words).iter().any(|value| [" lei", " euro"].iter().any(|unit| value.contains(unit)))
}

/// What a text punishes: the subject of "constituie contravenție", or the first offence of a list.
fn offence(sentence: &str, after: &str) -> Option<String> {
    let whole = |offence: &str| {
        let offence = offence.split(" prevăzut").next().unwrap_or_default().trim_end_matches([',', ' ']);
        let is_whole = !offence.ends_with(" art") && !offence.contains("art.") && !offence.contains("alin.");
        (is_whole && (SHORTEST..=OFFENCE).contains(&offence.chars().count())).then(|| lower_first(offence))
    };
    if let Some((subject, _)) = sentence.split_once(" constituie contravenție") {
        return whole(subject).map(|offence| format!("pentru {offence}"));
    }
    let list = &after[after.find("onstituie contravenți")?..];
    let (_, first) = list.split_once(": a) ")?;
    let offence = &first[..first.find([';', ',', '.'])?];
    whole(offence).map(|offence| format!("între altele pentru {offence}"))
}

/// Whether the new text is an operation on an operation: it names the operation again, and not its new text.
pub(super) fn names_operation(after: &str) -> bool {
    after.contains(" va avea următorul cuprins") || after.contains("cu următorul cuprins")
}

/// A sentence without what stands between commas and says only how long, by what or by which rule: "se acordă lunar, pe
/// durata mandatului, o sumă" becomes "se acordă lunar o sumă".
fn without_asides(sentence: &str) -> String {
    let parts: Vec<_> = sentence.split(", ").collect();
    let is_aside =
        |at: usize| at > 0 && at + 1 < parts.len() && ASIDES.iter().any(|words| parts[at].starts_with(words));
    let mut kept = String::new();
    for at in (0..parts.len()).filter(|at| !is_aside(*at)) {
        kept.push_str(if at == 0 {
            ""
        } else if is_aside(at - 1) {
            " "
        } else {
            ", "
        });
        kept.push_str(parts[at]);
    }
    kept
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
    let mut head = words[..end].trim_end_matches([',', ';', ':', ' ']);
    while let Some((rest, _)) = head.rsplit_once(' ').filter(|(_, last)| LOOSE.contains(last)) {
        head = rest.trim_end_matches([',', ' ']);
    }
    head
}

/// Words that need the one after them.
const LOOSE: [&str; 18] = [
    "de",
    "la",
    "în",
    "din",
    "cu",
    "pe",
    "prin",
    "pentru",
    "ai",
    "ale",
    "al",
    "a",
    "și",
    "sau",
    "prevăzute",
    "prevăzut",
    "conform",
    "potrivit",
];

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
    // "persoanele care pot": the verb of another clause.
    let is_relative = |at: usize| {
        let part = sentence[..at].rsplit([',', ';', ':']).next().unwrap_or_default();
        format!("{part} ").contains(" care ")
    };
    let places = PREDICATES.iter().flat_map(|words| sentence.match_indices(words));
    let at = places.map(|(at, _)| at).filter(|at| !is_relative(*at)).min()?;
    // "nu pot" without "nu" would say the opposite.
    let at = if sentence[..at].ends_with(" nu") { at - " nu".len() } else { at };
    let rest = sentence[at..].trim_start();
    let end = rest.find([',', ';', ':']).unwrap_or(rest.len());
    let part = brief_to(&rest[..end], PREDICATE);
    let part = part.strip_suffix(" în conformitate").unwrap_or(&part);
    let last = part.rsplit(' ').next().unwrap_or_default();
    let is_whole = !part.ends_with('…') && !["că", "dacă", "sau", "să", "și", "ca"].contains(&last);
    let is_said = at > 0 && is_whole && part.chars().count() > SHORTEST * 2;
    let subject = beginning(&sentence[..at]);
    // What was cut ends with a part of the sentence, not within one.
    let is_cut = subject.len() < sentence[..at].trim_end().len();
    let end = subject.rfind(", ").filter(|end| is_cut && *end > BEGINNING / 3).unwrap_or(subject.len());
    is_said.then(|| format!("{} … {part}", &subject[..end]))
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
    // What ends in an aside has not said its object yet.
    let last = found.rsplit(", ").next().unwrap_or_default();
    let is_open = last != found && ["prin ", "pe ", "cu ", "care "].iter().any(|word| last.starts_with(word));
    (found.chars().count() > 30 && !is_open).then(|| found.to_owned())
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
    let found = sentences.iter().position(|sentence| !values(sentence).is_empty()).unwrap_or_default();
    let sentence = sentences.get(found).copied().unwrap_or_default();
    let is_letter = sentence.starts_with(|c: char| c.is_ascii_lowercase()) && without_mark(sentence) != sentence;
    // A letter follows the words that lead to its list.
    let lead = sentences[..found].iter().rev().find_map(|earlier| earlier.split_once(": a) ")).filter(|_| is_letter);
    let lead = lead.map(|(lead, _)| format!("{}: ", without_mark(lead))).unwrap_or_default();
    let words = without_mark(sentence).trim_end_matches(['.', ';', ':', ',']);
    format!("{lead}{words}")
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

#[cfg(test)]
mod tests {
    use super::*;

    fn said(kind: AmendmentKind, place: &str, after: &str) -> String {
        let is_item = place.ends_with("lit. c)");
        let change = ProvisionChange {
            act: None,
            place: place.into(),
            is_item,
            kind,
            heading: None,
            after: after.into(),
            before: None,
        };
        what(&change, true)
    }

    #[test]
    fn a_long_sentence_is_shortened_where_it_says_something() {
        for (after, expected) in [
            // Legea nr. 139/2025: what comes between the verb and its object says only how.
            (
                "Deputaților și senatorilor li se acordă lunar, pe durata mandatului, pe bază de declarație pe propria răspundere, care reprezintă document justificativ, o sumă forfetară din bugetul Camerei Deputaților și, respectiv, al Senatului, pentru acoperirea cheltuielilor de cazare în municipiul București.",
                "deputaților și senatorilor li se acordă lunar o sumă forfetară din bugetul Camerei Deputaților și, respectiv, al Senatului",
            ),
            // Legea nr. 161/2025: the object is too far.
            (
                "Cu privire la persoane, sunt prelucrate, prin sisteme manuale și automate de evidență, mijloace foto-audio-video sau alte mijloace tehnice din dotare pentru îndeplinirea atribuțiilor de serviciu, următoarele date și categorii de date:",
                "se schimbă art. 3",
            ),
            // Legea nr. 196/2025: "pot" is the verb of another clause.
            (
                "Informațiile relevante, care le includ cel puțin pe cele prevăzute la art. 2 alin. (4) din Decizia 2005/671/JAI privind cercetările penale pentru infracțiunile de terorism care afectează sau pot afecta două sau mai multe state membre ale Uniunii Europene, se transmit către Europol.",
                "se schimbă art. 3",
            ),
            (
                "În vederea accesării fondurilor europene aferente plăților pe suprafață, fermierii, persoane fizice și juridice, în calitate de proprietari ai pajiștilor, au obligația să asigure cosirea cel puțin o dată pe an a vegetației, fără a avea obligația asigurării încărcăturii minime.",
                "fermierii, persoane fizice și juridice … au obligația să asigure cosirea cel puțin o dată pe an a vegetației",
            ),
            // Legea nr. 92/2025: the figure stands in a letter that says nothing alone.
            (
                "(1) Constituie infracțiuni și se pedepsesc cu închisoare de la 3 luni la un an sau cu amendă următoarele fapte: a) comercializarea articolelor pirotehnice din categoria F1 către persoane care nu au împlinit vârsta de 16 ani; b) depășirea cantității maxime de depozitare a depozitelor autorizate de articole pirotehnice cu mai mult de 25%.",
                "constituie infracțiuni și se pedepsesc cu închisoare de la 3 luni la un an sau cu amendă următoarele fapte",
            ),
        ] {
            assert_eq!(said(AmendmentKind::Modify, "art. 3", after), expected, "{after}");
        }
    }

    #[test]
    fn a_fine_is_said_with_its_first_offence() {
        // Legea nr. 159/2025.
        let after = "(4) Constituie contravenții următoarele fapte: a) neinstalarea sistemelor de alertă prevăzute la alin. (1); b) neasigurarea funcționării acestora. (5) Faptele prevăzute la alin. (4) se sancționează cu amendă contravențională de la 10.000 lei la 30.000 lei.";
        let fine = "amendă de la 10.000 lei la 30.000 lei, între altele pentru neinstalarea sistemelor de alertă";
        assert_eq!(said(AmendmentKind::Modify, "art. 171^1", after), fine);
        // Legea nr. 181/2025.
        let after = "Încălcarea de către persoanele fizice sau juridice a obligației de asigurare prevăzute la art. 3 constituie contravenție și se sancționează cu amendă de la 1.000 lei la 2.000 lei.";
        let fine = "amendă de la 1.000 lei la 2.000 lei, pentru încălcarea de către persoanele fizice sau juridice a obligației de asigurare";
        assert_eq!(said(AmendmentKind::Modify, "art. 37 alin. (9)", after), fine);
        let after = "Constituie contravenții faptele: a) nerespectarea art. 5; b) altele. Ele se sancționează cu amendă de la 1 leu la 2 lei.";
        assert!(!said(AmendmentKind::Modify, "art. 38", after).contains("nerespectarea art"));
    }

    #[test]
    fn a_letter_says_nothing_without_the_words_before_its_list() {
        let after = "determină un impact asupra mediului ce nu poate fi neglijat, modificarea calității aerului";
        let place = "art. 66 alin. (1^2) lit. c)";
        assert_eq!(said(AmendmentKind::Modify, place, after), format!("se schimbă {place}"));
        assert_eq!(said(AmendmentKind::Insert, place, "taxa de 50 lei"), "taxa de 50 lei");
    }
}
