//! A published article in memory, and the view of its content in one language.

use std::borrow::Cow;
use std::hash::Hasher;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use jiff::Timestamp;
use jiff::civil::Date;
use rustc_hash::FxHasher;

use super::packed::{ContentDictionary, Packed, Packer};
use crate::domain::act::Act;
use crate::domain::article::Revision;
use crate::domain::article_criteria::ArticleCriteria;
use crate::domain::article_outline::OutlinedArticle;
use crate::domain::concern::Concern;
use crate::domain::deadline_history::{DeadlineHistory, EntryHistory, deadline_id};
use crate::domain::follow::domain_key;
use crate::domain::gazette::Gazette;
use crate::domain::source::Source;
use crate::domain::step::Step;
use crate::domain::{
    Article, AudienceRole, DatedEntry, EntryKind, Importance, IssueName, Language, Provenance, Slug,
    article_time::ArticleTime, dated_entry::EntryState,
};
use crate::error::{Error, Result};

/// The current revision of a published article: what lists, filters and searches look at, and the packed content.
// docs/decisions/0070
#[derive(Debug)]
pub struct PublishedArticle {
    /// Unique in this process: an article that changed has another one.
    pub id: u64,
    pub slug: Slug,
    pub publish_date: Date,
    pub revision: u32,
    /// When the content last changed.
    pub updated_at: Timestamp,
    /// When it was first published; orders the articles of one day and importance.
    pub arrived_at: Timestamp,
    pub(super) importance: Importance,
    pub(super) topic: Arc<str>,
    pub(super) file_url: Option<Box<str>>,
    /// The roles of the whole article.
    pub roles: Box<[AudienceRole]>,
    /// The roles of the article, its steps and its entries.
    pub(super) concerned: Box<[AudienceRole]>,
    /// The dated entries without their texts.
    pub entries: Box<[DatedEntry]>,
    /// The conditions of the article, its steps and its entries.
    pub criteria: Option<Box<ArticleCriteria>>,
    /// What earlier revisions show about the entries.
    pub(super) history: DeadlineHistory,
    /// The days from which it is in force and applies.
    first_days: [Option<Date>; 2],
    /// The domains, one per line.
    domains: Box<str>,
    /// Their keys, one per line.
    domain_keys: Box<str>,
    /// The type of its act.
    pub(super) act_type: Option<Arc<str>>,
    /// The issuer of its act.
    pub(super) issuer: Option<Arc<str>>,
    /// The issue of the gazette that it names, if its number is one.
    pub issue: Option<Box<NamedIssue>>,
    languages: Box<[Language]>,
    /// The same for the same stored content, also after a restart; another one for any other content.
    pub(super) fingerprint: u64,
    content: Packed,
}

/// The revision of a published article, and when it changed and was first published.
#[derive(Debug, Clone, Copy)]
pub struct ArticleTimes {
    pub revision: u32,
    pub updated_at: Timestamp,
    pub arrived_at: Timestamp,
}

/// An issue of the gazette, to which its supplements belong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedIssue {
    pub part: Box<str>,
    pub number: u32,
    pub date: Date,
}

impl PublishedArticle {
    pub fn new(packer: &mut Packer, current: &Revision, arrived_at: Timestamp) -> Result<Self> {
        let times = ArticleTimes { revision: current.revision, updated_at: current.updated_at, arrived_at };
        let json = serde_json::to_vec(&current.article);
        let json = json.map_err(|error| Error::internal("packing an article", error))?;
        Self::of_json(packer, &json, &current.article, times)
    }

    /// As [`PublishedArticle::new`], of an article that is not decoded.
    pub(super) fn of_outline(packer: &mut Packer, article: &OutlinedArticle, times: ArticleTimes) -> Result<Self> {
        Self::of_json(packer, article.json(), &article.outline, times)
    }

