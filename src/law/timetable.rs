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
use super::part::ActPart;
use super::provision::Provision;
use super::reference::ActReference;

/// Days from the publication of a law, or of an ordinance under an enabling law, to its entry into force (Legea
/// nr. 24/2000, art. 12 para. 1).
pub const DAYS_OF_A_LAW: Length = Length { number: 3, unit: TimeUnit::Days };

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

/// What is known about an act when the days in it are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ActDays<'k> {
    /// The name of its [`ActKind`].
    pub kind: &'k str,
    pub published: Option<Date>,
    pub in_force: Option<Date>,
}

/// A clause that says when the act itself enters into force.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OwnClause<'m> {
    pub rule: &'m ForceRule,
    /// The day; `None` where the clause names an event of which the text gives no day.
    pub day: Option<Date>,
    pub mention: &'m Mention,
}

/// The clause on the entry into force of the act itself.
///
/// It is the last such clause: final provisions stand at the end of an act. Clauses in new texts and annexes, and those
/// that name an act of another kind, are not its own.
pub fn own_clause<'m>(kind: &str, published: Option<Date>, mentions: &'m [Mention]) -> Option<OwnClause<'m>> {
    let days = ActDays { kind, published, in_force: None };
    mentions.iter().rev().find_map(|mention| match &mention.value {
        MentionValue::EntryIntoForce { rule, subject: ForceSubject::ThisAct, act, .. }
            if mention.part == ActPart::Own && act.can_be_present(kind) =>
        {
            Some(OwnClause { rule, day: force_day(rule, &days), mention })
        }
        _ => None,
    })
}

/// The timetable of an act, given the day of its publication if that is known.
pub fn timetable(kind: ActKind, published: Option<Date>, mentions: &[Mention]) -> Timetable {
    let usual = published.map(|published| usual_entry_into_force(kind.name(), published));
    let own = own_clause(kind.name(), published, mentions);
    let in_force = own.as_ref().map_or(usual, |own| own.day);
    let days = ActDays { kind: kind.name(), published, in_force };
    let provisions = mentions.iter().filter(|mention| mention.part == ActPart::Own);
    let provisions = provisions.filter_map(|mention| match &mention.value {
        MentionValue::EntryIntoForce { rule, subject: ForceSubject::Provisions, provisions, .. } => {
            Some(ProvisionDay {
                start: mention.start,
                clause: mention.text.clone(),
                provisions: provisions.clone(),
                in_force: force_day(rule, &days),
            })
        }
        _ => None,
    });
    Timetable { in_force, by_own_clause: own.is_some(), provisions: provisions.collect() }
}

/// The day that a clause of the act gives, with the known days of the act.
pub fn force_day(rule: &ForceRule, days: &ActDays<'_>) -> Option<Date> {
    match rule {
        ForceRule::On { moment } => day_of(moment, days, |of| of.can_be_present(days.kind)),
        ForceRule::After { length, after, of } => {
            let from = match after {
                ForceAnchor::Publication => days.published,
                ForceAnchor::EntryIntoForce => days.in_force,
            };
            let from = from.filter(|_| of.can_be_present(days.kind))?;
            Some(CountingRegime::EntryIntoForce.last_day(from, *length, Direction::After))
        }
        ForceRule::With | ForceRule::OnEvent => None,
    }
}

/// The first day of a moment, given the days of the act that names it. A day of an act is known only where the words
/// name the present one.
pub fn moment_day(moment: &Moment, days: &ActDays<'_>) -> Option<Date> {
    day_of(moment, days, |of| of.is_present(days.kind))
}

fn day_of(moment: &Moment, days: &ActDays<'_>, is_own: impl Fn(ActReference) -> bool) -> Option<Date> {
    let month_after = |day: Option<Date>| day?.last_of_month().tomorrow().ok();
    match moment {
        Moment::Publication { of } => days.published.filter(|_| is_own(*of)),
        Moment::EntryIntoForce { of } => days.in_force.filter(|_| is_own(*of)),
        Moment::MonthAfterPublication { of } => month_after(days.published).filter(|_| is_own(*of)),
        Moment::MonthAfterEntryIntoForce { of } => month_after(days.in_force).filter(|_| is_own(*of)),
        other => other.first_day(),
    }
}

