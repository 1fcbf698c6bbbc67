//! Shapes of official texts, shortened, with the mentions that must be read. The acts: Legea nr. 149/2025, 52/2023,
//! 102/2025, 116/2024, 8/2026, 201/2025, 141/2025, 239/2025, 115/2023, 243/2024 and 24/2000.

use jiff::civil::{Date, date};

use super::act_kind::ActKind;
use super::amount::FigureUnit;
use super::mention::{Mention, MentionValue};
use super::moment::{Moment, MonthDay, RelativeMonth};
use super::phrase::OperationKind;
use super::portal_note::NotedChange;
use super::read_text;
use super::timetable::timetable;
use super::unit::Unit;

fn citations(found: &[Mention]) -> Vec<String> {
    let act = |mention: &Mention| match &mention.value {
        MentionValue::Citation(act) => Some(act.to_string()),
        _ => None,
    };
    found.iter().filter_map(act).collect()
}

/// The provisions, with the act that holds each.
fn provisions(found: &[Mention]) -> Vec<String> {
    let provision = |mention: &Mention| match &mention.value {
        MentionValue::Provision { .. } => Some(mention.value.to_string()),
        _ => None,
    };
    found.iter().filter_map(provision).collect()
}

fn operations(found: &[Mention]) -> Vec<(OperationKind, Option<u32>, Option<Unit>)> {
    let operation = |mention: &Mention| match &mention.value {
        MentionValue::Operation(operation) => Some((operation.operation, operation.count, operation.unit)),
        _ => None,
    };
    found.iter().filter_map(operation).collect()
}

fn figures(found: &[Mention]) -> Vec<(String, FigureUnit)> {
    let figure = |mention: &Mention| match &mention.value {
        MentionValue::Figure(figure) => Some((figure.number.clone(), figure.unit)),
        _ => None,
    };
    found.iter().filter_map(figure).collect()
}

fn kinds(found: &[Mention]) -> Vec<&'static str> {
    found.iter().map(|mention| mention.value.kind()).collect()
}

#[test]
fn a_citation_goes_on_after_a_slash_at_the_end_of_a_line() {
    for line in ["\n", "\r\n", " "] {
        let text = format!("potrivit Ordonanței Guvernului nr. 35/{line}2007 și Legii nr.{line}36/2008");
        assert_eq!(citations(&read_text(&text)), ["OG 35/2007", "LEGE 36/2008"], "{text:?}");
    }
}

#[test]
fn an_insertion_names_its_act_place_and_units() {
    let found = read_text(
        "La articolul 118^1 din Legea nr. 53/2003 - Codul muncii , republicată în Monitorul Oficial al României, Partea I, nr. 345 din 18 mai 2011, cu modificările și completările ulterioare, după alineatul (3) se introduc patru noi alineate, alin. (4)-(7), cu următorul cuprins:",
    );
    assert_eq!(provisions(&found), ["art. 118^1, LEGE 53/2003", "alin. (3)", "alin. (4)-(7)"]);
    assert!(citations(&found).iter().all(|act| act == "LEGE 53/2003"), "{found:?}");
    assert_eq!(operations(&found), [(OperationKind::Insert, Some(4), Some(Unit::Paragraph))]);
}

#[test]
fn a_paragraph_before_its_article_and_dashes_are_read() {
    let found = read_text(
        "La alineatul (1) al articolului 139 din Legea nr. 53/2003 - Codul muncii, după liniuța „- 1 și 2 ianuarie;“ se introduc două noi liniuțe, cu următorul cuprins: – 6 ianuarie - Botezul Domnului",
    );
    assert_eq!(provisions(&found)[0], "art. 139 alin. (1), LEGE 53/2003");
    assert_eq!(operations(&found), [(OperationKind::Insert, Some(2), Some(Unit::Dash))]);
}

