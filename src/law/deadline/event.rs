//! Events from which terms run: `data intrării în vigoare a prezentei legi`.

use super::mention::{Anchor, AnchorKind};
use crate::cursor::Cursor;
use crate::reference::{ActReference, read_owner, read_present, read_published};

/// Length of the longest description of an event, in bytes.
const LONGEST_ANCHOR: usize = 90;

/// Reads the words for an event up to the next punctuation other than the dot of an abbreviation.
pub fn read_event(cursor: &mut Cursor<'_>) -> Option<Anchor> {
    let (start, rest) = (cursor.at(), cursor.rest());
    let mut end = rest.len();
    for (at, byte) in rest.bytes().enumerate() {
        let ends = matches!(byte, b';' | b':' | b',' | b'\n' | b'"' | b')') && !is_enumeration_sign(rest, at);
        if ends || (byte == b'.' && !is_abbreviation(&rest[..at]) && !is_initial(rest, at)) {
            end = at;
            break;
        }
        if at >= LONGEST_ANCHOR {
            end = rest[..at].rfind(' ').unwrap_or(at);
            break;
        }
    }
    let text = rest[..end].trim_end();
    let text = before_rule(text.strip_suffix("..").unwrap_or(text));
    if text.len() < 3 {
        return None;
    }
    // The name of the act may stand after a comma, beyond these words; where it is the present one, they end after it.
    let mut named = cursor.moved_to(start);
    let (event, of) = read_day_of_act(&mut named);
    let is_present = matches!(of, ActReference::Present(_));
    let text = if is_present { named.text_since(start) } else { text };
    *cursor = cursor.moved_to(start + text.len());
    let event = if of == ActReference::Other { AnchorKind::Event } else { event };
    Some(Anchor { event, of, range: (start, start + text.len()), text: String::new() })
}

/// The words of an event before the rule that follows without a comma: "publicarea baremului candidații pot contesta".
/// A relative clause belongs to the event: "data la care se va comunica".
fn before_rule(event: &str) -> &str {
    const VERBS: [&str; 20] = [
        " se va ", " se vor ", " va ", " vor ", " poate ", " pot ", " are obligatia", " au obligatia", " este obligat",
        " sunt obligat", " se aproba", " se modifica", " se abroga", " se emit", " se elaboreaza", " se publica",
        " se constituie", " se stabilesc", " se adopta", " se actualizeaza",
    ];
    let verb = VERBS.iter().filter_map(|verb| event.find(verb)).min().unwrap_or(event.len());
    let is_relative = event[..verb].split(' ').any(|word| matches!(word, "care" | "cand" | "unde"));
    if is_relative { event } else { event[..verb].trim_end() }
}

/// Reads a day of an act, and the act.
fn read_day_of_act(cursor: &mut Cursor<'_>) -> (AnchorKind, ActReference) {
    cursor.word(&["data", "datei", "momentul"]);
    cursor.spaces();
    if let Some(present) = cursor.attempt(read_clause) {
        return present;
    }
    if cursor.word(&["intrarii in vigoare", "intrarea in vigoare"]) {
        (AnchorKind::EntryIntoForce, read_owner(cursor))
    } else if cursor.word(&["publicarii", "publicarea", "publicare"]) {
        (AnchorKind::Publication, read_published(cursor))
    } else {
        (AnchorKind::Event, ActReference::Unnamed)
    }
}

/// Reads `la care prezenta lege intră în vigoare`.
fn read_clause(cursor: &mut Cursor<'_>) -> Option<(AnchorKind, ActReference)> {
    cursor.word(&["la care", "cand", "in care"]).then_some(())?;
    cursor.spaces();
    let act = read_present(cursor)?;
    cursor.spaces();
    let enters = cursor.word(&["intra in vigoare", "va intra in vigoare", "a intrat in vigoare"]);
    let is_published = cursor.word(&["se publica", "a fost publicata", "este publicata", "a fost publicat"]);
    (enters || is_published).then_some((if enters { AnchorKind::EntryIntoForce } else { AnchorKind::Publication }, act))
}

/// Whether the bracket closes a number or a letter of a provision.
fn is_enumeration_sign(rest: &str, at: usize) -> bool {
    rest.as_bytes()[at] == b')'
        && (rest[..at].contains('(') || rest[..at].ends_with(|c: char| c.is_ascii_alphanumeric()))
}

/// Whether the dot stands between initials, as in `A.S.F.`.
fn is_initial(rest: &str, at: usize) -> bool {
    let next = rest.as_bytes().get(at + 1).is_some_and(u8::is_ascii_uppercase);
    next && rest[..at].ends_with(|c: char| c.is_ascii_uppercase())
}

fn is_abbreviation(before: &str) -> bool {
    let word = before.rsplit(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
    let digit = before.ends_with(|c: char| c.is_ascii_digit());
    ["art", "alin", "lit", "pct", "nr"].iter().any(|known| word.eq_ignore_ascii_case(known))
        || (digit && word.len() < 2)
}
