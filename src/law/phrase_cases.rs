//! Phrases of official texts, each with the values that must be read from it.

use serde_json::Value;

use super::amount::FigureUnit;
use super::deadline::{AnchorKind, Bound};
use super::force::{ForceAnchor, ForceRule};
use super::mention::{Mention, MentionValue};
use super::moment::{Moment, MonthDay, RelativeMonth};
use super::normalise::clean;
use super::unit::Unit;
use super::{label::Label, read_text};
use crate::date;
use crate::language::Language;

/// The captures of a phrase, by name; empty for those that it lacks.
struct Captures<'c>(&'c Value);

impl Captures<'_> {
    fn get(&self, name: &str) -> &str {
        self.0[name].as_str().unwrap_or_default().trim()
    }

    /// A number without its thousands dots.
    fn digits(&self, name: &str) -> String {
        self.get(name).replace('.', "")
    }
}

#[test]
fn every_phrase_gives_its_captures() {
    let phrases: Vec<Value> = serde_json::from_str(include_str!("cases/phrases.json")).expect("the phrases");
    assert_eq!(phrases.len(), 68);
    let mut failed = Vec::new();
    for phrase in &phrases {
        let [pattern, text, matched] = ["pattern", "text", "match"].map(|key| phrase[key].as_str().expect("a text"));
        let found = read_text(text);
        let captures = Captures(&phrase["captures"]);
        // The month after the publication includes the word for it.
        let is_match = |text: &str| if pattern == "infev" { text.starts_with(matched) } else { text == clean(matched) };
        let gives = |mention: &Mention| is_match(&clean(&mention.text)) && has(pattern, &captures, mention);
        if !found.iter().any(gives) {
            failed.push(format!("{pattern}: {text}\n  {found:?}"));
        }
    }
    assert!(failed.is_empty(), "{} of {}:\n{}", failed.len(), phrases.len(), failed.join("\n"));
}

/// Whether the mention has the captures that the pattern gives.
fn has(pattern: &str, expected: &Captures<'_>, mention: &Mention) -> bool {
    let begins = mention.text.starts_with(expected.get("type"));
    match (pattern, &mention.value) {
        ("cit" | "cit_named", MentionValue::Citation(act)) => {
            let day = act.date.map(|day| date::long(day, Language::Ro)).unwrap_or_default();
            let written = [expected.get("day"), expected.get("mon"), expected.get("y2")].join(" ");
            let named = act.name.as_deref().or(act.issuer.as_deref()).unwrap_or_default();
            let year = if expected.get("year").is_empty() { expected.get("y2") } else { expected.get("year") };
            begins
                && act.numbers.join("/") == expected.digits("nums")
                && act.year.is_some_and(|it| it.to_string() == year)
                && day == written.trim()
                && (pattern == "cit" || named == expected.get("mid"))
        }
        ("eu", MentionValue::Citation(act)) => {
            let mut parts = [expected.digits("a"), expected.digits("b")];
            let year = act.year.map(|year| year.to_string()).unwrap_or_default();
            parts.sort_by_key(|part| !year.ends_with(part.as_str()));
            begins && act.kind.is_european() && act.numbers == [parts[1].clone()] && year.ends_with(&parts[0])
        }
        ("mo", MentionValue::Gazette(mention)) => {
            let gazette = &mention.gazette;
            let part = if expected.get("part").is_empty() { "I" } else { expected.get("part") };
            gazette.part == part
                && gazette.number == expected.digits("no")
                && gazette.bis != expected.get("bis").is_empty()
                && mention.republished != expected.get("rep").is_empty()
                && date::long(gazette.date, Language::Ro) == ["d", "m", "y"].map(|it| expected.get(it)).join(" ")
        }
        ("prov", MentionValue::Provision { provision, .. }) => {
            let units =
                [(Unit::Article, "art"), (Unit::Paragraph, "alin"), (Unit::Letter, "lit"), (Unit::Point, "pct")];
            units.into_iter().all(|(unit, name)| {
                let level = provision.level(unit).map(|level| level.to_string()).unwrap_or_default();
                level.split_once(' ').map_or("", |(_, labels)| labels) == expected.get(name)
            })
        }
        ("note", MentionValue::PortalNote(note)) => {
            let effective = ["y", "m", "d"].map(|it| expected.get(it)).join("-");
            let printed = ["pd", "pm", "py"].map(|it| expected.get(it)).join(" ");
            note.effective.to_string() == effective
                && note.unit == expected.get("what")
                && note.by == expected.get("by")
                && note.gazette.number == expected.get("no")
                && date::long(note.gazette.date, Language::Ro) == printed
                && (note.change == super::portal_note::NotedChange::Modified) == (expected.get("op") == "modificat")
        }
        ("op" | "approve", MentionValue::Operation(_)) => mention.text[3..].starts_with(expected.get("op")),
        ("derog", MentionValue::Derogation { .. }) => mention.text[5..].starts_with(expected.get("k")),
        ("rep", MentionValue::CitedForm(form)) => form.republished && form.amended.is_some(),
        _ => has_time(pattern, expected, mention),
    }
}

