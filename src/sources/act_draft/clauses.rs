//! A long sentence in fewer words: cut where it has said its subject, its verb and its object.

use super::reading::without_mark;
use super::verbs::{has_relative, main_verb, verb};

/// Characters of the beginning of a sentence before the part with its figure.
const BEGINNING: usize = 70;
/// Characters of a clause that says something.
const SHORTEST: usize = 40;
/// Bytes between two verbs of one subject.
const FARTHEST: usize = 90;
/// How a part of a sentence begins that can be left out of its beginning.
const ASIDES: &[&str] = &[
    "pe durata ",
    "pe perioada ",
    "pe bază de ",
    "în condițiile ",
    "potrivit ",
    "astfel cum ",
    "inclusiv prin ",
    "după caz",
    "care reprezintă ",
];
/// Where a sentence may be cut between two words: what follows says only how or by which rule.
const LINKS: &[&str] = &[
    " în vederea ",
    " în scopul ",
    " prin intermediul ",
    " potrivit ",
    " conform ",
    " în conformitate ",
    " în condițiile ",
    " cu respectarea ",
    " după cum urmează",
];
/// How a part begins without which the sentence says something else.
const CONDITIONS: &[&str] = &[
    "dacă ",
    "numai ",
    "doar ",
    "cu condiția ",
    "cu excepția ",
    "de către ",
    "atunci când ",
    "fără ",
    "sub condiția ",
    "în măsura în care ",
    "care ",
    "sub rezerva ",
    "iar ",
    "respectiv ",
];

/// A sentence in at most `room` characters: with its first figure, cut after its verb and object, or its beginning with
/// what it says. `None` if no part of it says anything.
pub(super) fn shortened(sentence: &str, values: &[String], room: usize) -> Option<String> {
    let sentence = without_asides(sentence);
    if sentence.chars().count() <= room {
        return Some(sentence);
    }
    let sentence = without_lead(&sentence).to_owned();
    if sentence.chars().count() <= room {
        return Some(sentence);
    }
    let cut = cut(&sentence, room);
    let has_figure = |words: &String| values.first().is_none_or(|value| words.contains(value.as_str()));
    cut.clone()
        .filter(has_figure)
        .or_else(|| if values.is_empty() { None } else { with_figure(&sentence, values, room) })
        .or(cut)
        .or_else(|| with_predicate(&sentence, room))
        .or_else(|| between_words(&sentence, room))
}

/// A sentence without the words before its main clause that say for what, where or on whose request.
fn without_lead(sentence: &str) -> &str {
    const LEADS: [&str; 16] = [
        "la solicitarea ",
        "la cererea ",
        "în vederea ",
        "în scopul ",
        "în funcție ",
        "cu privire ",
        "la nivelul ",
        "în cadrul ",
        "pe întreaga ",
        "pe perioada ",
        "pe durata ",
        "pentru ",
        "în raport ",
        "în cazuri ",
        "la propunerea ",
        "în aplicarea ",
    ];
    if !LEADS.iter().any(|words| sentence.starts_with(words)) {
        return sentence;
    }
    let parts = sentence.match_indices(", ").map(|(at, _)| (&sentence[..at], &sentence[at + 2..]));
    let goes_on =
        ["de ", "din ", "și ", "sau ", "ori ", "respectiv ", "precum ", "inclusiv ", "al ", "ale ", "a ", "cu "];
    let is_main = |(lead, rest): &(&str, &str)| verb(lead).is_none() && verb(rest).is_some();
    // "în materie civilă, comercială și penală" goes on with its list.
    let is_list = |rest: &str| matches!(rest.split(' ').nth(1), Some("și" | "sau" | "ori"));
    let is_end = |(_, rest): &(&str, &str)| !goes_on.iter().any(|words| rest.starts_with(words)) && !is_list(rest);
    let first = parts.into_iter().find(is_end).filter(is_main);
    first.map_or(sentence, |(_, rest)| rest)
}