    /// `article` may be an outline of the content, whose `json` is packed.
    fn of_json(packer: &mut Packer, json: &[u8], article: &Article, times: ArticleTimes) -> Result<Self> {
        static NEXT_ID: AtomicU64 = AtomicU64::new(0);
        let ArticleTimes { revision, updated_at, arrived_at } = times;
        let lines = |lines: &[String]| lines.join("\n").into_boxed_str();
        let keys: Vec<String> = article.domains.iter().map(|domain| domain_key(domain)).collect();
        Ok(Self {
            id: NEXT_ID.fetch_add(1, Ordering::Relaxed),
            slug: article.slug.clone(),
            publish_date: article.publish_date,
            revision,
            updated_at,
            arrived_at,
            importance: article.importance,
            topic: packer.share(&article.topic),
            file_url: article.file_url.as_deref().map(Into::into),
            roles: article.roles.as_slice().into(),
            concerned: AudienceRole::ALL.into_iter().filter(|role| article.concerns(*role)).collect(),
            entries: article.deadlines.iter().map(without_texts).collect(),
            criteria: ArticleCriteria::of(article).map(Box::new),
            history: DeadlineHistory::of([(revision, article.deadlines.as_slice())].into_iter()),
            first_days: [article.in_force_date, article.applies_from],
            domain_keys: lines(&keys),
            domains: lines(&article.domains),
            act_type: article.act.as_ref().map(|act| packer.share(&act.kind)),
            issuer: article.act.as_ref().and_then(|act| act.issuer.as_deref()).map(|issuer| packer.share(issuer)),
            issue: article.gazette.as_ref().and_then(named_issue).map(Box::new),
            languages: article.languages().into(),
            fingerprint: fingerprint(json, times),
            content: packer.pack(json)?,
        })
    }

    /// Sets the history of the entries of an article with earlier revisions.
    pub fn set_history(&mut self, history: DeadlineHistory) {
        self.history = history;
    }

    /// The dictionary with which the content is packed.
    pub(super) fn dictionary(&self) -> Option<&Arc<ContentDictionary>> {
        self.content.dictionary()
    }

    /// The revision with its content. Takes some microseconds.
    pub fn unpack(&self) -> Result<Revision> {
        Ok(Revision { revision: self.revision, updated_at: self.updated_at, article: self.content.unpack()? })
    }

    /// The languages of its texts, Romanian first.
    pub fn languages(&self) -> &[Language] {
        &self.languages
    }

    /// The next day on which something is due, starts or ends, from `today` on; [`Date::MAX`] for a duty whose term
    /// begins with something the reader does.
    pub(super) fn next_day(&self, today: Date) -> Option<Date> {
        let is_open = |entry: &DatedEntry| entry.kind == EntryKind::Due && entry.within.is_some();
        let entries = self.entries.iter().filter_map(|entry| match entry.state(today) {
            EntryState::Undated => is_open(entry).then_some(Date::MAX),
            _ => entry.next_date(today),
        });
        let first_days = self.first_days.into_iter().flatten().filter(|day| *day >= today);
        entries.chain(first_days).min()
    }

    /// Whether the article has the domain with this key.
    pub(super) fn has_domain(&self, key: &str) -> bool {
        self.domain_keys.lines().any(|own| own == key)
    }

    /// Whether its current revision has the entry with this number.
    pub fn has_entry(&self, number: u32) -> bool {
        self.entry_index(number).is_some()
    }

    /// The index of the entry with this number in the current revision.
    pub(super) fn entry_index(&self, number: u32) -> Option<usize> {
        self.history.entries.iter().position(|entry| entry.number == number)
    }

    /// The keys of the domains, each with the domain as the content has it.
    pub(super) fn domains(&self) -> impl Iterator<Item = (&str, &str)> {
        self.domain_keys.lines().zip(self.domains.lines())
    }

    /// Whether something is due on a day from `today` on.
    pub(super) fn has_duty_ahead(&self, today: Date) -> bool {
        self.entries.iter().any(|entry| entry.kind == EntryKind::Due && entry.next_date(today).is_some())
    }

    /// Whether the article concerns readers of this role.
    pub(super) fn concerns(&self, role: AudienceRole) -> bool {
        self.concerned.contains(&role)
    }
}

/// One revision of an article in one language.
#[derive(Debug, Clone)]
pub struct ArticleView<'a> {
    pub slug: &'a Slug,
    /// The language of the texts.
    pub language: Language,
    pub title: &'a str,
    pub in_short: Option<&'a str>,
    pub technical_summary: &'a str,
    pub simple_explanation: &'a str,
    pub importance: Importance,
    pub publish_date: Date,
    pub file_url: Option<&'a str>,
    pub sources: &'a [Source],
    pub domains: &'a [String],
    pub topic: &'a str,
    pub act: Option<&'a Act>,
    pub gazette: Option<&'a Gazette>,
    pub in_force_date: Option<Date>,
    pub applies_from: Option<Date>,
    pub deadlines: Cow<'a, [DatedEntry]>,
    pub roles: &'a [AudienceRole],
    pub audience: &'a [String],
    pub provenance: Option<&'a Provenance>,
    pub revision: u32,
    pub updated_at: Timestamp,
    article: &'a Article,
    /// In the order of the dated entries; empty unless it is the last revision of a published article.
    histories: &'a [EntryHistory],
}

