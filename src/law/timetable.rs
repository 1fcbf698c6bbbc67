//! The days of an act: when it and its provisions enter into force, from its publication and its own clauses.

use jiff::civil::Date;
use serde::Serialize;

use super::act_kind::ActKind;
use super::counting::CountingRegime;
use super::deadline::{AnchorKind, Direction, TermMention};
use super::force::{ForceAnchor, ForceRule, ForceSubject};
use super::length::{Length, TimeUnit};
use super::mention::{Mention, MentionValue};
use super::moment::Moment;
use super::provision::Provision;

/// Days from the publication of a law, or of an ordinance under an enabling law, to its entry into force (Legea
/// nr. 24/2000, art. 12 para. 1).
const DAYS_OF_A_LAW: Length = Length { number: 3, unit: TimeUnit::Days };

/// When an act and its provisions enter into force.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Timetable {
    /// The day on which the act enters into force, by its own clause or by its kind, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub in_force: Option<Date>,
    /// Whether a clause of the act gives that day.
    pub by_own_clause: bool,
    /// Clauses about provisions of the act, in the order of the text.
    pub provisions: Vec<ProvisionDay>,
}

/// The day of the provisions that a clause names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ProvisionDay {
    /// Offset of the clause in the text.
    pub start: usize,
    /// The clause as written: `intră în vigoare la 30 de zile de la data publicării`.
    pub clause: String,
    pub provisions: Vec<Provision>,
    /// The day, if the clause gives it or the act's publication is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub in_force: Option<Date>,
}

/// The day on which an act without a clause of its own enters into force; `kind` is the name of an [`ActKind`].
pub fn usual_entry_into_force(kind: &str, published: Date) -> Date {
    if kind == ActKind::Law.name() || kind == ActKind::Ordinance.name() {
        CountingRegime::EntryIntoForce.last_day(published, DAYS_OF_A_LAW, Direction::After)
    } else {
        published
    }
}

/// The clause that gives the day on which the act enters into force, with that day.
///
/// It is the last such clause: final provisions stand at the end of an act, after any clause quoted for another act.
pub fn own_clause(published: Option<Date>, mentions: &[Mention]) -> Option<(Date, &Mention)> {
    mentions.iter().rev().find_map(|mention| match &mention.value {
        MentionValue::EntryIntoForce { rule, subject: ForceSubject::ThisAct, .. } => {
            Some((force_day(rule, published, None)?, mention))
        }
        _ => None,
    })
}

/// The timetable of an act, given the day of its publication if that is known.
pub fn timetable(kind: ActKind, published: Option<Date>, mentions: &[Mention]) -> Timetable {
    let usual = published.map(|published| usual_entry_into_force(kind.name(), published));
    let own_day = own_clause(published, mentions).map(|(day, _)| day);
    let in_force = own_day.or(usual);
    let provisions = mentions.iter().filter_map(|mention| match &mention.value {
        MentionValue::EntryIntoForce { rule, subject: ForceSubject::Provisions, provisions } => Some(ProvisionDay {
            start: mention.start,
            clause: mention.text.clone(),
            provisions: provisions.clone(),
            in_force: force_day(rule, published, in_force),
        }),
        _ => None,
    });
    Timetable { in_force, by_own_clause: own_day.is_some(), provisions: provisions.collect() }
}

/// The day that a rule gives, with the known days of the act.
pub fn force_day(rule: &ForceRule, published: Option<Date>, in_force: Option<Date>) -> Option<Date> {
    match rule {
        ForceRule::On { moment } => moment_day(moment, published, in_force),
        ForceRule::After { length, after } => {
            let from = match after {
                ForceAnchor::Publication => published,
                ForceAnchor::EntryIntoForce => in_force,
            };
            Some(CountingRegime::EntryIntoForce.last_day(from?, *length, Direction::After))
        }
        ForceRule::With => None,
    }
}

/// The first day of a moment, given the days of the act that names it.
pub fn moment_day(moment: &Moment, published: Option<Date>, in_force: Option<Date>) -> Option<Date> {
    let month_after = |day: Option<Date>| day?.last_of_month().tomorrow().ok();
    match moment {
        Moment::Publication => published,
        Moment::EntryIntoForce => in_force,
        Moment::MonthAfterPublication => month_after(published),
        Moment::MonthAfterEntryIntoForce => month_after(in_force),
        other => other.first_day(),
    }
}

