//! Round trip: an exported article is imported without a difference.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use jiff::civil::Date;
use paragraf::domain::act::Act;
use paragraf::domain::article::Translation;
use paragraf::domain::concern::{Concern, ConcernReason, Expression};
use paragraf::domain::dated_entry::DatedEntryText;
use paragraf::domain::duty::DutyText;
use paragraf::domain::gazette::Gazette;
use paragraf::domain::recurrence::{Recurrence, Shift, Term};
use paragraf::domain::source::Source;
use paragraf::domain::step::Step;
use paragraf::domain::{
    Article, AudienceRole, DatedEntry, EntryKind, Importance, Language, Provenance, Slug, Status, topic,
};
use paragraf::ops::demo;
use paragraf::ops::export::export_line;
use paragraf::ops::import::ImportOptions;
use paragraf::store::articles::{self, ArticleRecord};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

use super::ImportTest;

fn export(test: &ImportTest) -> String {
    let mut text = String::new();
    let mut visit = |record: ArticleRecord| {
        text.push_str(&export_line(&record));
        text.push('\n');
        ControlFlow::Continue(())
    };
    test.app.store.read_blocking(|tx| Ok(articles::each(tx, &mut visit)?)).expect("read");
    text
}

#[test]
fn the_demo_articles_survive_a_round_trip() {
    let (first, second) = (ImportTest::new(), ImportTest::new());
    demo::load(&first.app).expect("it loads");
    let exported = export(&first);
    let outcome = second.import(&[("export.jsonl", &exported)], ImportOptions::default());
    assert_eq!(outcome.counts(), [78, 0, 0, 0, 0]);
    assert_eq!(export(&second), exported);
}

