//! The days of operations that enter into force apart from their act.

use jiff::civil::Date;

use super::outcome::OwnDay;
use crate::act_kind::ActKind;
use crate::amend::operation::AmendingOperation;
use crate::form::{Form, Section, mark};
use crate::normalise::SearchCopy;
use crate::provision::Provision;
use crate::timetable::{ProvisionDay, timetable};
use crate::{MentionValue, read_text};

/// The clauses of an amending act that give its provisions a day of their own.
pub struct OwnDays(Vec<ProvisionDay>);

impl OwnDays {
    /// Reads the clauses of an act. Without `published`, the day is that of the gazette in the act's heading.
    pub fn read(act: &Form, published: Option<Date>) -> Self {
        let is_clause = |text: &&str| text.contains("vigoare");
        let clauses = act.articles().map(|article| article.text.as_str()).filter(is_clause);
        let text = clauses.collect::<Vec<_>>().join("\n");
        let kind = act.act.as_ref().map_or(ActKind::Law, |act| act.kind);
        Self(timetable(kind, published.or_else(|| publication(act)), &read_text(&text)).provisions)
    }

    /// The day of an operation: by a clause of the act, by its own words, or by those of the lead of its list.
    pub fn of_operation(&self, operation: &AmendingOperation) -> Option<OwnDay> {
        let of_clause = self.of(&operation.source);
        of_clause.or_else(|| own_words(&operation.text)).or_else(|| own_words(&operation.lead))
    }

    /// The day of the operation at a place of the act, such as `art. I pct. 4`; `None` if it shares the act's day.
    pub fn of(&self, source: &str) -> Option<OwnDay> {
        // A point in the list of a point has the day of that one.
        let holders = std::iter::successors(Some(source), |source| Some(source.rsplit_once(" pct. ")?.0));
        let place: Provision = holders.into_iter().find_map(|source| source.parse().ok())?;
        let named = self.0.iter().flat_map(|day| day.provisions.iter().map(move |provision| (day, provision)));
        let named = named.flat_map(|(day, provision)| provision.singles().into_iter().map(move |single| (day, single)));
        let (day, _) = named.filter(|(_, named)| holds(named, &place)).max_by_key(|(_, named)| named.levels.len())?;
        Some(OwnDay { clause: day.clause.clone(), in_force: day.in_force })
    }

    /// Why an operation is not in force on a day; `None` if it is.
    pub fn problem_on(&self, operation: &AmendingOperation, day: Date) -> Option<String> {
        let own = self.of_operation(operation)?;
        match own.in_force {
            Some(in_force) if in_force <= day => None,
            Some(in_force) => Some(format!("it enters into force on {in_force}, after {day}")),
            None => Some(format!("the day on which it enters into force is not known: {}", own.clause)),
        }
    }
}

/// The day with which an operation begins: "La data de 1 ianuarie 2027, articolul 4 se abrogă".
fn own_words(text: &str) -> Option<OwnDay> {
    const WORDS: [&str; 7] = [
        "la data de", "pe data de", "cu data de", "din data de", "incepand cu data de", "incepand cu", "incepand de la",
    ];
    let text = &text[..text.floor_char_boundary(200)];
    let (day, end) = read_text(text).into_iter().find_map(|mention| match mention.value {
        MentionValue::Date { date } => Some((Some(date), mention.end)),
        MentionValue::From { moment, .. } => Some((moment.first_day(), mention.end)),
        _ => None,
    })?;
    let day = day?;
    let clause = &text[..end];
    let copy = SearchCopy::new(clause);
    let words = copy.text().to_ascii_lowercase();
    let words = mark::read(&words).map_or(words.as_str(), |mark| words[mark.length..].trim_start());
    let rest = WORDS.iter().find_map(|start| words.strip_prefix(start))?.trim_start();
    // Nothing but the day stands after these words.
    let is_day = rest.split(' ').count() <= 3;
    is_day.then(|| OwnDay { clause: clause.to_owned(), in_force: Some(day) })
}