/// The last day of a term that runs from the publication or the entry into force; `None` for one that runs from
/// another event.
pub fn term_day(
    term: &TermMention,
    regime: CountingRegime,
    published: Option<Date>,
    in_force: Option<Date>,
) -> Option<Date> {
    let event = match term.anchor.as_ref()?.event {
        AnchorKind::Publication => published,
        AnchorKind::EntryIntoForce => in_force,
        AnchorKind::Event => return None,
    };
    Some(regime.last_day(event?, term.length, term.direction))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read_text;

    fn day(text: &str) -> Date {
        text.parse().expect("a day")
    }

    #[test]
    fn acts_enter_into_force_on_their_real_days() {
        let law = ActKind::Law;
        for (kind, published, clause, in_force) in [
            // Legea 239/2025, Legea 246/2025, Legea 87/2026, OG 6/2026, OUG 89/2025.
            (law, "2025-12-15", "", "2025-12-18"),
            (law, "2025-12-29", "", "2026-01-01"),
            (law, "2026-05-28", "", "2026-05-31"),
            (ActKind::Ordinance, "2026-01-30", "", "2026-02-02"),
            (ActKind::EmergencyOrdinance, "2025-12-24", "", "2025-12-24"),
            // Legea 115/2023, Legea 243/2024, Legea 296/2023.
            (
                law,
                "2023-05-11",
                "Prezenta lege intră în vigoare la 6 luni de la publicarea în Monitorul Oficial al României, Partea I.",
                "2023-11-11",
            ),
            (
                law,
                "2024-08-13",
                "Dispozițiile prezentei legi intră în vigoare la 90 de zile de la data publicării în Monitorul Oficial.",
                "2024-11-11",
            ),
            (law, "2023-10-27", "Prezenta lege intră în vigoare la 15 zile de la data publicării", "2023-11-11"),
            (
                law,
                "2024-03-19",
                "Prezenta lege intră în vigoare la un termen de 30 de zile de la data publicării",
                "2024-04-18",
            ),
            (law, "2024-03-19", "Prezenta lege intră în vigoare cu începere de la 1 mai 2024", "2024-05-01"),
        ] {
            let timetable = timetable(kind, Some(day(published)), &read_text(clause));
            assert_eq!(timetable.in_force, Some(day(in_force)), "{published} {clause}");
            assert_eq!(timetable.by_own_clause, !clause.is_empty());
        }
    }

    #[test]
    fn provisions_have_days_of_their_own() {
        // Legea 50/2024 and Legea 86/2025.
        for (published, clause, in_force, provision) in [
            (
                "2024-03-19",
                "Prevederile art. 5 intră în vigoare la 30 de zile de la data publicării prezentei legi.",
                "2024-03-22",
                "2024-04-18",
            ),
            (
                "2025-05-23",
                "Art. 7 intră în vigoare la 30 de zile de la data intrării în vigoare a prezentei legi.",
                "2025-05-26",
                "2025-06-25",
            ),
        ] {
            let timetable = timetable(ActKind::Law, Some(day(published)), &read_text(clause));
            let days: Vec<_> = timetable.provisions.iter().map(|provision| provision.in_force).collect();
            assert_eq!((timetable.in_force, days), (Some(day(in_force)), vec![Some(day(provision))]), "{clause}");
        }
    }

    #[test]
    fn a_quoted_clause_of_another_act_does_not_count() {
        let text = "1. Articolul 9 va avea următorul cuprins: Prezenta lege intră în vigoare la 1 ianuarie 2026.\nArt. II Prezenta lege intră în vigoare la 90 de zile de la data publicării.";
        let timetable = timetable(ActKind::Law, Some(day("2026-03-02")), &read_text(text));
        assert_eq!(timetable.in_force, Some(day("2026-05-31")));
    }

    #[test]
    fn a_rule_about_all_laws_is_not_a_clause_of_this_one() {
        let text = "(1) Legile și ordonanțele emise de Guvern în baza unei legi speciale de abilitare intră în vigoare la 3 zile de la data publicării în Monitorul Oficial al României, Partea I, sau la o dată ulterioară prevăzută în textul lor. Termenul de 3 zile se calculează pe zile calendaristice, începând cu data publicării în Monitorul Oficial al României, Partea I, și expiră la ora 24,00 a celei de-a treia zi de la publicare.";
        let timetable = timetable(ActKind::Law, Some(day("2010-04-21")), &read_text(text));
        assert!(!timetable.by_own_clause && timetable.provisions.is_empty(), "{timetable:?}");
    }

    #[test]
    fn terms_from_an_event_have_no_day() {
        let days = |text: &str| {
            let mentions = read_text(text);
            let Some(Mention { value: MentionValue::Term(term), .. }) = mentions.first() else { panic!("{text}") };
            term_day(term, CountingRegime::CivilCode, Some(day("2026-03-02")), Some(day("2026-03-05")))
        };
        assert_eq!(days("în termen de 15 zile de la data cesiunii"), None);
        assert_eq!(
            days("în termen de 60 de zile de la data intrării în vigoare a prezentei legi"),
            Some(day("2026-05-05"))
        );
    }
}