#[test]
fn the_status_is_exported_unless_published() {
    let article = crate::support::articles::article("a");
    let at = jiff::Timestamp::UNIX_EPOCH;
    let line = |status| export_line(&ArticleRecord::new(article.clone(), status, at));
    assert_eq!(line(Status::Published), serde_json::to_string(&article).expect("JSON"));
    assert!(line(Status::Draft).ends_with(r#","status":"draft"}"#));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_article_survives_a_round_trip(articles in vec((article(), select(Status::ALL.to_vec())), 1..6)) {
        let at = jiff::Timestamp::UNIX_EPOCH;
        let lines: BTreeMap<_, _> = articles
            .into_iter()
            .map(|(article, status)| {
                let slug = article.slug.clone();
                (slug, export_line(&ArticleRecord::new(article, status, at)))
            })
            .collect();
        let exported: String = lines.into_values().map(|line| line + "\n").collect();
        let test = ImportTest::new();
        let outcome = test.import(&[("export.jsonl", &exported)], ImportOptions::default());
        prop_assert_eq!(outcome.messages(), Vec::<String>::new());
        prop_assert_eq!(export(&test), exported);
    }
}

/// A valid line of text with letters, signs and escapes that a layer might corrupt.
fn short() -> impl Strategy<Value = String> {
    "[a-zA-Z0-9ăâîșțĂÎȘȚ„”§–€🏛\"'\\\\|;,:#*_(){}.%/-][a-zA-Z0-9ăâîșț „”§\u{a0}\"'\\\\|;,:#*_(){}.%/-]{0,40}[a-zăâîșț0-9.!?\"\\\\]"
}

fn long() -> impl Strategy<Value = String> {
    vec(short(), 1..4).prop_map(|lines| lines.join("\n\n"))
}

fn list() -> impl Strategy<Value = Vec<String>> {
    vec(short(), 0..4).prop_map(|mut items| {
        let mut seen = std::collections::HashSet::new();
        items.retain(|item| seen.insert(item.to_lowercase()));
        items
    })
}

fn date() -> impl Strategy<Value = Date> {
    (1864_i16..=2100, 1_i8..=12, 1_i8..=28).prop_map(|(year, month, day)| jiff::civil::date(year, month, day))
}

fn roles() -> impl Strategy<Value = Vec<AudienceRole>> {
    proptest::sample::subsequence(AudienceRole::ALL.to_vec(), 0..3)
}

/// A recurrence or a relative term, with or without a shift.
fn rule() -> impl Strategy<Value = (Option<Recurrence>, Option<Term>, Option<Shift>)> {
    let recurrences = [r#"{"monthly":25}"#, r#"{"monthly":"last"}"#, r#"{"yearly":["02-29","09-30"]}"#];
    let recurs = select(recurrences.map(|rule| serde_json::from_str::<Recurrence>(rule).expect("a rule")).to_vec());
    let within = select(vec![Term::Days(30), Term::WorkingDays(5), Term::Months(12), Term::Hours(24)]);
    (option::of(recurs), option::of(within), option::of(select(vec![Shift::Tax, Shift::Next, Shift::Previous])))
        .prop_map(|(recurs, within, shift)| {
            let shift = shift.filter(|_| recurs.is_some() || within.is_some());
            (recurs, within, shift)
        })
}

fn condition() -> impl Strategy<Value = Option<Box<Expression>>> {
    let conditions = [
        r#"{"all":[{"rule":"is_company"},{"not":{"fact":"employees","at_least":3}},{"fact":"farms","is":true}]}"#,
        r#"{"any":[{"fact":"vat","in":["monthly","quarterly"]},{"unknown":{"ro":"nu reiese","en":"not said"}}]}"#,
        r#"{"fact":"turnover","more_than":100000,"unit":"EUR","certain":false,"uncertain_side":"both",
            "uncertain_when":{"fact":"subject","is":"srl"},"missing":{"ro":"de verificat","en":"to verify"}}"#,
    ];
    option::of(select(conditions.map(|json| serde_json::from_str(json).expect("a condition")).to_vec()))
}

fn concern(condition: Expression) -> Concern {
    let text = |text: &str| DutyText { ro: text.into(), en: text.into() };
    let reason = ConcernReason { yes: text("fiindcă ai o firmă"), no: text("nu ai o firmă"), no_when: vec![] };
    let (event, everyone) = (Some(text("la fiecare angajare")), true);
    Concern { condition, reason, event, unless: None, optional: false, information: true, everyone, open_point: None }
}

fn deadlines() -> impl Strategy<Value = Vec<(DatedEntry, DatedEntryText)>> {
    let texts = (option::of(short()), short(), option::of(short()), short());
    let duties = vec(select(vec!["d112-monthly".to_owned(), "d406-quarterly".to_owned()]), 0..3);
    let audience = (roles(), condition(), duties);
    let entry = (select(EntryKind::ALL.to_vec()), option::of(date()), rule(), texts, audience);
    let entry = entry.prop_map(|(kind, date, (recurs, within, shift), (rule, what, who, english), audience)| {
        let (roles, condition, duties) = audience;
        let is_dated = date.is_some() || recurs.is_some() || within.is_some();
        let rule = if is_dated { rule } else { Some(rule.unwrap_or("lunar".into())) };
        let text = DatedEntryText { what: english, who: who.clone(), rule: rule.clone() };
        (DatedEntry { kind, date, recurs, within, shift, rule, what, who, roles, condition, duties }, text)
    });
    vec(entry, 0..3)
}

fn act() -> impl Strategy<Value = Act> {
    ("[A-ZĂȚ]{2,8}( UE)?", option::of("[0-9]{1,4}(/[a-z])?"), 1864_i16..=2100, option::of(short()))
        .prop_map(|(kind, number, year, issuer)| Act { kind, number, year, issuer })
}

fn gazette() -> impl Strategy<Value = Gazette> {
    ("I{1,3}", "[0-9]{1,4}", any::<bool>(), date()).prop_map(|(part, number, bis, date)| Gazette {
        part,
        number,
        bis,
        date,
    })
}

fn provenance() -> impl Strategy<Value = Provenance> {
    let people = (option::of(short()), option::of(short()), option::of(date()), option::of(short()));
    (people, option::of(short()), option::of("[0-9a-f]{64}"), option::of(0_i64..4_000_000_000)).prop_map(
        |((written_by, reviewed_by, reviewed_at, dated_by), model, source_sha256, seconds)| Provenance {
            written_by,
            reviewed_by,
            reviewed_at,
            dated_by,
            model,
            source_sha256,
            fetched_at: seconds.and_then(|seconds| jiff::Timestamp::from_second(seconds).ok()),
        },
    )
}

/// Steps with their translations.
fn steps() -> impl Strategy<Value = Vec<(Step, String)>> {
    let step = (long(), (roles(), condition()), option::of(date()), long());
    vec(step, 0..4).prop_map(|steps| {
        let numbered = (1..).zip(steps);
        let step = |(number, (text, (roles, condition), date, english))| {
            (Step { id: format!("pas-{number}"), text, roles, date, condition }, english)
        };
        numbered.map(step).collect()
    })
}

fn sources() -> impl Strategy<Value = Vec<Source>> {
    let url = select(vec!["http://legislatie.just.ro/Public/DetaliiDocument/305208", "https://www.pwc.ro/ă?x=1"]);
    vec((url, option::of(short())).prop_map(|(url, title)| Source { url: url.into(), title }), 0..3)
}

fn article() -> impl Strategy<Value = Article> {
    let head = ("[a-z0-9]{1,10}(-[a-z0-9]{1,10}){0,3}", short(), option::of(short()), long(), long(), steps());
    let days = (option::of(date()), option::of(date()));
    let facts = (1_u8..=5, date(), select(topic::defaults()), days, list(), list(), roles(), sources());
    let parts = (option::of(act()), option::of(gazette()), deadlines(), option::of(provenance()));
    let ends = (any::<bool>(), condition(), option::of((short(), option::of(short()), long(), long(), list())));
    (head, facts, parts, ends).prop_map(|(head, facts, parts, ends)| {
        let (slug, title, in_short, technical_summary, simple_explanation, steps) = head;
        let (importance, publish_date, topic, (in_force_date, applies_from), domains, audience, roles, sources) = facts;
        let (act, gazette, deadlines, provenance) = parts;
        let (has_file, condition, english) = ends;
        let (deadlines, deadline_texts): (Vec<_>, Vec<_>) = deadlines.into_iter().unzip();
        let (steps, translated): (Vec<_>, Vec<_>) = steps.into_iter().unzip();
        let translation =
            english.map(|(title, in_short, technical_summary, simple_explanation, audience)| Translation {
                title,
                in_short,
                technical_summary,
                simple_explanation,
                implementation_key_points: translated,
                deadlines: deadline_texts,
                audience,
            });
        Article {
            slug: Slug::parse(&slug).expect("a slug"),
            title,
            in_short,
            technical_summary,
            simple_explanation,
            steps,
            importance: Importance::new(importance).expect("a level"),
            publish_date,
            file_url: has_file.then(|| "https://www.monitoruloficial.ro/a%20b.pdf?x=1".into()),
            domains,
            topic: topic.id,
            act,
            gazette,
            in_force_date,
            applies_from,
            deadlines,
            roles,
            audience,
            concerns: condition.map(|condition| Box::new(concern(*condition))),
            sources,
            provenance,
            translations: translation.map(|translation| (Language::En, Box::new(translation))).into_iter().collect(),
        }
    })
}
