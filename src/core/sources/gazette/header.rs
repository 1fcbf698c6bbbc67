//! Reads number, date and part of an issue from the headers of its pages and from its first page.

use std::collections::HashMap;

use jiff::civil::Date;

use super::letters::squeezed;
use super::print::{Print, PrintLine};
use super::summary;
use crate::domain::gazette::Gazette;
use paragraf_law::MentionValue;

const NO_ISSUE: &str = "names no issue of Monitorul Oficial in its headers; import the PDF file of a whole issue of \
                        Part I or II, as monitoruloficial.ro publishes it";

/// Reads the issue that the headers name.
///
/// # Errors
/// The reason, with its remedy, if they name none, or if the first page names another one.
pub(super) fn read(print: &Print) -> Result<Gazette, String> {
    let first_page: Vec<_> = print.lines.iter().take_while(|line| line.page == 0).collect();
    let ends = first_page.iter().position(|line| summary::is_start(&line.text)).unwrap_or(first_page.len().min(40));
    let cover = cover(&first_page[..ends]);
    match (most_frequent(&print.headers), cover) {
        (Some(header), Some(cover)) if header != cover => Err(format!(
            "names two issues, nr. {} of {} on its first page and nr. {} of {} on the others; import each issue as a \
             file of its own",
            cover.number, cover.date, header.number, header.date
        )),
        (header, cover) => header.or(cover).ok_or_else(|| NO_ISSUE.to_owned()),
    }
}

fn most_frequent(headers: &[Gazette]) -> Option<Gazette> {
    let mut counts: HashMap<(&str, &str, bool, Date), (usize, &Gazette)> = HashMap::new();
    for header in headers {
        counts.entry((&header.part, &header.number, header.bis, header.date)).or_insert((0, header)).0 += 1;
    }
    counts.into_values().max_by_key(|(count, header)| (*count, header.date)).map(|(_, header)| header.clone())
}

/// Reads `PARTEA I`, `Anul 194 (XXXVIII) - Nr. 456 bis` and `Joi, 28 mai 2026` above the summary.
fn cover(lines: &[&PrintLine]) -> Option<Gazette> {
    let part = lines.iter().find_map(|line| part(&squeezed(&line.text)))?;
    let texts: Vec<_> = lines.iter().map(|line| line.text.as_str()).collect();
    let text = texts.join(" ");
    let (_, numbered) = text.split_once("Anul ")?;
    let (_, rest) = numbered.split_once("Nr.")?;
    let rest = rest.trim_start();
    let digits = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
    let (number, rest) = rest.split_at(digits);
    let number = number.replace('.', "");
    let bis = rest.trim_start().to_lowercase().starts_with("bis");
    let date = paragraf_law::read_text(rest).into_iter().find_map(|mention| match mention.value {
        MentionValue::Date { date } => Some(date),
        _ => None,
    })?;
    (!number.is_empty()).then(|| Gazette { part: part.to_owned(), number, bis, date })
}

fn part(words: &str) -> Option<&'static str> {
    const PARTS: [(&str, &str); 7] = [
        ("parteai", "I"),
        ("parteaaiia", "II"),
        ("parteaaiiia", "III"),
        ("parteaaiva", "IV"),
        ("parteaava", "V"),
        ("parteaavia", "VI"),
        ("parteaaviia", "VII"),
    ];
    PARTS.into_iter().find(|(name, _)| *name == words).map(|(_, part)| part)
}
