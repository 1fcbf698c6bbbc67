//! A long sentence in fewer words: cut where it has said its subject, its verb and its object.

use super::restrictions::{announces, has_condition, restricts};
use super::verbs::verb;

/// Bytes of an alternative that goes with the other one.
const FARTHEST: usize = 30;
/// Characters of a clause that says something.
const SHORTEST: usize = 40;
/// How a part of a sentence begins that can be left out of its beginning.
const ASIDES: &[&str] = &[
    "în condițiile legii",
    "în condițiile stabilite ",
    "potrivit ",
    "astfel cum ",
    "inclusiv prin ",
    "după caz",
    "care reprezintă ",
];
/// How a sentence begins that says first on what an amount or a choice depends.
const FIRST_ASIDES: &[&str] = &["în funcție de ", "în raport cu "];
/// Where a sentence may be cut between two words: what follows says only how or by which rule.
const LINKS: &[&str] = &[
    " în vederea ",
    " în scopul ",
    " prin intermediul ",
    " potrivit ",
    " conform ",
    " în conformitate ",
    " în condițiile legii",
    " în condițiile stabilite ",
    " cu respectarea ",
    " prin prisma ",
];
/// A sentence in at most `room` characters: without its asides, or cut after its verb and object where nothing behind
/// restricts it. `None` if it is not true in fewer words.
pub(super) fn shortened(sentence: &str, room: usize) -> Option<String> {
    let sentence = without_asides(sentence);
    if sentence.chars().count() <= room { Some(sentence) } else { cut(&sentence, room) }
}

/// The first words of a text, to the end of a part of a sentence where it has one.
pub(super) fn first_part(text: &str, room: usize) -> String {
    if text.chars().count() <= room {
        return text.trim_end_matches(['.', ';', ':', ',']).to_owned();
    }
    let head = whole_words(head(text, room - 1));
    // "muncă la domiciliu" says another thing without "sau în regim de telemuncă".
    let after = text[head.len()..].trim_start_matches([',', ' ']);
    let goes_on = ["sau ", "ori ", "și ", "și/sau "].iter().any(|word| after.starts_with(word));
    let before = [" la ", " de ", " în ", " prin ", " pe ", " cu ", " din "].iter().filter_map(|word| head.rfind(word));
    let end = before.max().filter(|at| goes_on && head.len() - *at <= FARTHEST).unwrap_or(head.len());
    format!("{}…", whole_words(&head[..end]))
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
    let asides = |at: usize| if at == 0 { FIRST_ASIDES } else { ASIDES };
    let is_aside = |at: usize| at + 1 < parts.len() && asides(at).iter().any(|words| parts[at].starts_with(words));
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
    kept.trim_start().to_owned()
}

/// The longest beginning of a sentence that ends where a part of it does, after a verb, and that nothing behind it
/// restricts. A mark shows that more than a purpose or a rule follows.
fn cut(sentence: &str, room: usize) -> Option<String> {
    let limit = sentence.char_indices().nth(room.saturating_sub(1)).map_or(sentence.len(), |(at, _)| at);
    let window = &sentence[..limit];
    let is_said = |at: &usize| {
        let said = &sentence[..*at];
        // Before an aside, the object may still come.
        let is_before_aside = is_aside(sentence[*at..].trim_start_matches([',', ' ']));
        let least = if is_before_aside { SHORTEST } else { SHORTEST / 2 };
        let is_whole = !is_open(said)
            && !is_in_name(said, &sentence[*at..])
            && !announces(said)
            && !restricts_link(&sentence[*at..]);
        said.chars().count() >= SHORTEST && verb(said).is_some_and(|verb| at - verb > least) && is_whole
    };
    // Before a colon, the object is still to come.
    // The comma of "1,20 metri" ends nothing.
    let ends_part = |at: &usize| !sentence[at + 1..].starts_with(|c: char| c.is_ascii_digit());
    let commas = window.match_indices([',', ';']).map(|(at, _)| at).filter(ends_part).filter(is_said).max();
    let links = LINKS.iter().filter_map(|link| window.rfind(link)).filter(is_said).max();
    // A sentence is cut at a link only where its parts would leave much unsaid.
    let at = match (commas, links) {
        (Some(comma), Some(link)) if link > comma && comma < limit / 2 => link,
        (comma, link) => comma.or(link)?,
    };
    let said = sentence[..at].trim_end_matches([' ', ',']);
    Some(if is_link(&sentence[at..]) { said.to_owned() } else { format!("{said}…") })
}

