//! Puts an explanation into the fields of a draft, and finds its statements there again for the checker.

use std::collections::{BTreeSet, HashSet};
use std::ops::Range;

use jiff::civil::Date;

use super::checker::{ActText, Checked, Claim, Passage, check};
use crate::domain::explanation::{Explanation, Statement};
use crate::domain::step::Step;
use crate::domain::{Article, Importance, Language, Provenance, Translation};

/// Returns the draft with the texts of the explanation. Act, dates, sources and topic stay as they are.
pub fn apply(draft: Article, explanation: &Explanation, model: &str) -> Article {
    let before = draft.translations.get(&Language::En);
    let english = Translation {
        title: explanation.title.en.clone(),
        in_short: Some(explanation.in_short.en.clone()),
        technical_summary: sentences(explanation.technical_summary.iter().map(|it| &it.en)),
        simple_explanation: simple(explanation, Language::En),
        implementation_key_points: explanation.steps.iter().map(|step| step.en.clone()).collect(),
        deadlines: before.map(|before| before.deadlines.clone()).unwrap_or_default(),
        audience: before.map(|before| before.audience.clone()).unwrap_or_default(),
    };
    let roles: BTreeSet<_> = explanation.effects.iter().map(|effect| effect.audience).collect();
    let provenance = Provenance { model: Some(model.to_owned()), ..draft.provenance.clone().unwrap_or_default() };
    let mut article = Article {
        title: explanation.title.ro.clone(),
        in_short: Some(explanation.in_short.ro.clone()),
        technical_summary: sentences(explanation.technical_summary.iter().map(|it| &it.ro)),
        simple_explanation: simple(explanation, Language::Ro),
        steps: steps(explanation),
        importance: Importance::new(explanation.importance).unwrap_or(draft.importance),
        roles: if roles.is_empty() { draft.roles.clone() } else { roles.into_iter().collect() },
        provenance: Some(Provenance { reviewed_by: None, reviewed_at: None, ..provenance }),
        ..draft
    };
    article.translations.insert(Language::En, Box::new(english));
    article
}

fn sentences<'a>(texts: impl Iterator<Item = &'a String>) -> String {
    texts.map(|text| text.trim()).collect::<Vec<_>>().join(" ")
}

/// The simple explanation, then a list of what changes for each audience.
fn simple(explanation: &Explanation, language: Language) -> String {
    let of = |ro: &'_ String, en: &'_ String| if language == Language::Ro { ro.clone() } else { en.clone() };
    let text: Vec<_> = explanation.simple_explanation.iter().map(|it| of(&it.ro, &it.en)).collect();
    let effects = explanation.effects.iter();
    let effects = effects.map(|it| format!("- **{}:** {}", it.audience.label(language), of(&it.ro, &it.en).trim()));
    let list: Vec<_> = effects.collect();
    let text = sentences(text.iter());
    if list.is_empty() { text } else { format!("{text}\n\n{}", list.join("\n")) }
}

fn steps(explanation: &Explanation) -> Vec<Step> {
    let mut taken = HashSet::new();
    let mut steps = Vec::new();
    for step in &explanation.steps {
        let id = Step::id_for(&step.ro, &taken);
        taken.insert(id.clone());
        steps.push(Step { id, text: step.ro.clone(), roles: step.roles.clone(), date: step.date });
    }
    steps
}

/// The reason of the importance, which is kept beside the draft.
const REASON: &str = "importance_reason";
const SIMPLE: &str = "simple_explanation";
const KEY_POINTS: &str = "implementation_key_points";

/// A text of the draft.
struct Field {
    name: String,
    language: Language,
    text: String,
}

/// One statement: its field, its texts and what belongs to it.
struct Wanted<'a> {
    field: &'static str,
    texts: [&'a str; 2],
    rests_on: &'a [String],
    date: Option<Date>,
}

