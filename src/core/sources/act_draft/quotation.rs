//! The words of a provision in a quotation: its beginning, or its subject and what it says, with marks where words are
//! left out.

use super::clauses::first_part;
use super::reading::sentences;
use super::restrictions::is_participle;
use super::verbs::verb;

/// Characters behind the verb without which a quotation has said nothing.
const LEAST_SAID: usize = 25;
/// Characters of a part before and behind the gap.
const LEAST_PART: usize = 30;
/// First words of a sentence whose subject comes behind a comma, or right before its verb.
const CASES: [&str; 15] = [
    "la cererea ", "la solicitarea ", "la data ", "pentru ", "prin derogare de la ", "după ", "în termen de ",
    "în cazul ", "în cazurile ", "în situația ", "în situațiile ", "dacă ", "când ", "atunci când ",
    "prin excepție de la ",
];
const PURPOSES: [&str; 5] = ["în vederea ", "în scopul ", "în perioada ", "pentru aplicarea ", "începând cu "];
/// Words that belong to the verb behind them.
const PARTICLES: [&str; 12] = ["nu", "se", "li", "i", "le", "îi", "își", "o", "mai", "s-a", "s-au", "va"];

/// A text in at most `room` characters. Words are left out between its subject and its verb if its beginning would not
/// reach what it says.
pub(super) fn quotation(text: &str, room: usize) -> String {
    let begins = first_part(text, room);
    if text.chars().count() <= room {
        return begins;
    }
    with_gap(text, begins.len(), room).unwrap_or(begins)
}

fn with_gap(text: &str, reached: usize, room: usize) -> Option<String> {
    let sentence = *sentences(text).first()?;
    let at = with_particles(sentence, verb(sentence)?);
    if at + LEAST_SAID < reached {
        return None;
    }
    let before = sentence[..at].trim_end();
    let main = if CASES.iter().any(|words| sentence.starts_with(words)) {
        // "în cazul în care X plătește, Y este obligat": without its subject, the verb would be of X.
        let start = before.rfind(", ")? + 2;
        (at > start).then_some(start)?
    } else if PURPOSES.iter().any(|words| sentence.starts_with(words)) {
        before.find(", ")? + 2
    } else {
        at
    };
    let whole_lead = sentence[..main].trim_end_matches([',', ' ']);
    let left = room.checked_sub(room / 3 + 2).filter(|left| *left >= LEAST_PART)?;
    let said = first_part(&sentence[main..], left);
    let lead = first_part(whole_lead, room - said.chars().count() - 2);
    // "salariații care au copii, încadrați în grad de handicap": an attribute of its own says which.
    let left_out = whole_lead.get(lead.trim_end_matches('…').len()..).unwrap_or_default();
    if left_out.split(", ").skip(1).any(|part| is_participle(part.split(' ').next().unwrap_or_default())) {
        return None;
    }
    let mark = if lead.ends_with('…') || main < at { "" } else { "…" };
    let comma = if main < at && !lead.ends_with('…') { "," } else { "" };
    // The verb of the main clause is within reach too.
    (said.len() > at - main + LEAST_SAID / 2).then(|| format!("{lead}{mark}{comma} {said}"))
}

/// The place of a verb with the words that belong to it, which may deny it.
fn with_particles(sentence: &str, verb: usize) -> usize {
    let mut at = verb;
    while let Some(word) = sentence[..at].trim_end().rsplit(' ').next().filter(|word| PARTICLES.contains(word)) {
        at = sentence[..at].trim_end().len() - word.len();
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quotation_leaves_out_what_stands_before_its_verb_and_keeps_a_denial() {
        for (text, expected) in [
            (
                "polițistul numit în prima funcție sau mutat în interesul serviciului într-o altă localitate decât cea în care își are domiciliul nu are dreptul la o compensație lunară pentru chirie mai mare decât chiria prevăzută în contract",
                "polițistul numit… nu are dreptul la o compensație lunară pentru chirie mai mare decât…",
            ),
            (
                "în cazul în care nu este cheltuită suma alocată prin schema de ajutor de stat, în urma însumării cererilor depuse, suma rămasă se redistribuie către solicitanții declarați eligibili",
                "în cazul în care nu este cheltuită suma… suma rămasă se redistribuie către solicitanții declarați eligibili",
            ),
            ("furnizorii depun cererea", "furnizorii depun cererea"),
        ] {
            let found = quotation(text, 110);
            assert!(found.chars().count() <= 110 && found.contains('…') == expected.contains('…'), "{found}");
            assert_eq!(found, expected);
        }
    }
}