#[test]
fn only_the_outer_act_is_approved() {
    let found = read_text(
        "Se aprobă Ordonanța de urgență a Guvernului nr. 129 din 7 noiembrie 2024 privind modificarea și completarea Ordonanței de urgență a Guvernului nr. 41/2022 pentru instituirea Sistemului național și de abrogare a art. XXVIII din Ordonanța de urgență a Guvernului nr. 130/2021 privind unele măsuri, publicată în Monitorul Oficial al României, Partea I, nr. 1124 din 11 noiembrie 2024.",
    );
    assert_eq!(citations(&found), ["OUG 129/2024", "OUG 41/2022", "OUG 130/2021"]);
    assert_eq!(operations(&found), [(OperationKind::Approve, None, None)]);
    assert!(found[1].start < found[0].end, "the approved act begins in the words of the approval");
    assert_eq!(kinds(&found).last(), Some(&"gazette"));
}

#[test]
fn a_change_inside_an_approval_keeps_its_places() {
    let found = read_text(
        "Se aprobă Ordonanța de urgență a Guvernului nr. 104 din 30 iunie 2022 pentru completarea Legii nr. 17/2014, cu următoarele completări: 1. La articolul I, înaintea punctului 1 se introduce un nou punct, cu următorul cuprins: – La articolul 2, alineatul (1) se modifică și va avea următorul cuprins:",
    );
    assert_eq!(citations(&found), ["OUG 104/2022", "LEGE 17/2014"]);
    assert_eq!(provisions(&found), ["art. I", "pct. 1", "art. 2 alin. (1)"]);
    let kinds: Vec<_> = operations(&found).into_iter().map(|(kind, ..)| kind).collect();
    assert_eq!(kinds, [OperationKind::Approve, OperationKind::Insert, OperationKind::Modify]);
}

#[test]
fn the_last_day_of_a_rule_can_be_inclusive() {
    let found = read_text(
        "La articolul II , alineatul (1) al articolului 13 se modifică și va avea următorul cuprins: Articolul 13 (1) Prezenta ordonanță de urgență se aplică până la data de 31 decembrie 2026 inclusiv.",
    );
    assert_eq!(provisions(&found)[..2], ["art. II", "art. 13 alin. (1)"]);
    let Some(MentionValue::Until(until)) = found.last().map(|mention| &mention.value) else { panic!("{found:?}") };
    assert_eq!((&until.moment, until.inclusive), (&Moment::Date { date: date(2026, 12, 31) }, true));
}

#[test]
fn an_amount_and_the_month_from_which_it_applies_are_no_entry_into_force() {
    let found = read_text(
        "Articolul 14 Valoarea nominală a unui tichet de masă nu poate depăși suma de 45 lei. (1) Prevederile art. I pct. 1 se aplică începând cu drepturile aferente lunii noiembrie 2025.",
    );
    assert_eq!(figures(&found), [("45".to_owned(), FigureUnit::Lei)]);
    let Some(MentionValue::From { moment, applies: true }) = found.last().map(|mention| &mention.value) else {
        panic!("{found:?}")
    };
    assert_eq!(moment.first_day(), Some(date(2025, 11, 1)));
    assert!(!kinds(&found).contains(&"entry_into_force"));
}

#[test]
fn a_derogation_changes_no_text_and_lists_half_years_and_months() {
    let found = read_text(
        "Prin derogare de la prevederile art. 32 din Legea nr. 165/2018 privind acordarea biletelor de valoare, valoarea se aplică și în semestrul I al anului 2026, precum și în primele trei luni ale semestrului II al anului 2026, respectiv iulie, august și septembrie 2026.",
    );
    assert_eq!(kinds(&found)[..3], ["derogation", "provision", "citation"]);
    assert_eq!(provisions(&found), ["art. 32, LEGE 165/2018"]);
    let times = found.iter().filter_map(|mention| match &mention.value {
        MentionValue::Time { moment } => moment.first_day(),
        _ => None,
    });
    let first = |month| date(2026, month, 1);
    assert_eq!(times.collect::<Vec<_>>(), [first(1), first(7), first(7), first(8), first(9)]);
    assert!(operations(&found).is_empty());
}

#[test]
fn a_list_of_letters_is_repealed() {
    let found = read_text("19. La articolul 154 alineatul (1), literele j)-l) și o) se abrogă.");
    let MentionValue::Provision { provision, .. } = &found[0].value else { panic!("{found:?}") };
    let singles = provision.singles();
    let letters = singles.iter().filter_map(|it| it.label(Unit::Letter).map(ToString::to_string));
    assert_eq!(letters.collect::<Vec<_>>(), ["j", "k", "l", "o"]);
    assert_eq!(operations(&found), [(OperationKind::Repeal, None, None)]);
}