/// The first words of a text, to the end of a part of a sentence where it has one.
pub(super) fn first_part(text: &str, room: usize) -> String {
    if text.chars().count() <= room {
        return text.trim_end_matches(['.', ';', ':', ',']).to_owned();
    }
    let head = head(text, room - 1);
    format!("{}…", whole_words(head))
}

fn head(text: &str, room: usize) -> &str {
    let limit = text.char_indices().nth(room).map_or(text.len(), |(at, _)| at);
    let end = if limit == text.len() { limit } else { text[..limit].rfind(' ').unwrap_or(limit) };
    &text[..end]
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

/// The longest beginning of a sentence that ends where a part of it does, after a verb. A mark shows that a condition
/// follows.
fn cut(sentence: &str, room: usize) -> Option<String> {
    let limit = sentence.char_indices().nth(room.saturating_sub(1)).map_or(sentence.len(), |(at, _)| at);
    let window = &sentence[..limit];
    let is_said = |at: &usize| {
        let said = &sentence[..*at];
        // Before an aside, the object may still come.
        let is_before_aside = is_aside(sentence[*at..].trim_start_matches([',', ' ']));
        let least = if is_before_aside { SHORTEST } else { SHORTEST / 2 };
        said.chars().count() >= SHORTEST && verb(said).is_some_and(|verb| at - verb > least) && !is_open(said)
    };
    let commas = window.match_indices([',', ';', ':']).map(|(at, _)| at).filter(is_said).max();
    let links = LINKS.iter().filter_map(|link| window.rfind(link)).filter(is_said).max();
    // A sentence is cut at a link only where its parts would leave much unsaid.
    let at = match (commas, links) {
        (Some(comma), Some(link)) if link > comma && comma < limit / 2 => link,
        (comma, link) => comma.or(link)?,
    };
    let said = sentence[..at].trim_end_matches([' ', ',']);
    let after = sentence[at..].trim_start_matches([',', ';', ' ']);
    let is_condition = CONDITIONS.iter().any(|words| after.starts_with(words));
    Some(if is_condition { format!("{said}…") } else { said.to_owned() })
}

/// Whether a part of a sentence says only how: "prin sisteme manuale".
fn is_aside(part: &str) -> bool {
    ["prin ", "pe ", "cu ", "în mod ", "la cerere", "atunci când "].iter().any(|words| part.starts_with(words))
}

/// Whether the last part of a beginning has not said its object: ", prin sisteme".
fn is_open(said: &str) -> bool {
    const OPENS: &[&str] = &[
        "prin ",
        "pe ",
        "cu ",
        "care ",
        "precum ",
        "inclusiv ",
        "indiferent ",
        "în cazul ",
        "la data ",
        "în mod ",
        "la cerere",
        "în limita ",
        "atunci când ",
    ];
    let last = said.rsplit(", ").next().unwrap_or_default();
    let word = said.rsplit(' ').next().unwrap_or_default();
    lacks_action(said) || last != said && OPENS.iter().any(|words| last.starts_with(words)) || LOOSE.contains(&word)
}

/// Whether words say that somebody has a duty, and not which: "au obligația ca, în termen de 15 zile".
fn lacks_action(said: &str) -> bool {
    said.rfind("obligația").is_some_and(|at| {
        let duty = &said[at..];
        !duty.contains(" de a ") && !duty.contains(" să ") && !duty.starts_with("obligația de ")
    })
}

/// The beginning of a long sentence and its part with the figure, or with both of a range: "cererea … nu depășește suma
/// de 50.000 lei".
fn with_figure(sentence: &str, values: &[String], room: usize) -> Option<String> {
    let first = values.first()?;
    let at = sentence.find(first)?;
    let range = values.get(1).and_then(|second| {
        let after = &sentence[at + first.len()..];
        [" și ", " la "]
            .iter()
            .find(|word| after.starts_with(&format!("{word}{second}")))
            .map(|word| word.len() + second.len())
    });
    let figure = at + first.len() + range.unwrap_or(0);
    // The part with the figure is kept to its end where there is room.
    let end = sentence[figure..].find([',', ';', ':']).map_or(sentence.len(), |end| figure + end);
    let start = sentence[..at].rfind([',', ';', ':']).map_or(0, |at| at + 1);
    let joined = |end: usize| {
        let part = sentence[start..end].trim();
        let part = if without_mark(part).len() < part.len() { without_mark(part) } else { part };
        if start == 0 {
            return part.to_owned();
        }
        let subject = subject(&sentence[..start - 1]);
        // "angajatorii … primesc lunar … o sumă de 2.250 lei": the verb is said between.
        let verb = verb(sentence).filter(|verb| *verb > subject.len() && *verb < start);
        let verb = verb.map(|verb| verb - owner(&sentence[..verb]).map_or(0, |owner| owner.len() + 1));
        let said = verb.map(|verb| {
            sentence.get(verb..start).unwrap_or_default().split([',', ';', ':']).next().unwrap_or_default()
        });
        let said = said.filter(|said| said.chars().count() <= BEGINNING && !said.is_empty());
        said.map_or_else(|| format!("{subject} … {part}"), |said| format!("{subject} … {said} … {part}"))
    };
    [end, figure].into_iter().map(joined).find(|words| words.chars().count() <= room)
}

/// The first words of a sentence; what was cut ends with a part of the sentence, not within one.
fn subject(words: &str) -> &str {
    let subject = beginning(words);
    let is_cut = subject.len() < words.trim_end().len();
    let end = subject.rfind(", ").filter(|end| is_cut && *end > BEGINNING / 3).unwrap_or(subject.len());
    &subject[..end]
}

/// The first words of a sentence.
fn beginning(words: &str) -> &str {
    let mut head = head(words, BEGINNING).trim_end_matches([',', ';', ':', ' ']);
    while let Some((rest, _)) = head.rsplit_once(' ').filter(|(_, last)| LOOSE.contains(last)) {
        head = rest.trim_end_matches([',', ' ']);
    }
    head
}

/// Words that need the one after them.
const LOOSE: &[&str] = &[
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
    "că",
    "dacă",
    "să",
    "ca",
    "o",
    "un",
];

/// The beginning of a long sentence and what it says: "orice persoană … are obligația să solicite înregistrarea".
fn with_predicate(sentence: &str, room: usize) -> Option<String> {
    const PREDICATES: [&str; 14] = [
        " are obligația ",
        " au obligația ",
        " este obligat",
        " sunt obligați ",
        " sunt obligate ",
        " trebuie ",
        " are dreptul ",
        " au dreptul ",
        " beneficiază ",
        " pot ",
        " poate ",
        " se acordă ",
        " se transmit ",
        " se organizează ",
    ];
    // "persoanele care pot": the verb of another clause.
    let is_main = |at: &usize| {
        let start = sentence[..*at].rfind([',', ';', ':']).map_or(0, |comma| comma + 1);
        if !has_relative(&sentence[start..*at]) {
            return true;
        }
        main_verb(&sentence[start..]).is_some_and(|verb| {
            let verb = &sentence[start + verb..];
            verb.len() >= sentence.len() - at - 1 && verb.len() < sentence.len() - at + 8
        })
    };
    let places = PREDICATES.iter().flat_map(|words| sentence.match_indices(words));
    let at = places.map(|(at, _)| at).filter(is_main).min()?;
    // Far behind the first verb stands the verb of something else.
    if verb(sentence).is_some_and(|verb| at > verb + FARTHEST) {
        return None;
    }
    // "nu pot" without "nu" would say the opposite.
    let particle = [" nu se", " nu", " li se", " i se", " se"].iter().find(|words| sentence[..at].ends_with(**words));
    let at = at - particle.map_or(0, |words| words.len());
    let subject = subject(&sentence[..at]);
    let is_whole = subject.len() == sentence[..at].trim_end().len();
    // After a circumstance, the subject stands right before the verb.
    let owner = owner(&sentence[..at]).filter(|_| !is_whole);
    if !is_whole && owner.is_none() && begins_with_circumstance(sentence) {
        return None;
    }
    let subject = match owner {
        Some(owner) => with_owner(sentence[..at].trim_end(), owner),
        None => subject.to_owned(),
    };
    let left = room.saturating_sub(subject.chars().count() + 3);
    let rest = sentence[at..].trim_start();
    let part = if rest.chars().count() <= left { rest.to_owned() } else { cut_predicate(rest, left)? };
    let gap = if is_whole || owner.is_some() { " " } else { " … " };
    (at > 0 && !lacks_action(&part) && part.chars().count() >= SHORTEST / 2).then(|| format!("{subject}{gap}{part}"))
}

/// Whether a sentence begins with a circumstance or a condition, and not with its subject.
fn begins_with_circumstance(sentence: &str) -> bool {
    let first = sentence.split(' ').next().unwrap_or_default();
    ["în", "la", "pentru", "din", "prin", "pe", "cu", "după", "începând", "potrivit", "dacă", "atunci", "ca", "până"]
        .contains(&first)
}

/// A circumstance in its first words, and the subject at the end of this text.
fn with_owner(before: &str, owner: &str) -> String {
    let lead = before[..before.len() - owner.len()].trim_end_matches([',', ' ']);
    let is_short = lead.chars().count() <= BEGINNING;
    let lead = if is_short { format!("{lead}, ") } else { format!("{} … ", circumstance(lead)) };
    let shortened = beginning(owner);
    format!("{lead}{shortened}{}", if shortened.len() == owner.len() { "" } else { " …" })
}

/// The first words of a circumstance.
fn circumstance(sentence: &str) -> &str {
    whole_words(head(sentence, BEGINNING * 3 / 4))
}

/// The part of a sentence right before its verb, if it names who does something and the sentence begins with a
/// circumstance.
fn owner(before: &str) -> Option<&str> {
    const OTHERS: &[&str] = &[
        "care ",
        "precum ",
        "și ",
        "sau ",
        "ori ",
        "inclusiv ",
        "respectiv ",
        "în ",
        "prin ",
        "de ",
        "la ",
        "cu ",
        "din ",
        "pe ",
        "ca ",
        "după ",
        "dar ",
        "iar ",
        "pentru ",
        "fără ",
        "astfel ",
    ];
    let part = before[before.rfind(", ").map(|at| at + 2)?..].trim();
    let is_noun = !has_relative(part) && main_verb(part).is_none();
    let names = !part.is_empty() && is_noun;
    (names && begins_with_circumstance(before) && !OTHERS.iter().any(|words| part.starts_with(words))).then_some(part)
}

/// What a sentence says, to the end of one of its parts.
fn cut_predicate(rest: &str, room: usize) -> Option<String> {
    let window = head(rest, room.saturating_sub(1));
    let commas = window.match_indices([',', ';', ':']).map(|(at, _)| at);
    let comma = commas.filter(|at| *at > SHORTEST && !is_open(&window[..*at])).max();
    let link = LINKS.iter().filter_map(|link| window.rfind(link)).filter(|at| *at > SHORTEST).max();
    match comma.or(link) {
        Some(at) => Some(window[..at].to_owned()),
        None if window.chars().count() > SHORTEST => Some(format!("{}…", whole_words(window))),
        None => None,
    }
}

/// A sentence cut between words behind its verb.
fn between_words(sentence: &str, room: usize) -> Option<String> {
    let words = whole_words(head(sentence, room.saturating_sub(1)));
    let verb = verb(words)?;
    // A comma right after the verb begins an aside, and the object comes after it.
    let has_object = words[verb..].find(',').is_none_or(|comma| comma > SHORTEST / 2);
    (words.len() - verb > SHORTEST && has_object && !lacks_action(words)).then(|| format!("{words}…"))
}

/// Words without those at their end that need the next one.
pub(super) fn whole_words(words: &str) -> &str {
    let mut words = words.trim_end_matches([',', ';', ':', ' ', '/']);
    while let Some((rest, _)) = words.rsplit_once(' ').filter(|(_, last)| LOOSE.contains(last)) {
        words = rest.trim_end_matches([',', ' ']);
    }
    words
}
