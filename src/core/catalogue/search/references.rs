//! The acts, provisions and issues that an article is about, as terms of the index.

use std::collections::BTreeSet;

use crate::domain::act::Act;
use crate::domain::{Article, text};
use paragraf_law::MentionValue;
use paragraf_law::citation::CitedAct;
use paragraf_law::lookup::{ActPattern, IssuePattern};
use paragraf_law::provision::Provision;
use paragraf_law::unit::Unit;

/// Most provisions of one mention, such as `art. 1-200`, that are indexed.
const MOST_PROVISIONS: usize = 100;

/// What an article names.
#[derive(Debug, Default)]
pub(super) struct References {
    pub own: Option<Act>,
    /// Each once.
    pub cited: Vec<CitedAct>,
    pub terms: BTreeSet<String>,
}

impl References {
    /// Reads the Romanian texts, which every article has.
    pub(super) fn of(article: &Article) -> Self {
        let mut references = Self { own: article.act.clone(), ..Self::default() };
        if let Some(act) = &article.act {
            let numbers: Vec<String> = act.number.iter().flat_map(|number| number.split('/')).map(Into::into).collect();
            for key in keys(&act.kind, &numbers, Some(act.year)) {
                references.terms.insert(own_term(&key));
                references.terms.insert(act_term(&key));
            }
        }
        if let Some(gazette) = &article.gazette {
            let number = digits(&gazette.number);
            let bis = if gazette.bis { " bis" } else { "" };
            references.terms.insert(format!("mo:{number}{bis}/{}", gazette.date.year()));
            references.terms.insert(format!("mo:{number}{bis}"));
        }
        let steps = article.steps.iter().map(|step| step.text.as_str());
        let entries = article.deadlines.iter().map(|entry| entry.what.as_str());
        let dated_by = article.provenance.iter().filter_map(|provenance| provenance.dated_by.as_deref());
        let texts = [article.title.as_str(), &article.technical_summary, &article.simple_explanation];
        for text in texts.into_iter().chain(article.in_short.as_deref()).chain(steps).chain(entries).chain(dated_by) {
            for value in paragraf_law::values_of_markdown(text) {
                references.add(value);
            }
        }
        references
    }

    fn add(&mut self, value: MentionValue) {
        match value {
            MentionValue::Citation(act) => self.cite(act),
            MentionValue::Provision { provision, of } => {
                let own = self.own.as_ref().and_then(|act| {
                    let number = act.number.clone()?;
                    keys(&act.kind, &[number], Some(act.year)).into_iter().next()
                });
                let key = match &of {
                    Some(act) => keys(act.kind.name(), &act.numbers, act.year).into_iter().next(),
                    None => own,
                };
                self.terms.extend(provision_terms(&provision, key.as_deref()));
                of.into_iter().for_each(|act| self.cite(act));
            }
            _ => {}
        }
    }

    fn cite(&mut self, act: CitedAct) {
        self.terms.extend(keys(act.kind.name(), &act.numbers, act.year).iter().map(|key| act_term(key)));
        if !self.cited.iter().any(|cited| cited.is_same(&act)) {
            self.cited.push(act);
        }
    }
}

/// The ways to name an act: kind, number and year; number and year; kind and number.
fn keys(kind: &str, numbers: &[String], year: Option<i16>) -> Vec<String> {
    let kind = text::fold(kind);
    let of_number = |number: &String| {
        let number = digits(number);
        let dated = year.map(|year| [format!("{kind}/{number}/{year}"), format!("/{number}/{year}")]);
        dated.into_iter().flatten().chain([format!("{kind}/{number}")])
    };
    numbers.iter().flat_map(of_number).collect()
}

/// A number without dots and leading zeros.
fn digits(number: &str) -> String {
    let plain = text::fold(number).replace('.', "");
    plain.trim_start_matches('0').to_owned()
}

/// The keys that a query may mean.
pub(super) fn pattern_keys(pattern: &ActPattern) -> Vec<String> {
    let ActPattern { kinds, number, year } = pattern;
    if kinds.is_empty() {
        return year.map(|year| format!("/{number}/{year}")).into_iter().collect();
    }
    let of_kind = |kind: &paragraf_law::act_kind::ActKind| {
        let kind = text::fold(kind.name());
        year.map_or(format!("{kind}/{number}"), |year| format!("{kind}/{number}/{year}"))
    };
    kinds.iter().map(of_kind).collect()
}

/// The term of articles on this act.
pub(super) fn own_term(key: &str) -> String {
    format!("own:{key}")
}

/// The term of articles that name this act.
pub(super) fn act_term(key: &str) -> String {
    format!("act:{key}")
}

pub(super) fn issue_term(issue: &IssuePattern) -> String {
    format!("mo:{issue}")
}

/// The term of a provision of the act with this key; `None` for any act.
pub(super) fn provision_term(provision: &Provision, key: Option<&str>) -> String {
    format!("art:{}#{provision}", key.unwrap_or_default())
}

/// The provision without the levels above articles, cut after each level.
pub(super) fn provision_prefixes(provision: &Provision) -> Vec<Provision> {
    let from = provision.levels.iter().position(|level| level.unit >= Unit::Article).unwrap_or(0);
    let levels = &provision.levels[from..];
    (1..=levels.len()).map(|length| Provision { levels: levels[..length].to_vec() }).collect()
}

fn provision_terms(provision: &Provision, key: Option<&str>) -> BTreeSet<String> {
    let singles = provision.first_singles(MOST_PROVISIONS);
    let prefixes = singles.iter().flat_map(provision_prefixes);
    prefixes.flat_map(|prefix| [provision_term(&prefix, key), provision_term(&prefix, None)]).collect()
}
