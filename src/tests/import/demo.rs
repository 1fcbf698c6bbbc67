//! The example articles.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use jiff::ToSpan;
use jiff::civil::{Date, date};
use paragraf::domain::article_time::ArticleTime;
use paragraf::domain::law_figure::LawFigures;
use paragraf::domain::source::Source;
use paragraf::domain::{Article, Importance, Language, date as words, duty};
use paragraf::ops::{Actor, demo};
use paragraf::store::articles;
use serde_json::{Value, json};

use super::ImportTest;
use crate::support::app::TestApp;

/// Its duty is due by the last working day of February.
const PASTURE: &str = "lege-246-2025-pajisti-registru-si-cosit";

/// The day for which the demo is written.
const DAY: Date = date(2026, 11, 26);

/// About something that has closed: nothing is left to do.
const CLOSED: [&str; 2] = ["apia-campania-2026-cereri-de-plata", "ordin-madr-179-2025-campania-apia-2025"];

#[test]
fn every_demo_article_is_complete() {
    let summary = demo::load(&ImportTest::new().app).expect("it loads");
    assert_eq!((summary.new, summary.refused, summary.warnings), (78, 0, 0));
    for article in articles() {
        let slug = &article.slug;
        assert_eq!(article.languages(), Language::ALL, "{slug}");
        let steps = if CLOSED.contains(&slug.as_str()) { 0..=0 } else { 3..=7 };
        assert!(steps.contains(&article.steps.len()), "{slug}");
        assert!(article.source_url().is_some(), "{slug}");
        assert!(article.provenance.is_some_and(|provenance| provenance.model.is_none()), "{slug}: people wrote it");
        assert!(!article.topic.is_empty(), "{slug}");
    }
}

#[test]
fn the_days_and_sources_of_the_demo_are_right() {
    let articles = articles();
    let pasture = articles.iter().find(|article| article.slug.as_str() == PASTURE).expect("the article");
    assert_eq!(pasture.next_date(DAY), Some(date(2027, 2, 26)), "the last working day of February");

    let mut in_force: HashMap<String, HashSet<_>> = HashMap::new();
    for article in &articles {
        let Some(act) = &article.act else { continue };
        let issuer = act.issuer.as_deref().unwrap_or_default();
        in_force.entry(format!("{} {issuer}", act.citation(Language::En))).or_default().extend(article.in_force_date);
    }
    let several: Vec<_> = in_force.iter().filter(|(_, days)| days.len() > 1).collect();
    assert_eq!(several, Vec::<(&String, &HashSet<Date>)>::new(), "an act enters into force once");

    let ahead = articles.iter().filter(|article| article.time(DAY) != ArticleTime::Past).count();
    assert!(ahead * 3 >= articles.len(), "{ahead} of {}", articles.len());
    let unofficial = articles.iter().filter(|article| !article.sources.iter().any(Source::is_official)).count();
    assert!(unofficial <= 21, "{unofficial} of {}", articles.len());
    let kinds: HashSet<_> = articles.iter().flat_map(|it| it.deadlines.iter().map(|entry| entry.kind)).collect();
    assert_eq!(kinds.len(), 3, "due, starts and ends");
}

/// Nothing else may look like a publication.
#[test]
fn the_day_of_an_article_is_a_publication_or_names_what_it_is() {
    for article in articles() {
        let day = article.publish_date;
        let is_named = article.provenance.as_ref().is_some_and(|provenance| provenance.dated_by.is_some());
        let in_gazette = article.gazette.as_ref().map(|gazette| gazette.date);
        let text = &article.technical_summary;
        let in_text = text.to_lowercase().contains("publicat") && text.contains(&words::long(day, Language::Ro));
        assert!(in_gazette.map_or(is_named != in_text, |date| date == day && !is_named), "{}: {day}", article.slug);
    }
}

#[test]
fn an_urgent_article_has_a_day_within_thirty_days() {
    let month = DAY.checked_add(30.days()).expect("a day");
    let articles = articles();
    let urgent: Vec<_> = articles.iter().filter(|article| article.importance == Importance::URGENT).collect();
    assert!(!urgent.is_empty());
    for article in urgent {
        assert!(article.next_date(DAY).is_some_and(|day| day <= month), "{}", article.slug);
    }
}

#[test]
fn an_entry_falls_on_the_day_of_each_duty_that_it_names() {
    let duties = duty::defaults();
    let articles = articles();
    for entry in articles.iter().flat_map(|article| &article.deadlines) {
        let day = entry.next_date(DAY);
        let is_yearly_return = [date(2027, 3, 1), date(2027, 5, 25)].map(Some).contains(&day);
        assert!(!is_yearly_return || !entry.duties.is_empty(), "a line beside that of its duty: {entry:?}");
        for id in &entry.duties {
            let duty = duties.iter().find(|duty| duty.id == *id).unwrap_or_else(|| panic!("{id}: no such duty"));
            assert_eq!(day, duty.next_day(DAY).map(|day| day.date), "{id}: {entry:?}");
        }
    }
}

