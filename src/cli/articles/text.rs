//! An article or a draft as text.

use super::super::output::{count, moment};
use crate::clock::Clock;
use crate::domain::concern::{Concern, Criterion, DayFigures, Expression, book};
use crate::domain::concern_suggestion::{ConcernSuggestion, PartSuggestion};
use crate::domain::rule_reason::{Rule, RuleReason};
use crate::domain::step::Step;
use crate::domain::{Article, AudienceRole, DatedEntry, Language};
use crate::ops::articles::StoredArticle;
use crate::ops::desk::drafts::Draft;

/// The time of an entry: its day, recurrence, term and rule.
fn when(entry: &DatedEntry) -> String {
    let written = |json: serde_json::Result<String>| {
        let json = json.expect("writing a recurrence as JSON cannot fail: it has no maps");
        json.replace(['{', '}', '"'], "")
    };
    let recurs = entry.recurs.as_ref().map(|recurs| written(serde_json::to_string(recurs)));
    let within = entry.within.map(|within| written(serde_json::to_string(&within)));
    let date = entry.date.map(|date| date.to_string());
    date.into_iter().chain(recurs).chain(within).chain(entry.rule.clone()).collect::<Vec<_>>().join(", ")
}

fn role_ids(roles: &[AudienceRole]) -> String {
    roles.iter().map(|role| role.id()).collect::<Vec<_>>().join(", ")
}

fn step_text(step: &Step) -> String {
    let day = step.date.map(|day| day.to_string());
    let head: Vec<_> = step.roles.iter().map(|role| role.id().to_owned()).chain(day).collect();
    if head.is_empty() { step.text.clone() } else { format!("[{}] {}", head.join(", "), step.text) }
}

pub(super) fn view_text(view: &StoredArticle) -> String {
    let article = &view.article;
    let mut lines = vec![article.title.clone(), String::new()];
    lines.extend(facts(view));
    if let Some(text) = &article.in_short {
        lines.extend([String::new(), text.clone()]);
    }
    lines.extend([String::new(), article.technical_summary.clone(), String::new(), article.simple_explanation.clone()]);
    lines.push(String::new());
    lines.extend(article.steps.iter().zip(1..).map(|(step, number)| format!("{number}. {}", step_text(step))));
    for earlier in &view.earlier {
        lines.push(format!(
            "earlier: revision {} of {}: {}",
            earlier.revision,
            moment(earlier.updated_at),
            earlier.article.title
        ));
    }
    lines.join("\n")
}

fn clause(condition: &Expression) -> String {
    book().clause(&Criterion::of(condition), &DayFigures::built_in(Clock::System.today())).en
}

/// The condition in words; without one, what readers see.
fn concerns_text(concern: Option<&Concern>) -> String {
    let condition = concern.map(|concern| format!("readers if {}", clause(&concern.condition)));
    condition.unwrap_or_else(|| "no conditions: every reader sees \"may concern you\"".to_owned())
}

/// The conditions that roles suggest where there are none.
fn suggestions(article: &Article) -> Vec<String> {
    let Some(ConcernSuggestion { concerns, steps, deadlines }) = ConcernSuggestion::of(article) else { return vec![] };
    let whole = concerns.map(|concern| concerns_text(Some(&concern)));
    let parts = |name: &'static str, parts: Vec<PartSuggestion>| {
        parts.into_iter().map(move |part| format!("{name} {}: readers if {}", part.at + 1, clause(&part.condition)))
    };
    whole.into_iter().chain(parts("step", steps)).chain(parts("date", deadlines)).collect()
}

/// A line for each fact about the article.
fn facts(view: &StoredArticle) -> Vec<String> {
    let article = &view.article;
    let mut lines = Vec::new();
    let mut fact = |name: &str, text: String| lines.push(format!("{name:<12} {text}"));
    fact("slug", article.slug.to_string());
    fact("status", format!("{}, revision {} of {}", view.status, view.revision, moment(view.updated_at)));
    fact("importance", format!("{} {}", article.importance, article.importance.label(Language::En)));
    fact("topic", format!("{} ({})", article.topic, article.domains.join(", ")));
    fact("published", article.publish_date.to_string());
    if let Some(act) = &article.act {
        fact("act", act.citation(Language::Ro));
    }
    if let Some(gazette) = &article.gazette {
        fact("gazette", gazette.citation(Language::Ro));
    }
    for (name, day) in [("in force", article.in_force_date), ("applies from", article.applies_from)] {
        day.into_iter().for_each(|day| fact(name, day.to_string()));
    }
    for entry in &article.deadlines {
        fact(entry.kind.name(), format!("{}: {}", when(entry), entry.what));
    }
    if !article.roles.is_empty() {
        fact("roles", role_ids(&article.roles));
    }
    fact("concerns", concerns_text(article.concerns.as_deref()));
    suggestions(article).into_iter().for_each(|suggestion| fact("suggested", suggestion));
    for source in &article.sources {
        let official = if source.is_official() { "official" } else { "secondary" };
        fact("source", format!("{} ({official})", source.url));
    }
    if let Some(provenance) = &article.provenance {
        let day = provenance.reviewed_at.map(|day| day.to_string());
        let reviewed: Vec<_> = provenance.reviewed_by.clone().into_iter().chain(day).collect();
        if !reviewed.is_empty() {
            fact("reviewed", reviewed.join(", "));
        }
        provenance.dated_by.iter().for_each(|act| fact("dated by", act.clone()));
    }
    fact("languages", article.languages().iter().map(|language| language.code()).collect::<Vec<_>>().join(", "));
    fact("readers", format!("{}, {}", count(view.likes, "like"), count(view.bookmarks, "bookmark")));
    lines
}