/// The last day of a term that runs from the publication or the entry into force of the present act; `None` for one
/// that runs from another event, or whose words name no act.
pub fn term_day(term: &TermMention, regime: CountingRegime, days: &ActDays<'_>) -> Option<Date> {
    let anchor = term.anchor.as_ref().filter(|anchor| anchor.of.is_present(days.kind))?;
    let event = match anchor.event {
        AnchorKind::Publication => days.published,
        AnchorKind::EntryIntoForce => days.in_force,
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
            let days = ActDays { kind: "LEGE", published: Some(day("2026-03-02")), in_force: Some(day("2026-03-05")) };
            term_day(term, CountingRegime::CivilCode, &days)
        };
        assert_eq!(days("în termen de 15 zile de la data cesiunii"), None);
        assert_eq!(
            days("în termen de 60 de zile de la data intrării în vigoare a prezentei legi"),
            Some(day("2026-05-05"))
        );
    }

    #[test]
    fn terms_run_from_the_days_of_the_present_act_only() {
        let days = ActDays { kind: "LEGE", published: Some(day("2026-03-02")), in_force: Some(day("2026-03-05")) };
        let term_day = |text: &str| {
            let mentions = read_text(text);
            let Some(Mention { value: MentionValue::Term(term), .. }) = mentions.first() else { panic!("{text}") };
            term_day(term, CountingRegime::EntryIntoForce, &days)
        };
        for (anchor, expected) in [
            ("publicarea prezentei legi în Monitorul Oficial", Some(day("2026-03-22"))),
            ("data publicării în Monitorul Oficial al României, Partea I, a prezentei legi", Some(day("2026-03-22"))),
            ("intrarea în vigoare a prezentului act normativ", Some(day("2026-03-25"))),
            ("publicarea anunțului de vânzare", None),
            ("data intrării în vigoare a hotărârii Guvernului prevăzute la art. 3", None),
            ("intrarea în vigoare a convenției", None),
            ("publicarea în Monitorul Oficial al României, Partea I, a deciziei A.S.F.", None),
            ("data publicării Legii nr. 31/1990", None),
            ("data intrării în vigoare a prezentei ordonanțe de urgență", None),
            ("data intrării în vigoare a prezentului acord", None),
            // Without a name it may be any act.
            ("data publicării", None),
            ("publicarea pe pagina de internet a primăriei", None),
        ] {
            assert_eq!(term_day(&format!("în termen de 20 de zile de la {anchor}.")), expected, "{anchor}");
        }
    }

    #[test]
    fn the_acts_own_clause_is_found_after_any_paragraph_and_in_no_annex() {
        let own = |text: &str| {
            let timetable = timetable(ActKind::Law, Some(day("2026-03-02")), &read_text(text));
            (timetable.by_own_clause, timetable.in_force)
        };
        let (sixty, usual) = ((true, Some(day("2026-05-01"))), (false, Some(day("2026-03-05"))));
        for (text, expected) in [
            (
                "Text potrivit art. 4 lit. b).\nArticolul V\n(1) Prezenta lege intră în vigoare în termen de 60 de zile de la data publicării în Monitorul Oficial al României, Partea I.",
                sixty,
            ),
            (
                "Se aplică art. 2 alin. (1).\nArt. 5. - Prezenta lege intră în vigoare la 60 de zile de la publicare.",
                sixty,
            ),
            (
                "Se abrogă pct. 3 de la lit. c). Articolul 12 Dispozițiile prezentei legi intră în vigoare la 60 de zile de la data publicării.",
                sixty,
            ),
            (
                "Articolul II Prezenta lege, cu excepția art. 5, intră în vigoare la 60 de zile de la data publicării.",
                sixty,
            ),
            (
                "Cu excepția art. 7 alin. (2), prezenta lege intră în vigoare la 60 de zile de la publicarea acesteia.",
                sixty,
            ),
            // An annexed treaty, also one without a heading that is known.
            ("Articol unic. - Se ratifică Acordul.\nACORD\nPrezentul acord va intra în vigoare la 1 mai 2027.", usual),
            ("Se ratifică Acordul. Prezentul acord va intra în vigoare la 1 mai 2027.", usual),
            ("Ordonanța prevede: prezenta ordonanță de urgență intră în vigoare la 1 mai 2027.", usual),
            // A day that an event gives is no day yet, and not the usual one.
            ("Prezenta lege intră în vigoare la data intrării în vigoare a convenției.", (true, None)),
            ("Prezenta lege intră în vigoare la 90 de zile de la intrarea în vigoare a convenției.", (true, None)),
            ("Prezenta lege intră în vigoare la data aderării României la Acord.", (true, None)),
        ] {
            assert_eq!(own(text), expected, "{text}");
        }
    }
}