/// Checks the texts of a draft against the act. Statements of the explanation rest on the provisions that they name;
/// words that a person added or changed may rest on the whole act.
pub fn check_draft(act: &ActText, article: &Article, explanation: &Explanation) -> Checked {
    let fields = fields(article, explanation);
    let mut used: Vec<Vec<Range<usize>>> = vec![Vec::new(); fields.len()];
    let mut claims = Vec::new();
    for wanted in statements(explanation) {
        let passages: Vec<_> = Language::ALL
            .into_iter()
            .zip(wanted.texts)
            .filter_map(|(language, text)| find(&fields, &mut used, wanted.field, language, text))
            .collect();
        let dates = wanted.date.into_iter().collect();
        if !passages.is_empty() {
            claims.push(Claim { rests_on: Some(wanted.rests_on), passages, dates });
        }
    }
    for (field, used) in fields.iter().zip(used) {
        claims.extend(rest(field, used).into_iter().map(|range| {
            let passage = Passage { field: &field.name, language: field.language, text: &field.text, range };
            Claim { rests_on: None, passages: vec![passage], dates: vec![] }
        }));
    }
    check(act, &claims)
}

fn statements(explanation: &Explanation) -> Vec<Wanted<'_>> {
    fn of<'a>(field: &'static str, it: &'a Statement) -> Wanted<'a> {
        wanted(field, [&it.ro, &it.en], &it.rests_on, None)
    }
    let singles = [
        of("title", &explanation.title),
        of("in_short", &explanation.in_short),
        of(REASON, &explanation.importance_reason),
    ];
    let technical = explanation.technical_summary.iter().map(|it| of("technical_summary", it));
    let simple = explanation.simple_explanation.iter().map(|it| of(SIMPLE, it));
    let effects = explanation.effects.iter().map(|it| wanted(SIMPLE, [&it.ro, &it.en], &it.rests_on, None));
    let steps = explanation.steps.iter().map(|it| wanted(KEY_POINTS, [&it.ro, &it.en], &it.rests_on, it.date));
    singles.into_iter().chain(technical).chain(simple).chain(effects).chain(steps).collect()
}

fn wanted<'a>(field: &'static str, texts: [&'a str; 2], rests_on: &'a [String], date: Option<Date>) -> Wanted<'a> {
    Wanted { field, texts: texts.map(str::trim), rests_on, date }
}

/// The texts of the draft in both languages.
fn fields(article: &Article, explanation: &Explanation) -> Vec<Field> {
    let mut fields = Vec::new();
    for language in article.languages() {
        let texts = article.texts(language);
        let mut add = |name: String, text: &str| fields.push(Field { name, language, text: text.to_owned() });
        add("title".into(), texts.title);
        add("in_short".into(), texts.in_short.unwrap_or_default());
        add("technical_summary".into(), texts.technical_summary);
        add(SIMPLE.into(), texts.simple_explanation);
        for (step, place) in article.steps(language).iter().zip(0..) {
            add(format!("{KEY_POINTS}[{place}]"), &step.text);
        }
        let reason = &explanation.importance_reason;
        add(REASON.into(), if language == Language::Ro { &reason.ro } else { &reason.en });
    }
    fields
}

/// Finds a statement in the fields of its name, in a place that no other statement has.
fn find<'a>(
    fields: &'a [Field],
    used: &mut [Vec<Range<usize>>],
    name: &str,
    language: Language,
    text: &str,
) -> Option<Passage<'a>> {
    for (field, used) in fields.iter().zip(used) {
        let is_of_name = field.name == name || field.name.strip_prefix(name).is_some_and(|rest| rest.starts_with('['));
        if !is_of_name || field.language != language {
            continue;
        }
        let free = |at: usize| used.iter().all(|other| at + text.len() <= other.start || at >= other.end);
        if let Some((at, _)) = field.text.match_indices(text).find(|(at, _)| free(*at)) {
            let range = at..at + text.len();
            used.push(range.clone());
            return Some(Passage { field: &field.name, language, text: &field.text, range });
        }
    }
    None
}

/// The parts of a field that no statement covers.
fn rest(field: &Field, mut used: Vec<Range<usize>>) -> Vec<Range<usize>> {
    used.sort_by_key(|range| range.start);
    let (mut rest, mut at) = (Vec::new(), 0);
    for range in used.into_iter().chain([field.text.len()..field.text.len()]) {
        if !field.text[at..range.start].trim().is_empty() {
            rest.push(at..range.start);
        }
        at = range.end;
    }
    rest
}
