//! One immutable state of the catalogue, with the answers made from it.
//!
//! The answers live and die with their snapshot, so none can outlive a change.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use arc_swap::ArcSwap;
use http::HeaderValue;
use jiff::civil::Date;
use moka::sync::Cache;

use super::body::{Body, Encoding};
use super::dto::{Bilingual, LatestDto, TopicDto, UpcomingDeadlineDto};
use super::entry::{Entry, Head};
use super::query::ListQuery;
use super::tallies::{Made, Tallies};
use crate::domain::topic::Topic;
use crate::domain::{Language, Slug};

/// Memory for filtered lists and pages; the whole lists are kept beside it.
const LISTS_BYTES: u64 = 32 << 20;
/// How many answers about deadlines are kept: few, since they depend on day, language and limit.
const DEADLINE_ANSWERS: u64 = 64;

/// A list or a page of it, ready to send.
#[derive(Debug)]
pub struct List {
    pub body: Body,
    /// How many articles match, on all pages.
    pub total: HeaderValue,
    /// `Link` to the next page.
    pub next: Option<HeaderValue>,
    made: Made,
    /// Whether somebody is making the one that takes its place.
    renewing: AtomicBool,
}

impl AsRef<Body> for List {
    fn as_ref(&self) -> &Body {
        &self.body
    }
}

/// The published articles at one moment.
#[derive(Debug, Default)]
pub struct Snapshot {
    pub(super) live: bool,
    /// Grows with each change.
    pub generation: u64,
    /// Newest first: publish date descending, then slug.
    newest: Vec<Arc<Entry>>,
    by_slug: Vec<Arc<Entry>>,
    pub(super) topics: Arc<[Topic]>,
    pub(super) tallies: Arc<Tallies>,
    whole: [OnceLock<ArcSwap<List>>; 2],
    lists: OnceLock<Cache<ListQuery, Arc<List>>>,
    topics_body: OnceLock<Arc<Body>>,
    deadlines: OnceLock<Cache<(Date, Language, usize), Arc<Body>>>,
}

impl Snapshot {
    /// One without articles, not live.
    pub(super) fn empty(tallies: Arc<Tallies>) -> Self {
        Self { tallies, ..Self::default() }
    }

    /// Whether the articles have been loaded.
    pub fn is_live(&self) -> bool {
        self.live
    }

    pub fn len(&self) -> usize {
        self.newest.len()
    }

    pub fn is_empty(&self) -> bool {
        self.newest.is_empty()
    }

    pub fn entry(&self, slug: &Slug) -> Option<&Arc<Entry>> {
        let place = self.by_slug.binary_search_by(|entry| entry.slug.cmp(slug)).ok()?;
        self.by_slug.get(place)
    }

    /// Newest first.
    pub fn entries(&self) -> &[Arc<Entry>] {
        &self.newest
    }

    /// In the order of their slugs.
    pub fn entries_by_slug(&self) -> &[Arc<Entry>] {
        &self.by_slug
    }

    /// The topic with this id.
    pub fn topic(&self, id: &str) -> Option<&Topic> {
        self.topics.iter().find(|topic| topic.id == id)
    }

    /// Whether an article names this file. A walk, not an index: files are asked for seldom, and
    /// the door limits how often.
    pub fn has_file(&self, url: &str) -> bool {
        self.newest.iter().any(|entry| entry.file_url.as_deref() == Some(url))
    }

    /// The list if it is ready, with numbers of likes that are new enough or being made anew.
    pub fn ready_list(&self, query: &ListQuery) -> Option<Arc<List>> {
        self.kept(query).filter(|list| self.is_usable(list))
    }

    fn kept(&self, query: &ListQuery) -> Option<Arc<List>> {
        if query.is_whole() {
            return self.whole[query.language as usize].get().map(ArcSwap::load_full);
        }
        self.lists.get()?.get(query)
    }

    fn is_usable(&self, list: &List) -> bool {
        self.tallies.is_fresh(list.made, list.body.identity().len()) || list.renewing.load(Ordering::Acquire)
    }

    /// The list, made now if need be; call it where blocking is allowed. Those who ask for the
    /// same at the same time wait for one answer; while one with new numbers is made, they are
    /// given the one before.
    pub fn list(&self, query: &ListQuery) -> Arc<List> {
        match self.kept(query) {
            Some(list) if self.is_usable(&list) || list.renewing.swap(true, Ordering::AcqRel) => list,
            Some(old) => self.renewed(query, &old),
            None => self.first(query),
        }
    }

