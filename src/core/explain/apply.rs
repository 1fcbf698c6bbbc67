//! Puts an explanation into the fields of a draft.

use std::collections::{BTreeSet, HashSet};

use crate::domain::explanation::Explanation;
use crate::domain::step::Step;
use crate::domain::{Article, AudienceRole, Importance, Language, Provenance, Translation};

/// Returns the draft with the texts of the explanation. Act, dates, sources and topic stay as they are.
pub fn apply(draft: Article, explanation: &Explanation, model: &str) -> Article {
    let before = draft.translations.get(&Language::En);
    let english = Translation {
        title: explanation.title.en.clone(),
        in_short: Some(explanation.in_short.en.clone()),
        technical_summary: sentences(explanation.technical_summary.iter().map(|it| &it.en)),
        simple_explanation: simple(explanation, Language::En),
        implementation_key_points: explanation.steps.iter().map(|step| english(step.texts())).collect(),
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

fn english([_, text]: [String; 2]) -> String {
    text
}

/// The simple explanation, then a list of what changes for each audience.
fn simple(explanation: &Explanation, language: Language) -> String {
    let of = |ro: &'_ String, en: &'_ String| language.pick(ro, en).clone();
    let text: Vec<_> = explanation.simple_explanation.iter().map(|it| of(&it.ro, &it.en)).collect();
    let effects = explanation.effects.iter();
    let effects = effects.map(|it| format!("{} {}", effect_label(it.audience, language), of(&it.ro, &it.en).trim()));
    let list: Vec<_> = effects.collect();
    let text = sentences(text.iter());
    if list.is_empty() { text } else { format!("{text}\n\n{}", list.join("\n")) }
}

/// What stands before the words of an effect.
pub(super) fn effect_label(audience: AudienceRole, language: Language) -> String {
    format!("- **{}:**", audience.label(language))
}

fn steps(explanation: &Explanation) -> Vec<Step> {
    let mut taken = HashSet::new();
    let mut steps = Vec::new();
    for step in &explanation.steps {
        let id = Step::id_for(&step.ro, &taken);
        taken.insert(id.clone());
        let [text, _] = step.texts();
        steps.push(Step { id, text, roles: step.roles.clone(), date: step.date, condition: None });
    }
    steps
}
