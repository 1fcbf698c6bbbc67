//! The sentences in `cases/days.json`: the days that each of them gives.

use jiff::civil::{Date, date};
use serde::Deserialize;

use super::act_kind::ActKind;
use super::counting::CountingRegime;
use super::mention::MentionValue;
use super::read_text;
use super::timetable::{ActDays, moment_day, term_day, timetable};

/// A sentence of an act of a kind that was published on 2 March 2026.
#[derive(Deserialize)]
struct DayCase {
    act: String,
    text: String,
    days: Vec<String>,
}

fn written(day: Option<Date>) -> String {
    day.map_or_else(|| "-".to_owned(), |day| day.to_string())
}

/// The day of entry into force, those of provisions, and those of terms, last days and first days.
pub fn days(act: &str, published: Date, text: &str) -> Vec<String> {
    let kind = ActKind::of_name(act).expect("a kind");
    let (mentions, published) = (read_text(text), Some(published));
    let timetable = timetable(kind, published, &mentions);
    let known = ActDays { kind: act, published, in_force: timetable.in_force };
    let by = if timetable.by_own_clause { "clause" } else { "rule" };
    let mut days = vec![format!("force {} by {by}", written(timetable.in_force))];
    days.extend(timetable.provisions.iter().map(|provision| format!("provisions {}", written(provision.in_force))));
    for mention in &mentions {
        match &mention.value {
            MentionValue::Term(term) => {
                days.push(format!("term {}", written(term_day(term, CountingRegime::EntryIntoForce, &known))));
            }
            MentionValue::Until(until) => {
                let day = moment_day(&until.moment, &known).or_else(|| until.moment.last_day());
                let every = until.every.map_or_else(String::new, |every| format!(" {every:?}").to_lowercase());
                days.push(format!("until {}{every}", written(day)));
            }
            MentionValue::From { moment, .. } => days.push(format!("from {}", written(moment_day(moment, &known)))),
            _ => {}
        }
    }
    days
}

#[test]
fn every_sentence_gives_its_days() {
    let cases: Vec<DayCase> = serde_json::from_str(include_str!("cases/days.json")).expect("the sentences");
    assert!(cases.len() > 80);
    let mut failed = Vec::new();
    for case in &cases {
        let found = days(&case.act, date(2026, 3, 2), &case.text);
        if found != case.days {
            failed.push(format!("{}: {}\n  {found:?}", case.act, case.text));
        }
    }
    assert!(failed.is_empty(), "{} of {}:\n{}", failed.len(), cases.len(), failed.join("\n"));
}