#[test]
fn thresholds_of_conditions_are_figures_and_figures_name_articles() {
    let (articles, figures) = (articles(), LawFigures::default());
    let conditions = articles.iter().flat_map(|article| {
        let whole = article.concerns.iter().flat_map(|concern| concern.figures());
        let parts = article.steps.iter().filter_map(|step| step.condition.as_ref());
        let parts = parts.chain(article.deadlines.iter().filter_map(|entry| entry.condition.as_ref()));
        whole.chain(parts.flat_map(|condition| condition.figures()))
    });
    let used: HashSet<_> = conditions.collect();
    assert!(used.len() >= 4 && used.iter().all(|id| figures.get(id).is_some()), "{used:?}");
    for file in ["afaceri", "fiscalitate-2", "inchirieri", "inchirieri-2", "munca-2"] {
        let path = format!("{}/src/demo/{file}.json", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).expect("a file of the demo");
        for test in ["at_least", "more_than", "at_most"] {
            let key = format!("\"{test}\": ");
            let mut rest = text.match_indices(&key).map(|(at, found)| &text[at + found.len()..]);
            assert!(rest.all(|rest| rest.starts_with(['{', '0'])), "{file}: {test} has a number that a law sets");
        }
    }
    let slugs: HashSet<_> = articles.iter().map(|article| &article.slug).collect();
    let named = figures.list().iter().flat_map(|figure| figure.values.iter().map(move |value| (figure, value)));
    for (figure, value) in named.filter_map(|(figure, value)| Some((figure, value.article.as_ref()?))) {
        assert!(slugs.contains(value), "{} names the article {value}", figure.id);
    }
}

#[test]
fn articles_name_the_acts_that_they_amend() {
    let articles = articles();
    let of = |slug: &str| articles.iter().find(|article| article.slug.as_str() == slug).expect("the article");
    for slug in ["lege-239-2025-capital-social-srl", "lege-239-2025-dividende-si-imprumuturi-asociati"] {
        let article = of(slug);
        assert!(article.technical_summary.contains("Legea societăților nr. 31/1990"), "{slug}");
        assert!(article.translations[&Language::En].technical_summary.contains("Law no. 31/1990"), "{slug}");
    }
}

#[test]
fn romanian_numbers_from_20_on_have_de_before_their_noun() {
    let mut texts = Vec::new();
    romanian(&serde_json::to_value(articles()).expect("JSON"), &mut texts);
    romanian(&serde_json::to_value(duty::defaults()).expect("JSON"), &mut texts);
    let lacking: Vec<_> = texts.iter().flat_map(|text| numbers_without_de(text)).collect();
    assert_eq!(lacking, Vec::<String>::new());
    assert_eq!(numbers_without_de("(24.300 lei), 119 lei, 2.430 de lei, 30–60 zile"), ["24.300 lei", "30–60 zile"]);
}

/// The Romanian texts in a value.
fn romanian(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::String(text) => found.push(text.clone()),
        Value::Array(values) => values.iter().for_each(|value| romanian(value, found)),
        Value::Object(fields) => {
            let fields = fields.iter().filter(|(name, _)| !["en", "translations"].contains(&name.as_str()));
            fields.for_each(|(_, value)| romanian(value, found));
        }
        _ => {}
    }
}

/// The whole numbers directly before a noun that CLDR's form "other" separates with "de".
fn numbers_without_de(text: &str) -> Vec<String> {
    let words: Vec<_> =
        text.split_whitespace().map(|word| word.trim_matches(['(', ')', '*', ',', '.', ';', ':'])).collect();
    let lacks = |pair: &[&str]| {
        let number: Option<u64> = pair[0].rsplit('–').next()?.replace('.', "").parse().ok();
        let is_other = number.is_some_and(|number| number % 100 == 0 || number % 100 >= 20);
        (["lei", "euro", "zile", "ani", "luni", "salariați"].contains(&pair[1]) && is_other).then(|| pair.join(" "))
    };
    words.windows(2).filter_map(lacks).collect()
}

fn articles() -> Vec<Article> {
    let test = ImportTest::new();
    demo::load(&test.app).expect("it loads");
    let mut found = Vec::new();
    let mut visit = |record: articles::ArticleRecord| {
        found.push(record.article);
        ControlFlow::Continue(())
    };
    test.app.store.read_blocking(|tx| Ok(articles::each(tx, &mut visit)?)).expect("read");
    found
}

#[test]
fn a_store_with_articles_is_not_changed() {
    let test = ImportTest::new();
    demo::load(&test.app).expect("it loads");
    let again = demo::load(&test.app).expect("it does nothing");
    assert_eq!(again, Default::default());
    assert_eq!(test.count(), 78);
}

#[tokio::test]
async fn the_forms_of_the_demo_give_a_law_its_history_once() {
    let articles = tokio::task::spawn_blocking(articles).await.expect("it loads");
    let test = TestApp::start(articles).await;
    let summary = demo::load_forms(&test.app, &Actor::System).await.expect("they load");
    assert_eq!((summary.new, summary.refused), (8, 0));
    let (_, history) = test.json("/acts/lege-31-1990/history").await;
    let of = |name: &str| history[name].clone();
    assert_eq!(
        (of("since"), of("latest"), of("changes"), of("acts")),
        (json!("2023-11-11"), json!("2024-12-06"), json!(14), json!(2)),
        "{history}"
    );
    let again = demo::load_forms(&test.app, &Actor::System).await.expect("it does nothing");
    assert_eq!((again.new, again.unchanged), (0, 0));
    test.stop().await;
}