fn has_time(pattern: &str, expected: &Captures<'_>, mention: &Mention) -> bool {
    match (pattern, &mention.value) {
        ("infabs", MentionValue::EntryIntoForce { rule: ForceRule::On { moment }, .. }) => {
            written(moment) == expected.get("date")
        }
        ("infrel", MentionValue::EntryIntoForce { rule: ForceRule::After { length, after, .. }, .. }) => {
            let anchor = expected.get("anchor");
            length.number.to_string() == expected.get("n")
                && mention.text.contains(&format!(" {} ", expected.get("unit")))
                && (*after == ForceAnchor::Publication) == anchor.contains("public")
        }
        ("infev", MentionValue::EntryIntoForce { rule: ForceRule::On { moment }, .. }) => {
            matches!(moment, Moment::MonthAfterPublication { .. })
        }
        ("term", MentionValue::Term(term)) => {
            let number = if expected.get("n") == "o" { "1" } else { expected.get("n") };
            let bound = term.bound.map_or("", |bound| if bound == Bound::AtMost { "at most" } else { "at least" });
            let anchor = term.anchor.as_ref().expect("an anchor");
            term.length.number.to_string() == number
                && (term.length.unit == super::length::TimeUnit::WorkingDays) != expected.get("kind").is_empty()
                && (bound == "at most") != expected.get("cap").is_empty()
                && anchor.text == expected.get("anchor")
                && (anchor.event == AnchorKind::EntryIntoForce) == (anchor.text == "data intrării în vigoare")
        }
        ("until", MentionValue::Until(until)) => {
            let inclusive = !expected.get("incl").is_empty() || !expected.get("incl2").is_empty();
            let day = expected.get("dom").parse().ok().map(MonthDay::Day);
            let next = day.map(|day| Moment::MonthDay { day, of: RelativeMonth::Next });
            until.inclusive == inclusive
                && (next == Some(until.moment.clone()) || written(&until.moment) == expected.get("date"))
        }
        ("from", MentionValue::From { moment, .. }) => {
            let wanted = ["date", "month", "fy", "ev"].map(|name| expected.get(name)).concat();
            written(moment) == wanted
        }
        ("period", MentionValue::Period(period)) => {
            let same_year = |text: &str| if text.contains("20") { text.to_owned() } else { format!("{text} 2026") };
            written(&period.from) == same_year(expected.get("a"))
                && written(&period.to) == expected.get("b")
                && period.inclusive != expected.get("incl").is_empty()
        }
        _ => false,
    }
}

/// A moment in the words of a law.
fn written(moment: &Moment) -> String {
    match moment {
        Moment::Date { date } => date::long(*date, Language::Ro),
        Moment::Month { month, year: Some(year), of } => {
            let day = jiff::civil::date(*year, *month, 1);
            let of = of.as_deref().unwrap_or_default();
            format!("{of} aferente lunii {} {year}", date::month(day, Language::Ro))
        }
        Moment::Year { year, sort, .. } => format!("anul {} {year}", sort.as_deref().unwrap_or_default()),
        Moment::EntryIntoForce { .. } => "data intrării în vigoare".to_owned(),
        _ => String::new(),
    }
}

#[test]
fn look_alikes_are_refused() {
    let kinds = |text: &str| read_text(text).iter().map(|mention| mention.value.kind()).collect::<Vec<_>>();
    // A European act is not a law of Romania.
    let regulation = read_text("Regulamentul (UE) nr. 910/2014");
    assert!(matches!(&regulation[..], [Mention { value: MentionValue::Citation(act), .. }] if act.kind.is_european()));
    // An issue that is still to come has no number.
    let republish = "va fi republicată în Monitorul Oficial al României, Partea I, dându-se textelor o nouă numerotare";
    assert_eq!(kinds(republish), ["cited_form"]);
    // Years that name a programme are not a deadline, and points are not a date.
    assert_eq!(kinds("în perioada 2014-2020"), Vec::<&str>::new());
    assert_eq!(kinds("până la 20 de puncte procentuale"), ["figure"]);
    let amount = read_text("1.000 lei");
    let MentionValue::Figure(figure) = &amount[0].value else { panic!("{amount:?}") };
    assert_eq!((figure.number.as_str(), figure.unit), ("1000", FigureUnit::Lei));
    // A raised digit that an extraction lost cannot be distinguished from a number.
    let article = read_text("art. 971");
    let MentionValue::Provision { provision, .. } = &article[0].value else { panic!("{article:?}") };
    assert_eq!(provision.label(Unit::Article), Some(&Label::arabic(971)));
    // A byte order mark is not part of a text.
    let marked = read_text("\u{feff}Legea nr. 31/1990");
    assert_eq!((marked[0].start, marked[0].text.as_str()), (3, "Legea nr. 31/1990"));
}
