//! How many found articles each choice of a filter would leave.

use std::collections::{BTreeMap, HashMap};

use crate::catalogue::article::PublishedArticle;
use crate::catalogue::query::FilterKind;
use crate::domain::{AudienceRole, Importance};

/// Most choices of one filter that are offered.
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

/// The values that filters count, as numbers, so that counting takes no hashing.
#[derive(Debug, Default)]
pub(super) struct FacetValues {
    topics: DistinctTexts,
    domains: DistinctTexts,
    act_types: DistinctTexts,
    issuers: DistinctTexts,
}

/// Different texts, and which of them each article has.
#[derive(Debug, Default)]
struct DistinctTexts {
    texts: Vec<Box<str>>,
    /// The numbers of all articles, one after another.
    numbers: Vec<u32>,
    /// The end of each article's numbers.
    ends: Vec<u32>,
}

impl FacetValues {
    pub(super) fn of<'a>(articles: impl Iterator<Item = &'a PublishedArticle> + Clone) -> Self {
        Self {
            topics: DistinctTexts::of(articles.clone().map(|article| [same(&article.topic)])),
            domains: DistinctTexts::of(articles.clone().map(PublishedArticle::domains)),
            act_types: DistinctTexts::of(articles.clone().map(|article| article.act_type.as_deref().map(same))),
            issuers: DistinctTexts::of(articles.map(|article| article.issuer.as_deref().map(same))),
        }
    }
}

/// A text that is its own key.
fn same(text: &str) -> (&str, &str) {
    (text, text)
}

impl DistinctTexts {
    /// Takes texts with their keys. Texts with the same key are one, shown as the first article has it, and counted
    /// once for each article.
    fn of<'a>(articles: impl Iterator<Item = impl IntoIterator<Item = (&'a str, &'a str)>>) -> Self {
        let (mut values, mut known) = (Self::default(), HashMap::new());
        for article in articles {
            let start = values.numbers.len();
            for (key, text) in article {
                let number = *known.entry(key).or_insert_with(|| {
                    values.texts.push(text.into());
                    u32::try_from(values.texts.len() - 1).unwrap_or(u32::MAX)
                });
                if !values.numbers[start..].contains(&number) {
                    values.numbers.push(number);
                }
            }
            values.ends.push(u32::try_from(values.numbers.len()).unwrap_or(u32::MAX));
        }
        values
    }

    fn at(&self, place: u32) -> &[u32] {
        let end = |place: usize| self.ends.get(place).map_or(0, |end| *end as usize);
        let start = (place as usize).checked_sub(1).map_or(0, end);
        self.numbers.get(start..end(place as usize)).unwrap_or_default()
    }
}

/// How often each of some values was counted.
struct ValueCounts<'a> {
    values: &'a DistinctTexts,
    counts: Vec<usize>,
}

impl<'a> ValueCounts<'a> {
    fn new(values: &'a DistinctTexts) -> Self {
        Self { values, counts: vec![0; values.texts.len()] }
    }

    fn add(&mut self, place: u32) {
        for number in self.values.at(place) {
            if let Some(count) = self.counts.get_mut(*number as usize) {
                *count += 1;
            }
        }
    }

    /// The choices with the most articles; equal ones in alphabetical order.
    fn most(self) -> Vec<(String, usize)> {
        let counted = self.values.texts.iter().zip(self.counts).filter(|(_, count)| *count > 0);
        let mut counted: Vec<_> = counted.collect();
        counted.sort_by(|(one, many), (other, more)| more.cmp(many).then_with(|| one.cmp(other)));
        counted.truncate(MOST_CHOICES);
        counted.into_iter().map(|(value, count)| (value.to_string(), count)).collect()
    }
}

/// Counts articles as they are found.
pub(super) struct FacetCounter<'a> {
    topics: ValueCounts<'a>,
    domains: ValueCounts<'a>,
    act_types: ValueCounts<'a>,
    issuers: ValueCounts<'a>,
    years: BTreeMap<i16, usize>,
    roles: [usize; AudienceRole::ALL.len()],
    /// By level, so that the first is unused.
    importances: [usize; Importance::LEVELS + 1],
    with_duty_ahead: usize,
}

impl<'a> FacetCounter<'a> {
    pub(super) fn new(values: &'a FacetValues) -> Self {
        Self {
            topics: ValueCounts::new(&values.topics),
            domains: ValueCounts::new(&values.domains),
            act_types: ValueCounts::new(&values.act_types),
            issuers: ValueCounts::new(&values.issuers),
            years: BTreeMap::new(),
            roles: Default::default(),
            importances: Default::default(),
            with_duty_ahead: 0,
        }
    }

    /// Counts an article. One that fails a filter counts only for the choices of that filter; one that fails several
    /// must not be added.
    pub(super) fn add(
        &mut self,
        place: u32,
        article: &PublishedArticle,
        has_duty_ahead: bool,
        failing: Option<FilterKind>,
    ) {
        let counts = |kind| failing.is_none_or(|failing| failing == kind);
        let by_text = [
            (FilterKind::Topic, &mut self.topics),
            (FilterKind::Domain, &mut self.domains),
            (FilterKind::ActType, &mut self.act_types),
            (FilterKind::Issuer, &mut self.issuers),
        ];
        by_text.into_iter().filter(|(kind, _)| counts(*kind)).for_each(|(_, values)| values.add(place));
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
        Facets {
            topics: self.topics.most(),
            domains: self.domains.most(),
            act_types: self.act_types.most(),
            issuers: self.issuers.most(),
            roles,
            importances: importances.filter(|(_, count)| *count > 0).collect(),
            years: self.years.into_iter().rev().collect(),
            with_duty_ahead: self.with_duty_ahead,
        }
    }
}
