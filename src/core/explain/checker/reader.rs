//! Reads all figures of a text, from its beginning to its end.

use super::acts;
use super::dates;
use super::figure::{FoundFigure, StatedFigure};
use super::quantities;
use super::reading::ReadingMode;
use super::references;
use super::token::{TokenKind, Tokens};

/// The figures of one place: more than one for a list, and the ways to read an ambiguous number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FigurePlace {
    pub figures: Vec<FoundFigure>,
    /// Whether the figures are readings of one number, of which one is enough.
    pub is_ambiguous: bool,
}

/// Returns the figures of a text in order.
pub fn figures(text: &str, reading: ReadingMode) -> Vec<FigurePlace> {
    let tokens = Tokens::new(text);
    let (mut places, mut at) = (Vec::new(), 0);
    while at < tokens.len() {
        match read(&tokens, at, reading) {
            Some((figures, end, is_ambiguous)) => {
                let range = tokens.range(at, end);
                let figures = figures.into_iter().map(|figure| FoundFigure { figure, range: range.clone() }).collect();
                places.push(FigurePlace { figures, is_ambiguous });
                at = end.max(at + 1);
            }
            None => at += 1,
        }
    }
    places
}

fn read(tokens: &Tokens, at: usize, reading: ReadingMode) -> Option<(Vec<StatedFigure>, usize, bool)> {
    let listed = |(figures, end)| (figures, end, false);
    if let Some(TokenKind::Code(code)) = tokens.get(at).map(|token| &token.kind) {
        return Some((vec![StatedFigure::Code(code.clone())], at + 1, false));
    }
    references::read(tokens, at)
        .or_else(|| acts::read(tokens, at))
        .or_else(|| dates::read(tokens, at))
        .or_else(|| read_year(tokens, at))
        .map(listed)
        .or_else(|| {
            quantities::read(tokens, at, reading).map(|(figures, end)| {
                let is_ambiguous = figures.len() > 1;
                (figures, end, is_ambiguous)
            })
        })
}