impl<'a> ArticleView<'a> {
    /// The last revision of a published article, whose dated entries have ids.
    pub fn current(revision: &'a Revision, published: &'a PublishedArticle, language: Language) -> Self {
        Self { histories: &published.history.entries, ..Self::new(revision, language) }
    }

    /// The id of the next day of a dated entry, or of a term that begins with something the reader does.
    pub fn deadline_id(&self, index: usize, today: Date) -> Option<String> {
        let (entry, EntryHistory { number, .. }) = (self.deadlines.get(index)?, self.histories.get(index)?);
        match entry.next_occurrence(today) {
            Some(day) => Some(deadline_id(self.slug, *number, entry, day.nominal)),
            None => entry.within.map(|_| format!("{}.{number}", self.slug)),
        }
    }

    /// The revision in `language`, or in Romanian where that translation is missing.
    pub fn new(Revision { revision, updated_at, article }: &'a Revision, language: Language) -> Self {
        let texts = article.texts(language);
        Self {
            slug: &article.slug,
            language: texts.language,
            title: texts.title,
            in_short: texts.in_short,
            technical_summary: texts.technical_summary,
            simple_explanation: texts.simple_explanation,
            importance: article.importance,
            publish_date: article.publish_date,
            file_url: article.file_url.as_deref(),
            sources: &article.sources,
            domains: &article.domains,
            topic: &article.topic,
            act: article.act.as_ref(),
            gazette: article.gazette.as_ref(),
            in_force_date: article.in_force_date,
            applies_from: article.applies_from,
            deadlines: article.deadlines(texts.language),
            roles: &article.roles,
            audience: texts.audience,
            provenance: article.provenance.as_ref(),
            revision: *revision,
            updated_at: *updated_at,
            article,
            histories: &[],
        }
    }

    /// The keys of the domains, in their order.
    pub fn domain_keys(&self) -> Vec<String> {
        self.domains.iter().map(|domain| domain_key(domain)).collect()
    }

    /// The languages the article can be read in, Romanian first.
    pub fn languages(&self) -> Vec<Language> {
        self.article.languages()
    }

    /// Which readers the change concerns.
    pub fn concerns(&self) -> Option<&'a Concern> {
        self.article.concerns.as_deref()
    }

    /// What to do, in order.
    pub fn steps(&self) -> Cow<'a, [Step]> {
        self.article.steps(self.language)
    }

    /// Whether the article's days are past, present or future on `today`.
    pub fn time(&self, today: Date) -> ArticleTime {
        self.article.time(today)
    }

    /// The index of the next entry on or after `today`.
    pub fn next_entry(&self, today: Date) -> Option<usize> {
        self.article.next_entry(today)
    }

    /// The act as readers of the view's language cite it.
    pub fn act_citation(&self) -> Option<String> {
        self.act.map(|act| act.citation(self.language))
    }

    /// The place in the official gazette as readers of the view's language cite it.
    pub fn gazette_citation(&self) -> Option<String> {
        self.gazette.map(|gazette| gazette.citation(self.language))
    }

    /// The beginning of the publish date in Romania.
    pub fn published_at(&self) -> Timestamp {
        let start = self.publish_date.to_zoned(crate::clock::legal_time_zone());
        start.map_or(Timestamp::UNIX_EPOCH, |start| start.timestamp())
    }

    /// Where the publish date comes from, if it is not the day on which the act was published.
    pub fn dated_by(&self) -> Option<&'a str> {
        self.provenance?.dated_by.as_deref()
    }

    /// The day on which the act was published, if it is known.
    pub fn publication_day(&self) -> Option<Date> {
        Some(self.publish_date).filter(|_| self.dated_by().is_none())
    }

    /// The later of publication and last change: an article may be imported before its publish date or
    /// long after it.
    pub fn modified_at(&self) -> Timestamp {
        self.updated_at.max(self.published_at())
    }
}

/// Distinguishes contents of one article; their authors do not try to make two alike.
fn fingerprint(json: &[u8], times: ArticleTimes) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write_u32(times.revision);
    hasher.write_i128(times.updated_at.as_nanosecond());
    hasher.write(json);
    hasher.finish()
}

fn named_issue(gazette: &Gazette) -> Option<NamedIssue> {
    let name = IssueName::of(gazette)?;
    Some(NamedIssue { part: name.part.into(), number: name.number, date: gazette.date })
}

fn without_texts(entry: &DatedEntry) -> DatedEntry {
    let DatedEntry { kind, date, recurs, within, shift, roles, duties, .. } = entry.clone();
    DatedEntry { kind, date, recurs, within, shift, roles, duties, ..DatedEntry::default() }
}