    fn first(&self, query: &ListQuery) -> Arc<List> {
        if query.is_whole() {
            let place = &self.whole[query.language as usize];
            return place.get_or_init(|| ArcSwap::from_pointee(self.make_list(query))).load_full();
        }
        let lists = self.lists.get_or_init(|| {
            Cache::builder()
                .max_capacity(LISTS_BYTES)
                .weigher(|_, list: &Arc<List>| u32::try_from(list.body.weight()).unwrap_or(u32::MAX))
                .build()
        });
        lists.get_with_by_ref(query, || Arc::new(self.make_list(query)))
    }

    /// Makes the list with the numbers of now, in the encodings that were asked for before.
    fn renewed(&self, query: &ListQuery, old: &List) -> Arc<List> {
        let list = Arc::new(self.make_list(query));
        for encoding in Encoding::ALL.into_iter().filter(|encoding| old.body.ready(*encoding).is_some()) {
            list.body.encode(encoding);
        }
        if query.is_whole() {
            if let Some(place) = self.whole[query.language as usize].get() {
                place.store(Arc::clone(&list));
            }
        } else if let Some(lists) = self.lists.get() {
            lists.insert(query.clone(), Arc::clone(&list));
        }
        list
    }

    fn make_list(&self, query: &ListQuery) -> List {
        let made = self.tallies.mark();
        let matching: Vec<_> = self.newest.iter().filter(|entry| query.matches(entry)).collect();
        let rest = match &query.after {
            Some(cursor) => &matching[matching.partition_point(|entry| !cursor.is_before(entry))..],
            None => &matching[..],
        };
        let page = &rest[..query.limit.map_or(rest.len(), |limit| rest.len().min(limit.into()))];
        let last = page.last().filter(|_| page.len() < rest.len());
        List {
            made,
            renewing: AtomicBool::new(false),
            body: Body::json(self.write_list(page, query.language)),
            total: HeaderValue::from(matching.len()),
            next: last.and_then(|last| HeaderValue::try_from(format!("<{}>; rel=\"next\"", query.next_url(last))).ok()),
        }
    }

    fn write_list(&self, entries: &[&Arc<Entry>], language: Language) -> Vec<u8> {
        self.write_entries(entries.iter().map(|entry| (&***entry, String::new())), language)
    }

    /// A list of these articles as JSON, each with further fields (every one after a comma).
    fn write_entries<'a>(
        &self,
        entries: impl Iterator<Item = (&'a Entry, String)> + Clone,
        language: Language,
    ) -> Vec<u8> {
        let size: usize = entries.clone().map(|(entry, more)| entry.size(language) + more.len() + 1).sum();
        let mut json = Vec::with_capacity(size + 2);
        json.push(b'[');
        for (place, (entry, more)) in entries.enumerate() {
            if place > 0 {
                json.push(b',');
            }
            entry.write(language, self.tallies.of(&entry.slug), &more, &mut json);
        }
        json.push(b']');
        json
    }

    /// These articles in this order as JSON, without those that are not published; each with
    /// further fields, every one of which stands after a comma.
    pub fn write_chosen(&self, chosen: &[(Slug, String)], language: Language) -> Vec<u8> {
        let there: Vec<_> =
            chosen.iter().filter_map(|(slug, more)| Some((&**self.entry(slug)?, more.clone()))).collect();
        self.write_entries(there.into_iter(), language)
    }

    /// Whether a published article has the domain, given folded.
    pub fn has_domain(&self, folded: &str) -> bool {
        self.newest.iter().any(|entry| entry.domains.iter().any(|domain| &**domain == folded))
    }

    /// All topics in display order with their numbers of articles.
    pub fn topics(&self) -> Arc<Body> {
        Arc::clone(self.topics_body.get_or_init(|| {
            let mut counts: HashMap<&str, usize> = HashMap::new();
            for entry in &self.newest {
                *counts.entry(&entry.topic).or_default() += 1;
            }
            let count = |topic: &Topic| counts.get(topic.id.as_str()).copied().unwrap_or(0);
            let topics: Vec<_> = self.topics.iter().map(|topic| TopicDto::new(topic, count(topic))).collect();
            Arc::new(Body::json(serde_json::to_vec(&topics).unwrap_or_default()))
        }))
    }

    /// At most `limit` dated deadlines from `today` on, soonest first.
    pub fn deadlines(&self, today: Date, language: Language, limit: usize) -> Arc<Body> {
        let cache = self.deadlines.get_or_init(|| Cache::new(DEADLINE_ANSWERS));
        cache.get_with((today, language, limit), || Arc::new(self.make_deadlines(today, language, limit)))
    }