/// Whether a clause about `named` is about the operation at `place`. A clause need not name the article again.
fn holds(named: &Provision, place: &Provision) -> bool {
    named.levels.iter().filter(|level| !level.labels.is_empty()).all(|level| place.levels.contains(level))
}

/// The day of the issue that the text before the first article names.
fn publication(act: &Form) -> Option<Date> {
    let heading = act.sections.iter().take_while(|section| !matches!(section, Section::Article(_)));
    let texts = heading.filter_map(|section| match section {
        Section::Other(text) => Some(text.as_str()),
        _ => None,
    });
    [act.title.as_str()].into_iter().chain(texts).flat_map(read_text).find_map(|mention| match mention.value {
        MentionValue::Gazette(found) if !found.republished => Some(found.gazette.date),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::form::read::read;

    fn days(clause: &str) -> OwnDays {
        let text = format!(
            "LEGE nr. 5 din 10 ianuarie 2025\n\nArticolul I\nLegea nr. 31/1990 se modifică după cum urmează:\n1. Articolul 2 se abrogă.\n\nArticolul II\n{clause}\n"
        );
        OwnDays::read(&read(&text).expect("an act"), Some(jiff::civil::date(2025, 1, 13)))
    }

    fn day(days: &OwnDays, source: &str) -> Option<String> {
        days.of(source).map(|day| day.in_force.expect("a day").to_string())
    }

    #[test]
    fn operations_have_the_days_of_the_clauses_that_name_them() {
        let days = days(
            "Prezenta lege intră în vigoare la 3 zile de la data publicării în Monitorul Oficial al României, Partea I, cu excepția prevederilor art. I punctele 4 și 5 care intră în vigoare la 30 de zile de la data publicării. Prevederile art. I pct. 7-9 intră în vigoare la data de 1 iulie 2025.",
        );
        let found = ["art. I pct. 3", "art. I pct. 4", "art. I pct. 5", "art. I pct. 8", "art. III pct. 8", "art. I"];
        let found = found.map(|source| day(&days, source));
        let expected = [None, Some("2025-02-12"), Some("2025-02-12"), Some("2025-07-01"), None, None];
        assert_eq!(found, expected.map(|day| day.map(str::to_owned)));
        assert_eq!(day(&days, "art. I pct. 4 pct. 2 pct. 1").as_deref(), Some("2025-02-12"));
        assert_eq!(day(&days, "art. I pct. 3 pct. 4"), None);
    }

    #[test]
    fn a_clause_about_another_act_gives_no_operation_a_day() {
        let days = days("Prevederile art. 4 din Legea nr. 85/2014 intră în vigoare la data de 1 iulie 2025.");
        assert_eq!(day(&days, "art. 4"), None);
    }

    #[test]
    fn provisions_that_share_a_verb_have_their_own_days() {
        let days = days(
            "Prezenta lege intră în vigoare după cum urmează: a) art. I pct. 1 și art. I pct. 2, la 1 martie 2025; b) art. I pct. 3, la un an; c) art. II, la 1 mai 2025.",
        );
        assert_eq!(day(&days, "art. I pct. 2").as_deref(), Some("2025-03-01"));
        assert_eq!(days.of("art. I pct. 3").map(|day| day.in_force), Some(None));
        assert_eq!(day(&days, "art. II").as_deref(), Some("2025-05-01"));
    }

    #[test]
    fn the_narrower_clause_decides() {
        let days = days(
            "Prevederile art. I intră în vigoare la data de 1 martie 2025, cu excepția pct. 2, care intră în vigoare la data de 1 mai 2025.",
        );
        assert_eq!(day(&days, "art. I pct. 1").as_deref(), Some("2025-03-01"));
        assert_eq!(day(&days, "art. I pct. 2").as_deref(), Some("2025-05-01"));
    }
}