/// The rule that gave a value of the draft, with the words of the act that support it.
fn reason_text(reason: &RuleReason) -> String {
    let RuleReason { field, value, rule, detail, quote, .. } = reason;
    let quote = quote.as_ref().map(|quote| format!("{quote:?}"));
    let found: Vec<_> = detail.iter().cloned().chain(quote).map(|found| format!(": {found}")).collect();
    format!("reason: {field}: {value} ({}{})", rule_text(*rule), found.concat())
}

fn rule_text(rule: Rule) -> &'static str {
    match rule {
        Rule::Heading => "from the act's heading",
        Rule::ForceClause => "a clause of the act gives the day",
        Rule::SourceDate => "the source gives the day",
        Rule::ThreeDays => "three days after publication, under Legea nr. 24/2000 for this kind of act",
        Rule::OnPublication => "on publication, under Legea nr. 24/2000 for this kind of act",
        Rule::NamedDay => "the act names the day",
        Rule::CountedDay => "counted from entry into force or publication",
        Rule::RuleInWords => "the text gives a rule from which no day follows",
        Rule::Keyword => "words in the act",
        Rule::NoKeyword => "the act has no words of any topic",
        Rule::ChangesCode => "the act changes a code",
        Rule::KindOfAct => "the kind of act",
        Rule::HasDeadline => "something is due by a day",
        Rule::DueSoon => "something is due soon",
        Rule::NothingNew => "nothing new to do",
        Rule::BindsReaders => "the act binds readers",
        Rule::SetsSanction => "the act sets a sanction",
        Rule::SetsAmount => "the act sets an amount or a rate",
        Rule::ManyReaders => "many readers have one of the roles",
        Rule::NoReaders => "nothing in the act is for a role or a topic",
        Rule::Figure => "the act sets a figure",
        Rule::Operation => "the act changes another act",
        Rule::Model => "the language model's reason",
    }
}

/// The reasons for the values of a draft, its findings and rejections, and the archived text of its act.
pub(super) fn source_text(draft: &Draft) -> String {
    let mut lines = vec![String::new()];
    for reason in &draft.rule_reasons {
        lines.push(reason_text(reason));
    }
    for finding in &draft.finding_list {
        let place = format!("{} {}, character {}", finding.lang.code(), finding.field, finding.offset);
        lines.push(format!("finding: {place}: {:?} ({})", finding.text, finding.sentence()));
    }
    for sentence in &draft.unchecked {
        let place = format!("{} {}, character {}", sentence.lang.code(), sentence.field, sentence.offset);
        lines.push(format!("not checked, apart from figures: {place}: {:?}", sentence.text));
    }
    for rejection in &draft.rejections {
        let signature = &rejection.signature;
        lines.push(format!("rejected: {} by {}: {}", moment(signature.at), signature.by, rejection.reason));
    }
    match &draft.source {
        Some(source) => {
            let fetched = moment(source.fetched_at);
            lines.push(format!("source: {}, fetched {fetched}, SHA-256 {}", source.url, source.sha256));
            lines.extend([String::new(), source.text.clone()]);
        }
        None => lines.push("source: the archive has no text of the act".to_owned()),
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_roles_suggest_is_shown_where_there_is_no_condition() {
        let article: Article = serde_json::from_value(json!({
            "slug": "a", "title": "A", "technical_summary": "T", "simple_explanation": "S", "importance": 3,
            "publish_date": "2026-01-09", "topic": "munca", "roles": ["company"],
            "steps": [{"id": "unu", "text": "Unu."}, {"id": "doi", "text": "Doi.", "roles": ["employer"]}],
        }))
        .expect("an article");
        assert_eq!(concerns_text(article.concerns.as_deref()), "no conditions: every reader sees \"may concern you\"");
        let found = suggestions(&article);
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found[0].starts_with("readers if ") && found[0].contains("company"), "{found:?}");
        assert!(found[1].starts_with("step 2: readers if "), "{found:?}");
        let whole = ConcernSuggestion::of(&article).and_then(|suggestion| suggestion.concerns).map(Box::new);
        let accepted = Article { concerns: whole, ..article };
        assert_eq!(concerns_text(accepted.concerns.as_deref()), found[0]);
        assert_eq!(suggestions(&accepted).len(), 1);
    }
}
