//! How many found articles each choice of a filter would leave.

use std::collections::HashMap;
use std::hash::Hash;

use crate::catalogue::article::PublishedArticle;
use crate::catalogue::query::FilterKind;
use crate::domain::{AudienceRole, Importance};

/// Choices of one filter that are offered.
const MOST_CHOICES: usize = 20;

/// The choices of each filter, with the number of articles that match everything else.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Facets {
    /// The most articles first.
    pub topics: Vec<(String, usize)>,
    pub domains: Vec<(String, usize)>,
    pub act_types: Vec<(String, usize)>,
    pub issuers: Vec<(String, usize)>,
    pub roles: Vec<(AudienceRole, usize)>,
    /// The highest first.
    pub importances: Vec<(Importance, usize)>,
    /// The latest first.
    pub years: Vec<(i16, usize)>,
    /// Articles with something due ahead.
    pub with_duty_ahead: usize,
}

/// Counts articles as they are found.
#[derive(Default)]
pub(super) struct Counter<'a> {
    topics: HashMap<&'a str, usize>,
    domains: HashMap<&'a str, usize>,
    act_types: HashMap<&'a str, usize>,
    issuers: HashMap<&'a str, usize>,
    years: HashMap<i16, usize>,
    roles: [usize; AudienceRole::ALL.len()],
    importances: [usize; 6],
    with_duty_ahead: usize,
}

impl<'a> Counter<'a> {
    /// Counts an article that fails at most one filter: then it counts as a choice of that filter only.
    pub(super) fn add(&mut self, article: &'a PublishedArticle, has_duty_ahead: bool, failing: Option<FilterKind>) {
        let counts = |kind| failing.is_none_or(|failing| failing == kind);
        if counts(FilterKind::Topic) {
            *self.topics.entry(&article.topic).or_default() += 1;
        }
        if counts(FilterKind::Domain) {
            article.domains().for_each(|domain| *self.domains.entry(domain).or_default() += 1);
        }
        if counts(FilterKind::ActType) {
            article.act_type.iter().for_each(|kind| *self.act_types.entry(kind).or_default() += 1);
        }
        if counts(FilterKind::Issuer) {
            article.issuer.iter().for_each(|issuer| *self.issuers.entry(issuer).or_default() += 1);
        }
        if counts(FilterKind::Year) {
            *self.years.entry(article.publish_date.year()).or_default() += 1;
        }
        if counts(FilterKind::Role) {
            article.concerned.iter().for_each(|role| self.roles[*role as usize] += 1);
        }
        if counts(FilterKind::Importance)
            && let Some(count) = self.importances.get_mut(usize::from(article.importance.level()))
        {
            *count += 1;
        }
        if counts(FilterKind::DutyAhead) && has_duty_ahead {
            self.with_duty_ahead += 1;
        }
    }

    pub(super) fn finish(self) -> Facets {
        let roles = AudienceRole::ALL.into_iter().zip(self.roles).filter(|(_, count)| *count > 0);
        let mut roles: Vec<_> = roles.collect();
        roles.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        let levels = (1..=5).rev().filter_map(Importance::new);
        let importances = levels.map(|level| (level, self.importances[usize::from(level.level())]));
        let mut years: Vec<_> = self.years.into_iter().collect();
        years.sort_unstable_by(|a, b| b.cmp(a));
        Facets {
            topics: most(self.topics),
            domains: most(self.domains),
            act_types: most(self.act_types),
            issuers: most(self.issuers),
            roles,
            importances: importances.filter(|(_, count)| *count > 0).collect(),
            years,
            with_duty_ahead: self.with_duty_ahead,
        }
    }
}

/// The choices with the most articles, and in the order of the alphabet among equals.
fn most<T: Eq + Hash + Ord + ToString>(counts: HashMap<T, usize>) -> Vec<(String, usize)> {
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by(|(one, many), (other, more)| more.cmp(many).then_with(|| one.cmp(other)));
    counts.truncate(MOST_CHOICES);
    counts.into_iter().map(|(value, count)| (value.to_string(), count)).collect()
}
