//! Twelve made-up readers, with what each must be shown of the duties and the demo articles.

mod exclusion;
mod interview;
mod properties;
mod trial;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use jiff::civil::{Date, date};
use paragraf::config::Config;
use paragraf::domain::concern::{ConcernAnswer, ConcernReport, ConcernRequest, Truth};
use paragraf::domain::due_mark::DueMark;
use paragraf::domain::form_line::{self, DutyDay};
use paragraf::domain::text::sentence_case;
use paragraf::domain::{Language, due_words, duty};
use paragraf::ops::concerns::Demo;
use serde::Deserialize;
use serde_json::{Map, Value, json};

static DEMO: LazyLock<Demo> = LazyLock::new(|| Demo::load(&Config::default()).expect("the demo"));

/// The readers of `readers.json`, with expectations that were made by hand.
#[derive(Deserialize)]
pub struct Readers {
    pub today: Date,
    pub until: Date,
    pub readers: Vec<MadeUpReader>,
    probes: Vec<Probe>,
    parts: Vec<PartProbe>,
}

#[derive(Deserialize)]
pub struct MadeUpReader {
    pub id: String,
    pub facts: Map<String, Value>,
    pub duties: BTreeMap<String, Expected>,
    pub articles: BTreeMap<String, Expected>,
    /// The duties that are a yes to be verified.
    verify: Vec<String>,
    /// The days of duties from today until the last day.
    pub dates: Vec<Value>,
}

#[derive(Deserialize)]
#[serde(untagged)]
pub enum Expected {
    Certain(Truth),
    Maybe { answer: Truth, missing: String },
}

/// Answers beside a threshold.
#[derive(Deserialize)]
struct Probe {
    item: String,
    note: String,
    facts: Map<String, Value>,
    answer: Truth,
}

/// A step or an entry of an article, for one of the readers.
#[derive(Deserialize)]
struct PartProbe {
    reader: String,
    article: String,
    step: Option<String>,
    entry: Option<usize>,
    answer: Truth,
}

pub fn readers() -> Readers {
    serde_json::from_str(include_str!("readers.json")).expect("the readers")
}

pub fn ask(facts: &Map<String, Value>, skipped: &[String], reasons: bool) -> ConcernReport {
    let request = json!({
        "facts": facts, "skipped": skipped, "today": "2026-11-26", "until": "2027-02-28", "reasons": reasons,
    });
    let request: ConcernRequest = serde_json::from_value(request).expect("a request");
    DEMO.concerns(request, date(2026, 11, 26)).expect("a report")
}

/// What is due on a day: duties with one form are one line.
pub struct ReportLine {
    pub date: Date,
    /// The id of the first duty, or the slug of the article.
    pub id: String,
    /// In Romanian.
    pub name: String,
}

/// The lines of a report that has reasons.
pub fn lines_of(report: &ConcernReport) -> Vec<ReportLine> {
    let duties = duty::defaults();
    let of_duties = report.dates.iter().filter_map(|day| {
        let duty = duties.iter().find(|duty| Some(&duty.id) == day.duty.as_ref())?;
        let occurrence = duty.days(day.date, day.date)[0];
        Some((DutyDay { duty, day: occurrence, profiles: Some(&day.profiles) }, ()))
    });
    let mut lines: Vec<_> = form_line::lines(of_duties)
        .iter()
        .map(|line| {
            let DutyDay { duty, day, .. } = line.first();
            ReportLine { date: day.date, id: duty.id.clone(), name: line.name(Language::Ro) }
        })
        .collect();
    for day in report.dates.iter().filter(|day| day.duty.is_none()) {
        let slug = day.article.clone().expect("an article");
        let answer = &report.articles[&slug];
        let mark = match (&answer.event, answer.optional) {
            (Some(_), _) => Some(DueMark::OnlyIf),
            (None, is_optional) => is_optional.then_some(DueMark::Optional),
        };
        let name = due_words::marked(mark, &sentence_case(&day.what), Language::Ro);
        lines.push(ReportLine { date: day.date, id: slug, name });
    }
    lines
}

