//! How a query was read, in words that the reader can check.

use tantivy::Term;

use super::acts::KnownAct;
use super::compile::provision_terms;
use super::parse::ParsedQuery;
use super::state::SearchState;
use super::synonyms::Everyday;
use crate::domain::{ActId, Language};
use crate::error::Result;
use paragraf_law::lookup::{ActPattern, Reference, Target};

/// Acts that are offered in place of unknown ones, and references for which they are looked up.
const MOST_ACTS: usize = 3;

/// How a query was read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Understood {
    pub references: Vec<UnderstoodReference>,
    pub words: Vec<String>,
    pub phrases: Vec<String>,
    pub corrected: Vec<Correction>,
    /// Everyday words, and the words of laws that were searched beside them.
    pub also: Vec<Correction>,
    /// The words and phrases that no article and no duty has; the others were searched.
    pub missing: Vec<String>,
}

/// A reference in a query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnderstoodReference {
    /// As typed.
    pub text: String,
    pub kind: ReferenceKind,
    /// The usual citation, in the reader's language; of a provision without an act, the provision.
    pub citation: String,
    /// The provision in the form of laws: `art. 166 alin. (2)`.
    pub provision: Option<String>,
    /// Whether an article names the act or issue, or exactly this provision.
    pub is_found: bool,
    /// The act that it names, or that contains the provision, if articles name the act.
    pub act: Option<ActId>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReferenceKind {
    Act,
    Provision,
    Issue,
}

/// A word of the query, and what was searched instead, or beside it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Correction {
    pub from: String,
    pub to: String,
}

/// An act that articles name, offered in place of one that none names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Nearest {
    pub query: String,
    pub articles: usize,
}

pub(super) fn describe(
    state: &SearchState,
    parsed: ParsedQuery,
    corrected: Vec<Correction>,
    missing: Vec<String>,
    language: Language,
) -> Result<Understood> {
    let references = parsed.references.iter().map(|reference| describe_reference(state, reference, language));
    let everyday = parsed.everyday.iter().map(|everyday| everyday.text.clone());
    let also =
        |everyday: &Everyday| Correction { from: everyday.text.clone(), to: everyday.meant.text(language).to_owned() };
    Ok(Understood {
        references: references.collect::<Result<_>>()?,
        also: parsed.everyday.iter().map(also).collect(),
        words: parsed.words.into_iter().map(|word| word.text).chain(everyday).collect(),
        phrases: parsed.phrases.into_iter().map(|phrase| phrase.text).collect(),
        corrected,
        missing,
    })
}

fn describe_reference(state: &SearchState, reference: &Reference, language: Language) -> Result<UnderstoodReference> {
    let text = reference.text.clone();
    Ok(match &reference.target {
        Target::Act(act) => UnderstoodReference {
            text,
            kind: ReferenceKind::Act,
            citation: citation(act, language),
            provision: None,
            is_found: known(state, act).next().is_some(),
            act: only(state, act),
        },
        Target::Issue(issue) => UnderstoodReference {
            text,
            kind: ReferenceKind::Issue,
            citation: match language {
                Language::Ro => format!("Monitorul Oficial nr. {issue}"),
                Language::En => format!("Official Gazette no. {issue}"),
            },
            provision: None,
            is_found: state.has_issue(issue)?,
            act: None,
        },
        Target::Provision(provision, act) => UnderstoodReference {
            text,
            kind: ReferenceKind::Provision,
            citation: act.as_ref().map_or_else(|| provision.to_string(), |act| citation(act, language)),
            provision: Some(provision.to_string()),
            is_found: has_provision(state, &reference.target)?,
            act: act.as_ref().and_then(|act| only(state, act)),
        },
    })
}

/// Whether an article names the provision itself.
fn has_provision(state: &SearchState, target: &Target) -> Result<bool> {
    let field = state.fields()?.references;
    let whole = provision_terms(target).into_iter().filter(|(_, is_whole)| *is_whole);
    state.has_any(whole.map(|(text, _)| Term::from_field_text(field, &text)))
}

fn citation(act: &ActPattern, language: Language) -> String {
    act.to_act().map_or_else(|| act.to_string(), |act| act.citation(language))
}

/// The known acts that a pattern may mean.
fn known<'s>(state: &'s SearchState, pattern: &'s ActPattern) -> impl Iterator<Item = KnownAct<'s>> {
    state.lexicon.known_acts().with_number(&pattern.number).filter(|known| {
        pattern.year.is_none_or(|year| known.act.year == year)
            && (pattern.kinds.is_empty() || pattern.kinds.iter().any(|kind| kind.name() == known.act.kind))
    })
}

/// The known act that a pattern means, if it is only one.
fn only(state: &SearchState, pattern: &ActPattern) -> Option<ActId> {
    let mut known = known(state, pattern);
    let act = known.next().filter(|_| known.next().is_none())?;
    act.id.cloned()
}

/// Queries for acts with the number of an unknown act, or for those of its kind and year with the nearest numbers.
pub(super) fn near_acts<'p>(state: &'p SearchState, parsed: &'p ParsedQuery, language: Language) -> Vec<Nearest> {
    let mut near: Vec<((bool, bool, u32), KnownAct<'_>)> = Vec::new();
    let pattern = |reference: &'p Reference| match &reference.target {
        Target::Act(pattern) | Target::Provision(_, Some(pattern)) => Some(pattern),
        _ => None,
    };
    for pattern in parsed.references.iter().filter_map(pattern).take(MOST_ACTS) {
        let number: u32 = pattern.number.parse().unwrap_or(0);
        for known in state.lexicon.acts() {
            let same_number = known.act.number.as_deref() == Some(&pattern.number);
            let same_kind = pattern.kinds.iter().any(|kind| kind.name() == known.act.kind);
            let same_year = pattern.year == Some(known.act.year);
            if same_number || (same_kind && same_year) {
                let other: u32 = known.act.number.as_deref().and_then(|number| number.parse().ok()).unwrap_or(0);
                near.push(((!same_number, !(same_kind || same_year), number.abs_diff(other)), known));
            }
        }
    }
    near.sort_by_key(|(distance, known)| (*distance, std::cmp::Reverse(known.articles())));
    near.truncate(MOST_ACTS);
    let offer = |(_, known): ((bool, bool, u32), KnownAct<'_>)| Nearest {
        query: known.act.citation(language),
        articles: known.articles(),
    };
    near.into_iter().map(offer).collect()
}
