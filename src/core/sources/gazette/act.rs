//! One act of an issue.

use jiff::civil::Date;

use super::heads::is_dated_number;
use super::letters::{is_capitals, squeezed};
use super::paragraphs::{IssueWords, paragraphs, title_text};
use super::print::PrintLine;
use super::split::{ActLines, refusal};
use crate::domain::act::Act;
use crate::domain::gazette::Gazette;
use crate::domain::{IssueName, Language, date};
use crate::sources::found_act::{self, FoundAct};
use paragraf_law::MentionValue;
use paragraf_law::act_kind::ActKind;

/// Lines above `Nr. 87.` that may contain `București, 28 mai 2026.`
const LINES_OF_PLACE: usize = 4;
/// Words in names of institutions that stay in lower case.
const SMALL_WORDS: [&str; 12] = ["de", "a", "al", "ale", "ai", "și", "pentru", "din", "în", "la", "cu", "privind"];

/// Reads the act in these lines.
///
/// # Errors
/// The reason why an act without number, date or issuer is refused.
pub(super) fn read(
    lines: &[PrintLine],
    part: &ActLines<'_>,
    sections: &[&str],
    words: &IssueWords,
    gazette: &Gazette,
) -> Result<FoundAct, String> {
    let entry = part.entry;
    let refused = |why: &str| refusal(entry, why);
    let kind_name = entry.kind.ok_or_else(|| refused("its kind is not known"))?.name;
    let number = entry.number.as_deref().ok_or_else(|| refused("it has no number of its own"))?;
    let (head, body) = (&lines[part.block.clone()], &lines[part.body.clone()]);
    let date = date_of(head, &lines[part.block.end..part.title.start], body, number);
    let date = date.ok_or_else(|| refused(&format!("no line gives its number {number} and its day")))?;
    let printed = printed_issuer(head, sections);
    let kind = found_act::kind(kind_name, printed.as_deref()).ok_or_else(|| refused("its kind is not known"))?;
    let issuer = ActKind::of_name(&kind).and_then(ActKind::issuer).map(str::to_owned).or(printed);
    let issuer = issuer.ok_or_else(|| refused("no line above it names its issuer"))?;
    let subject = title_text(&lines[part.title.clone()], words);
    let title = format!("{kind_name} nr. {number} din {} {subject}", date::long(date, Language::Ro));
    let text = std::iter::once(title.clone()).chain(paragraphs(body, words)).collect::<Vec<_>>().join("\n");
    Ok(FoundAct {
        act: Act { kind, number: Some(number.replace(['.', ' '], "")), year: date.year(), issuer: Some(issuer) },
        title,
        date: Some(date),
        gazette: Some(gazette.clone()),
        in_force: None,
        portal_id: None,
        consolidated_url: None,
        published_url: None,
        gazette_url: IssueName::of(gazette).map(|name| name.url()),
        text,
    })
}

/// The day of an act: above the number at its end, or beside the number in its heading.
fn date_of(head: &[PrintLine], numbering: &[PrintLine], body: &[PrintLine], number: &str) -> Option<Date> {
    let first = squeezed(number.split('/').next()?);
    let at_end = || {
        let ending = format!("nr{first}");
        let last = body.iter().rposition(|line| is_ending(&line.text, &ending))?;
        let above = &body[last.saturating_sub(LINES_OF_PLACE)..=last];
        above.iter().rev().find_map(|line| day_in(&line.text))
    };
    let in_heading = || {
        let lines: Vec<_> = head.iter().chain(numbering).collect();
        let at = lines.iter().position(|line| squeezed(&line.text).contains(&format!("nr{first}")))?;
        lines[at..].iter().take(2).find_map(|line| day_in(&line.text))
    };
    at_end().or_else(in_heading)
}

/// Whether a line is `Nr. 87.`, or `București, 28 mai 2026. Nr. 87.`
fn is_ending(line: &str, ending: &str) -> bool {
    let words = squeezed(line);
    let before = words.strip_suffix(ending);
    before.is_some_and(|before| before.is_empty() || (before.len() < 40 && day_in(line).is_some()))
}

fn day_in(text: &str) -> Option<Date> {
    paragraf_law::read_text(text).into_iter().find_map(|mention| match mention.value {
        MentionValue::Date { date } => Some(date),
        MentionValue::Citation(act) => act.date,
        _ => None,
    })
}

/// The issuer: the lines in capitals above the kind without the section's name, in the usual letters.
fn printed_issuer(head: &[PrintLine], sections: &[&str]) -> Option<String> {
    let sections: Vec<_> = sections.iter().map(|section| squeezed(section)).collect();
    let (_, above) = head.split_last()?;
    let is_section = |line: &str| sections.iter().any(|section| section.contains(line));
    let named = above.iter().filter(|line| is_capitals(&line.text) && !is_dated_number(&line.text));
    let named = named.filter(|line| !is_section(&squeezed(&line.text)));
    let name = named.map(|line| line.text.as_str()).collect::<Vec<_>>().join(" ");
    (!name.is_empty()).then(|| usual_letters(&name))
}

/// `MINISTERUL FINANȚELOR` as `Ministerul Finanțelor`.
fn usual_letters(name: &str) -> String {
    let lower = name.to_lowercase();
    let words = lower.split_whitespace().map(|word| {
        let mut letters = word.chars();
        match letters.next() {
            Some(first) if !SMALL_WORDS.contains(&word) => first.to_uppercase().chain(letters).collect(),
            _ => word.to_owned(),
        }
    });
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_capitals_get_their_usual_letters() {
        let name = usual_letters("AGENȚIA NAȚIONALĂ DE ADMINISTRARE FISCALĂ");
        assert_eq!(name, "Agenția Națională de Administrare Fiscală");
    }
}