/// A number of four digits without a unit is a year.
fn read_year(tokens: &Tokens, at: usize) -> Option<(Vec<StatedFigure>, usize)> {
    let (figures, end) = dates::read_year(tokens, at)?;
    let before = at.checked_sub(1).map_or("", |before| tokens.word(before));
    if matches!(before, "anul" | "anului" | "anii" | "anilor" | "year" | "years") {
        return Some((figures, end));
    }
    // "2000-5000 lei".
    let is_sum = dates::connector(tokens, end).filter(|_| tokens.is_sign(end, '-')).is_some_and(|next| {
        tokens.number(next).is_some() && super::measure::read(tokens, next + 1).is_some_and(|(unit, _)| unit.is_money())
    });
    let counts = is_sum
        || super::measure::read(tokens, end).is_some_and(|(unit, _)| !unit.is_time())
        || super::number_words::factor(tokens.word(end)).is_some()
        || tokens.word(end) == "de";
    (!counts).then_some((figures, end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Language;

    fn shown(text: &str, language: Language) -> String {
        let shown = |figure: &StatedFigure| match figure {
            StatedFigure::Act { kind, number, year } => {
                format!("{} {number}/{}", kind.map_or("?", |kind| kind.name()), year.unwrap_or_default())
            }
            StatedFigure::Date { year, month, day } => {
                let part = |part: Option<u16>| part.map_or("?".to_owned(), |part| part.to_string());
                format!("{}-{}-{}", part(*year), part(month.map(Into::into)), part(day.map(Into::into)))
            }
            StatedFigure::Quantity { value, unit } => format!("{value} {unit:?}"),
            StatedFigure::Provision { level, label } => format!("{level:?} {label}"),
            StatedFigure::Code(code) => code.clone(),
        };
        let places = figures(text, ReadingMode::of(language));
        let listed: Vec<_> = places.iter().flat_map(|place| &place.figures).map(|found| shown(&found.figure)).collect();
        listed.join("; ")
    }

    #[track_caller]
    fn check(ro: &str, en: &str, expected: &str) {
        assert_eq!(shown(ro, Language::Ro), expected, "{ro}");
        assert_eq!(shown(en, Language::En), expected, "{en}");
    }

    #[test]
    fn amounts_and_percentages_are_equal_in_both_languages() {
        check("amenda de 10.000 de lei", "a fine of 10,000 lei", "10000 Lei");
        check("10 mii de lei", "RON 10,000", "10000 Lei");
        check("1,5 milioane de euro", "EUR 1.5 million", "1500000 Euro");
        check("60 000 euro", "€60,000", "60000 Euro");
        check("cota de 16%", "the rate of 16 per cent", "16 Percent");
        check("cota de 0,5 la sută", "the rate of 0.5%", "0.5 Percent");
        check("27 de puncte procentuale", "27 percentage points", "27 PercentPoint");
        check("între 5.000 și 10.000 de lei", "between 5,000 and 10,000 lei", "5000 Lei; 10000 Lei");
        check("2.000 milioane lei", "2,000 million lei", "2000000000 Lei");
        check("o sută de lei", "a hundred lei", "100 Lei");
        check("0,3 UVM/ha", "0.3 LSU per hectare", "0.3 LivestockUnit");
    }

    #[test]
    fn periods_and_counts_are_equal_in_both_languages() {
        check("în 30 de zile", "within 30 days", "30 Day");
        check("în 5 zile lucrătoare", "within five working days", "5 WorkingDay");
        check("douăzeci și cinci de ani", "twenty-five years", "25 Year");
        check("nouă luni", "nine months", "9 Month");
        check("o nouă regulă", "a new rule", "");
        check("în trei exemplare", "in three copies", "3 Copy");
        check("de două ori pe an", "twice a year", "2 Times");
        check("cele două acte", "the two acts", "");
        check("se reduce la jumătate", "is cut by half", "2 Share");
        check("un elev de 16 ani", "a 16-year-old pupil", "16 Year");
        check("categoria F1", "category F1", "F1");
        check("10, 20 sau 30 de zile", "10, 20 or 30 days", "10 Day; 20 Day; 30 Day");
    }

    #[test]
    fn dates_are_equal_in_both_languages() {
        check("la 31 decembrie 2025", "on 31 December 2025", "2025-12-31");
        check("la 31.12.2025", "on December 31, 2025", "2025-12-31");
        check("la 2025-12-31", "on the 31st of December 2025", "2025-12-31");
        check("între 1 iulie și 31 decembrie 2026", "from 1 July to 31 December 2026", "2026-7-1; 2026-12-31");
        check("1 și 2 ianuarie", "1 and 2 January", "?-1-1; ?-1-2");
        check("în iulie 2026", "in July 2026", "2026-7-?");
        check("luna mai", "in May", "?-5-?");
        check("nu mai plătești", "you may pay", "");
        check("din 2026", "from 2026", "2026-?-?");
        check("între 2022-2030", "between 2022 and 2030", "2022-?-?; 2030-?-?");
    }

    #[test]
    fn acts_are_equal_in_both_languages() {
        check("Legea nr. 227/2015", "Law no. 227/2015", "LEGE 227/2015");
        check("O.U.G. nr. 115/2023", "GEO 115/2023", "OUG 115/2023");
        let emergency = "Government Emergency Ordinance no. 77/1999";
        check("Ordonanța de urgență a Guvernului nr. 77/1999", emergency, "OUG 77/1999");
        check("Ordonanța Guvernului nr. 26/2000", "Government Ordinance no. 26/2000", "OG 26/2000");
        check("HG nr. 1.174/2014", "Government Decision no. 1174/2014", "HG 1174/2014");
        check("Legea societăților nr. 31/1990", "the Companies Law no. 31/1990", "LEGE 31/1990");
        let dated = "Law no. 10 of 25 January 2024";
        check("Legea nr. 10 din 25 ianuarie 2024", dated, "LEGE 10/2024; 2024-1-25");
        check("Regulamentul (UE) 2016/679", "Regulation (EU) 2016/679", "REGULAMENT UE 2016/679/0");
        check("Legile nr. 5/2020 și nr. 6/2021", "Laws no. 5/2020 and 6/2021", "LEGE 5/2020; LEGE 6/2021");
        check("Ordinul nr. 1.574/3.246/2025", "Order no. 1,574/3,246/2025", "ORDIN 1574/3246/2025");
    }

    #[test]
    fn provisions_are_equal_in_both_languages() {
        check("art. 5 alin. (2) lit. a)", "Article 5(2)(a)", "Article 5; Paragraph 2; Letter a");
        let both = "Article 34; Paragraph 1; Paragraph 4";
        check("art. 34 alin. (1)-(4)", "Article 34(1)-(4)", both);
        check("art. 97^1", "Article 97^1", "Article 97^1");
        check("art. 5-7 și 9", "Articles 5-7 and 9", "Article 5; Article 7; Article 9");
        check("art. 5 și 30 de zile", "Article 5 and 30 days", "Article 5; 30 Day");
        check("anexa nr. 2", "Annex 2", "Annex 2");
        check("articolul II pct. 3", "Article II point 3", "Article II; Point 3");
        check("alin. (1) și (2)", "paragraphs (1) and (2)", "Paragraph 1; Paragraph 2");
    }
}