    fn make_deadlines(&self, today: Date, language: Language, limit: usize) -> Body {
        let mut days: Vec<(Date, &Entry)> = self
            .newest
            .iter()
            .flat_map(|entry| entry.deadlines.iter().map(|date| (*date, &**entry)))
            .filter(|(date, _)| *date >= today)
            .collect();
        days.sort_by(|a, b| (a.0, &a.1.slug).cmp(&(b.0, &b.1.slug)));
        days.dedup_by(|a, b| a.0 == b.0 && a.1.stamp == b.1.stamp);
        days.truncate(limit);
        let mut items = Vec::new();
        for (date, entry) in days {
            entry.head(language, |head| items.extend(write_deadlines(entry, &head, date)));
        }
        items.truncate(limit);
        Body::json(format!("[{}]", items.join(",")).into_bytes())
    }

    /// How recent the newest article is.
    pub fn latest(&self) -> Option<LatestDto<'_>> {
        let newest = self.newest.first()?;
        let citation = |language| newest.head(language, |head| head.gazette.map(|cited| cited.citation.into_owned()));
        let gazette_citation = match (citation(Language::Ro).flatten(), citation(Language::En).flatten()) {
            (Some(ro), Some(en)) => Some(Bilingual { ro: ro.into(), en: en.into() }),
            _ => None,
        };
        Some(LatestDto { publish_date: newest.publish_date, gazette_citation })
    }

    /// The first state with articles, in order after `before`.
    pub(super) fn starting(before: &Self, entries: &BTreeMap<Slug, Option<Arc<Entry>>>, topics: Vec<Topic>) -> Self {
        let empty = Self { generation: before.generation, tallies: Arc::clone(&before.tallies), ..Self::default() };
        let (mut next, _) = empty.changed(entries);
        next.topics = topics.into();
        next.live = true;
        next
    }

    /// The next state: `None` removes. Clones pointers only, and gives what was replaced.
    pub(super) fn changed(&self, changes: &BTreeMap<Slug, Option<Arc<Entry>>>) -> (Self, Vec<Arc<Entry>>) {
        let replaced: Vec<_> = changes.keys().filter_map(|slug| self.entry(slug).cloned()).collect();
        let gone: HashSet<u64> = replaced.iter().map(|entry| entry.stamp).collect();
        let new: Vec<_> = changes.values().flatten().cloned().collect();
        let next = Self {
            live: self.live,
            generation: self.generation + 1,
            newest: merged(&self.newest, &gone, new.clone(), |a, b| {
                b.publish_date.cmp(&a.publish_date).then_with(|| a.slug.cmp(&b.slug))
            }),
            by_slug: merged(&self.by_slug, &gone, new, |a, b| a.slug.cmp(&b.slug)),
            topics: Arc::clone(&self.topics),
            tallies: Arc::clone(&self.tallies),
            ..Self::default()
        };
        (next, replaced)
    }

    /// The same articles with other topics.
    pub(super) fn with_topics(&self, topics: Vec<Topic>) -> Self {
        let (mut next, _) = self.changed(&BTreeMap::new());
        next.topics = topics.into();
        next
    }
}

/// `old` without what is gone, and `new`, in order.
fn merged(
    old: &[Arc<Entry>],
    gone: &HashSet<u64>,
    mut new: Vec<Arc<Entry>>,
    order: impl Fn(&Entry, &Entry) -> std::cmp::Ordering,
) -> Vec<Arc<Entry>> {
    new.sort_by(|a, b| order(a, b));
    let mut merged = Vec::with_capacity(old.len() + new.len());
    let mut new = new.into_iter().peekable();
    for entry in old.iter().filter(|entry| gone.is_empty() || !gone.contains(&entry.stamp)) {
        while let Some(earlier) = new.next_if(|candidate| order(candidate, entry).is_lt()) {
            merged.push(earlier);
        }
        merged.push(Arc::clone(entry));
    }
    merged.extend(new);
    merged
}

/// The deadlines of one article that fall on `date`, each as JSON.
fn write_deadlines(entry: &Entry, head: &Head<'_>, date: Date) -> Vec<String> {
    head.deadlines
        .iter()
        .filter(|deadline| deadline.date == Some(date))
        .filter_map(|deadline| {
            let item = UpcomingDeadlineDto {
                date,
                what: deadline.what.as_ref().into(),
                who: deadline.who.as_deref().map(Into::into),
                slug: entry.slug.as_str(),
                title: head.title.as_ref().into(),
                act_citation: head.act.as_ref().map(|act| act.citation.as_ref().into()),
                importance: entry.importance.level(),
            };
            serde_json::to_string(&item).ok()
        })
        .collect()
}