/// Whether words say only for what, how or by which rule.
fn is_link(rest: &str) -> bool {
    let rest = rest.trim_start_matches([',', ';', ' ']);
    LINKS.iter().any(|link| rest.starts_with(link.trim_start()))
}

/// Whether the words behind a cut restrict what stands before it.
fn restricts_link(rest: &str) -> bool {
    if is_link(rest) { has_condition(rest) } else { restricts(rest) }
}

/// Whether a part of a sentence says only how: "prin sisteme manuale".
fn is_aside(part: &str) -> bool {
    ["prin ", "pe ", "cu ", "în mod ", "la cerere", "atunci când "].iter().any(|words| part.starts_with(words))
}

/// Whether the last part of a beginning has not said its object: ", prin sisteme".
fn is_open(said: &str) -> bool {
    const OPENS: &[&str] = &[
        "prin ", "pe ", "cu ", "care ", "precum ", "inclusiv ", "indiferent ", "în cazul ", "la data ", "în mod ",
        "la cerere", "în limita ", "atunci când ",
    ];
    let last = said.rsplit(", ").next().unwrap_or_default();
    let word = said.rsplit(' ').next().unwrap_or_default();
    // "se asigură că, anterior deplasării": what is assured comes behind.
    let is_unsaid = said[..said.len() - last.len()].ends_with(" că, ");
    is_unsaid
        || lacks_action(said)
        || ends_with_bare_verb(said)
        || last != said && OPENS.iter().any(|words| last.starts_with(words))
        || LOOSE.contains(&word)
}

/// Whether words say that somebody has a duty, and not which: "au obligația ca, în termen de 15 zile".
fn lacks_action(said: &str) -> bool {
    said.rfind("obligația").is_some_and(|at| {
        let duty = &said[at..];
        !duty.contains(" de a ") && !duty.contains(" să ") && !duty.starts_with("obligația de ")
    })
}

/// Whether a comma stands inside a name: "Ministerului Dezvoltării, Lucrărilor Publice și Administrației".
fn is_in_name(said: &str, rest: &str) -> bool {
    let last = said.rsplit(' ').next().unwrap_or_default();
    let next = rest.trim_start_matches([',', ' ']);
    rest.starts_with(',') && last.starts_with(char::is_uppercase) && next.starts_with(char::is_uppercase)
}

/// Whether words end with a verb of which nothing is said: "declarațiile se completează și se depun".
pub(super) fn ends_with_bare_verb(said: &str) -> bool {
    said.rsplit(' ').nth(1) == Some("se")
}

/// Words that need the one after them.
const LOOSE: &[&str] = &[
    "de", "la", "în", "din", "cu", "pe", "prin", "pentru", "ai", "ale", "al", "a", "și", "sau", "prevăzute",
    "prevăzut", "conform", "potrivit", "că", "dacă", "să", "ca", "o", "un", "art.", "alin.", "lit.", "nr.", "privind",
    "care", "căror", "căruia", "căreia", "cărora",
];

/// Words without those at their end that need the next one.
pub(super) fn whole_words(words: &str) -> &str {
    let mut words = words.trim_end_matches([',', ';', ':', ' ', '/']);
    while let Some((rest, _)) = words.rsplit_once(' ').filter(|(_, last)| LOOSE.contains(last)) {
        words = rest.trim_end_matches([',', ' ']);
    }
    words
}