impl Expected {
    /// What differs from the answer.
    fn difference(&self, answer: &ConcernAnswer) -> Option<String> {
        let answer = &answer.part;
        match self {
            Self::Certain(truth) if answer.answer == *truth => None,
            Self::Maybe { answer: truth, missing } if answer.answer == *truth && answer.missing.contains(missing) => {
                None
            }
            Self::Certain(truth) | Self::Maybe { answer: truth, .. } => Some(format!("expected {truth:?}: {answer:?}")),
        }
    }
}

/// The days of duties in a report, as `readers.json` has them: without the articles beside them.
pub fn days_of_duties(report: &Value) -> Vec<Value> {
    let rows = report["dates"].as_array().expect("dates").iter();
    let named =
        |row: &Value| json!({"date": row["date"], "duty": row["duty"], "form": row["form"], "what": row["what"]});
    rows.filter(|row| row["duty"].is_string()).map(named).collect()
}

#[test]
fn each_reader_is_shown_what_concerns_the_reader_and_when() {
    let all = readers();
    let mut wrong = Vec::new();
    for reader in &all.readers {
        let report = ask(&reader.facts, &[], true);
        assert_eq!((reader.duties.len(), report.duties.len(), report.articles.len()), (76, 76, 78), "{}", reader.id);
        for (names, answers) in [(&reader.duties, &report.duties), (&reader.articles, &report.articles)] {
            let differences =
                names.iter().filter_map(|(name, expected)| Some((name, expected.difference(&answers[name])?)));
            wrong.extend(differences.map(|(name, difference)| format!("{}, {name}: {difference}", reader.id)));
        }
        let verify = report.duties.iter().filter(|(_, of)| of.part.answer == Truth::Yes && !of.part.certain);
        let mut verify: Vec<_> = verify.map(|(name, _)| name.clone()).collect();
        let mut expected = reader.verify.clone();
        verify.sort();
        expected.sort();
        if verify != expected {
            wrong.push(format!("{}: to verify {verify:?}, not {expected:?}", reader.id));
        }
        let mut days = days_of_duties(&serde_json::to_value(&report).expect("JSON"));
        let mut expected = reader.dates.clone();
        let key = |row: &Value| (row["date"].to_string(), row["duty"].to_string());
        days.sort_by_key(key);
        expected.sort_by_key(key);
        if days != expected {
            wrong.push(format!("{}: {days:#?}, not {expected:#?}", reader.id));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!((all.today, all.until), (date(2026, 11, 26), date(2027, 2, 28)));
}

#[test]
fn an_entry_of_an_article_and_the_duty_of_its_day_are_one_line() {
    let all = readers();
    let lines = |id: &str| {
        let reader = all.readers.iter().find(|reader| reader.id == id).expect("the reader");
        let lines = ask(&reader.facts, &[], false).dates;
        lines
            .into_iter()
            .filter_map(|line| Some((line.date, line.duty, line.article?, line.entry?)))
            .collect::<Vec<_>>()
    };
    let withheld = |day| (day, Some("rent-withholding-d100".into()), "oug-115-2023-chirii-retinere-la-sursa".into(), 0);
    let days = [date(2026, 12, 21), date(2027, 1, 25), date(2027, 2, 25)];
    let mut expected: Vec<_> = days.into_iter().map(withheld).collect();
    let standard = (Some("d406-quarterly".into()), "ordin-anaf-1783-2021-saf-t-d406".into(), 1);
    expected.insert(2, (date(2027, 2, 1), standard.0, standard.1, standard.2));
    assert_eq!(lines("srl-rents-office-from-person"), expected);
    // No duty repeats this entry.
    assert_eq!(
        lines("employee-insured-spouse-disability"),
        [(date(2026, 12, 31), None, "oug-9-2026-reduceri-impozite-locale".into(), 0)],
    );
}

#[test]
fn a_return_for_one_reason_is_one_line_with_the_article_about_it() {
    let facts = json!({"subject": "person", "farms": false, "situations": ["pays_own_health"], "owns": []});
    let request = json!({"facts": facts, "today": "2026-11-26", "until": "2027-06-30"});
    let request: ConcernRequest = serde_json::from_value(request).expect("a request");
    let dates = DEMO.concerns(request, date(2026, 11, 26)).expect("a report").dates;
    let duties: Vec<_> = dates.into_iter().map(|line| (line.date, line.duty)).collect();
    assert_eq!(duties, [(date(2027, 5, 25), Some("cass-voluntary-75".to_owned()))]);
}

#[test]
fn saf_t_is_sent_once_for_a_period_and_never_by_the_self_employed() {
    let entries = |facts: Value| {
        let report = ask(facts.as_object().expect("facts"), &[], false);
        let article = &report.articles["ordin-anaf-1783-2021-saf-t-d406"];
        let own = |index: &str| article.entries.get(index).map_or(&article.part, |entry| &entry.part).answer;
        (own("0"), own("1"))
    };
    let firm = json!({"subject": "srl", "farms": false, "vat": "quarterly", "trade": ["eu_goods_bought"],
        "eu_goods_already": true});
    assert_eq!(entries(firm), (Truth::Yes, Truth::No), "after a purchase the period of VAT is the month");
    let self_employed = json!({"subject": "self_employed", "farms": false, "vat": "quarterly", "trade": []});
    assert_eq!(entries(self_employed), (Truth::No, Truth::No));
}

#[test]
fn answers_change_exactly_at_the_thresholds() {
    for Probe { item, note, facts, answer } in readers().probes {
        let report = ask(&facts, &[], false);
        let found = report.duties.get(&item).or_else(|| report.articles.get(&item)).expect("the item");
        assert_eq!(found.part.answer, answer, "{item}, {note}: {found:?}");
    }
}

#[test]
fn steps_and_entries_have_answers_of_their_own() {
    let all = readers();
    for probe in &all.parts {
        let reader = all.readers.iter().find(|reader| reader.id == probe.reader).expect("the reader");
        let article = &ask(&reader.facts, &[], false).articles[&probe.article];
        let own = match (&probe.step, probe.entry) {
            (Some(step), _) => article.steps.get(step),
            (None, Some(entry)) => article.entries.get(&entry.to_string()).map(|entry| &entry.part),
            (None, None) => panic!("{probe:?} names neither", probe = probe.article),
        };
        let found = own.unwrap_or(&article.part).answer;
        assert_eq!(found, probe.answer, "{}, {}: {:?} {:?}", probe.reader, probe.article, probe.step, probe.entry);
    }
}

#[test]
fn an_entry_says_what_is_to_be_verified_where_its_article_is_certain() {
    let facts = json!({"subject": "srl", "farms": false, "employees": 150});
    let article =
        &ask(facts.as_object().expect("facts"), &[], true).articles["directiva-ue-2023-970-transparenta-salariala"];
    let entry = &article.entries["0"];
    assert_eq!((article.part.certain, article.verify.is_some()), (true, false));
    assert_eq!((entry.part.answer, entry.part.certain), (Truth::Yes, false));
    let words = [&entry.reason, &entry.verify].map(|words| words.as_ref().expect("words").en.as_str());
    assert!(words[0].starts_with("because you have at least") && words[1].contains("Romanian law"), "{words:?}");
}

#[test]
fn an_uncertain_answer_and_a_maybe_say_what_is_open_in_both_languages() {
    for reader in &readers().readers {
        let report = ask(&reader.facts, &[], true);
        for (name, answer) in report.duties.iter().chain(&report.articles) {
            let reason = answer.reason.as_ref().unwrap_or_else(|| panic!("{}, {name}: no reason", reader.id));
            assert!(!reason.ro.is_empty() && !reason.en.is_empty() && reason.ro != reason.en, "{name}: {reason:?}");
            assert_eq!(answer.verify.is_some(), !answer.part.certain, "{}, {name}", reader.id);
            let starts = (reason.ro.starts_with("fiindcă "), reason.en.starts_with("because "));
            let is_yes = answer.part.answer == Truth::Yes;
            assert_eq!(starts, (is_yes, is_yes), "{}, {name}: {reason:?}", reader.id);
        }
    }
}