#[test]
fn a_rate_and_a_recurring_day_are_read() {
    let found = read_text(
        "1. La articolul 43, alineatul (2) se modifică și va avea următorul cuprins: (2) Impozitul se calculează prin aplicarea unei cote de impozit de 16% și se plătește până la data de 25 inclusiv a lunii următoare celei în care se distribuie.",
    );
    assert_eq!(provisions(&found), ["art. 43 alin. (2)"]);
    assert_eq!(figures(&found), [("16".to_owned(), FigureUnit::Percent)]);
    let Some(MentionValue::Until(until)) = found.last().map(|mention| &mention.value) else { panic!("{found:?}") };
    assert_eq!(until.moment, Moment::MonthDay { day: MonthDay::Day(25), of: RelativeMonth::Next });
    assert!(until.inclusive);
}

#[test]
fn a_row_of_dots_stands_for_text_left_out() {
    let found = read_text("(1) Text. ....................................................... (3) Alt text...");
    assert_eq!(kinds(&found), ["gap"]);
}

#[test]
fn provisions_of_an_act_enter_into_force_on_days_of_their_own() {
    let found = read_text(
        "b) prevederile pct. 3-11 și 16 referitoare la dispozițiile art. 123 alin. (2) intră în vigoare la data de întâi a lunii următoare publicării în Monitorul Oficial al României, Partea I, a prezentei legi; c) prevederile pct. 32 și 33 intră în vigoare la data de 1 ianuarie 2027.",
    );
    let timetable = timetable(ActKind::Law, Some(date(2025, 12, 15)), &found);
    let days: Vec<Date> = timetable.provisions.iter().filter_map(|provision| provision.in_force).collect();
    assert_eq!(days, [date(2026, 1, 1), date(2027, 1, 1)]);
    let last: Vec<_> = timetable.provisions[1].provisions.iter().map(ToString::to_string).collect();
    assert_eq!(last, ["pct. 32 și 33"]);
    assert_eq!(timetable.in_force, Some(date(2025, 12, 18)));
}

#[test]
fn a_note_of_the_portal_is_read_whole() {
    let found = read_text(
        "(la 18-12-2025, Litera a) , Alineatul (1) , Articolul XIII a fost modificată de Punctul 6. , Articolul I din ORDONANȚA DE URGENȚĂ nr. 78 din 17 decembrie 2025, publicată în MONITORUL OFICIAL nr. 1172 din 17 decembrie 2025 )",
    );
    let MentionValue::PortalNote(note) = &found[0].value else { panic!("{found:?}") };
    assert_eq!((note.effective, note.change), (date(2025, 12, 18), NotedChange::Modified));
    let text = |provision: &Option<super::provision::Provision>| provision.as_ref().map(ToString::to_string);
    assert_eq!(text(&note.provision).as_deref(), Some("art. XIII alin. (1) lit. a)"));
    assert_eq!(text(&note.by_provision).as_deref(), Some("art. I pct. 6"));
    assert_eq!(note.by_act.as_ref().map(ToString::to_string).as_deref(), Some("OUG 78/2025"));
    assert_eq!((note.gazette.number.as_str(), note.gazette.date), ("1172", date(2025, 12, 17)));
}

#[test]
fn the_header_of_a_printed_page_names_the_issue() {
    for (text, number, bis, day) in [
        ("2 MONITORUL OFICIAL AL ROMÂNIEI, PARTEA I, Nr. 960/7.X.2021", "960", false, date(2021, 10, 7)),
        ("Nr. 524 bis/14.VII.2015", "524", true, date(2015, 7, 14)),
    ] {
        let found = read_text(text);
        let [Mention { value: MentionValue::Gazette(mention), .. }] = &found[..] else { panic!("{found:?}") };
        let gazette = &mention.gazette;
        assert_eq!((gazette.number.as_str(), gazette.bis, gazette.date), (number, bis, day), "{text}");
    }
}
