//! The acts that articles are on, or name.
//!
//! Articles write the issuer of an order in several ways, or leave it out. An [`ActGroup`] holds the acts of one kind,
//! number and year as they are written, and which of them are one act.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

use crate::domain::act::Act;
use crate::domain::{ActId, issuer, text};

/// The acts by kind, number and year.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct KnownActs {
    groups: BTreeMap<Box<str>, ActGroup>,
    /// The keys of the groups of each number.
    #[serde(skip)]
    by_number: HashMap<Box<str>, BTreeSet<Box<str>>>,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
struct ActGroup {
    written: Vec<WrittenAct>,
    #[serde(skip)]
    known: Vec<Known>,
}

/// An act with its issuer as some articles write it, and the numbers of their documents.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct WrittenAct {
    act: Act,
    /// The words by which it is found, folded.
    words: Box<[Box<str>]>,
    /// Articles on the act.
    own: Vec<u64>,
    /// Articles that name it.
    citing: Vec<u64>,
}

/// One act, as places in [`ActGroup::written`]: those with an issuer first, and of them those with the most articles.
#[derive(Debug, Clone)]
struct Known {
    /// None for an act without a number.
    id: Option<ActId>,
    members: Vec<usize>,
}

/// An act that articles are on, or name.
#[derive(Debug, Clone, Copy)]
pub(super) struct KnownAct<'k> {
    pub act: &'k Act,
    pub id: Option<&'k ActId>,
    group: &'k ActGroup,
    members: &'k [usize],
}

/// How an article names an act.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Naming {
    /// The article is on the act.
    Own,
    Citing,
}

impl KnownActs {
    pub(super) fn iter(&self) -> impl Iterator<Item = KnownAct<'_>> {
        self.groups.values().flat_map(ActGroup::acts)
    }

    /// The acts with this number.
    pub(super) fn with_number<'k>(&'k self, number: &'k str) -> impl Iterator<Item = KnownAct<'k>> {
        let keys = self.by_number.get(number).into_iter().flatten();
        let acts = keys.filter_map(|key| self.groups.get(key)).flat_map(ActGroup::acts);
        acts.filter(move |known| known.act.number.as_deref() == Some(number))
    }

    /// Adds an article. `words` returns the folded words of the act, and is called for a new one only.
    pub(super) fn add(&mut self, act: &Act, naming: Naming, article: u64, words: impl FnOnce() -> Box<[Box<str>]>) {
        let (key, issuer) = key_and_issuer(act);
        let group = self.groups.entry(key.as_str().into()).or_default();
        let act = Act { issuer, ..act.clone() };
        match group.written.iter_mut().find(|written| written.act == act) {
            Some(written) => {
                written.articles(naming).push(article);
                // The only one stays the only one.
                if group.written.len() == 1 {
                    return;
                }
            }
            None => {
                // Articles write one number as "1.234" or "1234".
                if let Some(number) = &act.number {
                    self.by_number.entry(number.as_str().into()).or_default().insert(key.into());
                }
                let mut written = WrittenAct { act, words: words(), own: vec![], citing: vec![] };
                written.articles(naming).push(article);
                group.written.push(written);
            }
        }
        group.unite();
    }

    /// Removes an article that was added.
    pub(super) fn remove(&mut self, act: &Act, naming: Naming, article: u64) {
        let (key, issuer) = key_and_issuer(act);
        let Some(group) = self.groups.get_mut(key.as_str()) else { return };
        let act = Act { issuer, ..act.clone() };
        if let Some(written) = group.written.iter_mut().find(|written| written.act == act) {
            written.articles(naming).retain(|known| *known != article);
        }
        group.written.retain(|written| !written.is_unused());
        group.unite();
        if !group.written.is_empty() {
            return;
        }
        self.groups.remove(key.as_str());
        if let Some(number) = &act.number
            && let Some(keys) = self.by_number.get_mut(number.as_str())
        {
            keys.remove(key.as_str());
            if keys.is_empty() {
                self.by_number.remove(number.as_str());
            }
        }
    }

    /// What was saved, without all articles but those to `keep`.
    pub(super) fn restored(mut self, keep: &FxHashSet<u64>) -> Self {
        self.groups.retain(|_, group| {
            for written in &mut group.written {
                written.own.retain(|article| keep.contains(article));
                written.citing.retain(|article| keep.contains(article));
            }
            group.written.retain(|written| !written.is_unused());
            !group.written.is_empty()
        });
        for (key, group) in &mut self.groups {
            group.unite();
            for number in group.written.iter().filter_map(|written| written.act.number.as_deref()) {
                self.by_number.entry(number.into()).or_default().insert(key.clone());
            }
        }
        self
    }

    /// The act that a text means; `None` if it is not known, or may be one of several.
    pub(super) fn find(&self, act: &Act) -> Option<KnownAct<'_>> {
        let (key, issuer) = key_and_issuer(act);
        self.groups.get(key.as_str())?.find(issuer.as_deref())
    }

    /// The act of this name, also if it writes the issuer in another way.
    pub(super) fn named(&self, id: &ActId) -> Option<KnownAct<'_>> {
        let group = self.groups.get(id.without_issuer())?;
        let exact = group.acts().find(|known| known.id == Some(id));
        exact.or_else(|| group.find(id.issuer().as_deref()))
    }

    /// How many acts have the kind, number and year of the name.
    pub(super) fn count(&self, id: &ActId) -> usize {
        self.groups.get(id.without_issuer()).map_or(0, |group| group.known.len())
    }
}

impl ActGroup {
    fn acts(&self) -> impl Iterator<Item = KnownAct<'_>> {
        self.known.iter().filter_map(|known| {
            let act = &self.written.get(*known.members.first()?)?.act;
            Some(KnownAct { act, id: known.id.as_ref(), group: self, members: &known.members })
        })
    }

    fn find(&self, issuer: Option<&str>) -> Option<KnownAct<'_>> {
        let mut acts = self.acts();
        match issuer {
            Some(issuer) => acts.find(|known| known.is_of(issuer)),
            None => acts.next().filter(|_| self.known.len() == 1),
        }
    }

    /// Groups the written acts that are the same. A written act without an issuer joins the only group; when there are
    /// several groups, it joins none.
    fn unite(&mut self) {
        let mut order: Vec<usize> = (0..self.written.len()).collect();
        let rank = |at: usize| {
            let written = &self.written[at];
            (written.act.issuer.is_none(), Reverse(written.own.len()), &written.act.issuer)
        };
        order.sort_by(|one, other| rank(*one).cmp(&rank(*other)));
        self.known.clear();
        for at in order {
            let act = &self.written[at].act;
            let is_same = |known: &Known| {
                let others = known.members.iter().filter_map(|member| self.written[*member].act.issuer.as_deref());
                act.issuer.as_deref().is_some_and(|own| others.into_iter().any(|other| issuer::is_same(own, other)))
            };
            let place = match act.issuer {
                Some(_) => self.known.iter().position(is_same),
                None if self.known.len() > 1 => continue,
                None => (!self.known.is_empty()).then_some(0),
            };
            match place {
                Some(place) => self.known[place].members.push(at),
                None => self.known.push(Known { id: ActId::of(act), members: vec![at] }),
            }
        }
    }
}

impl WrittenAct {
    fn is_unused(&self) -> bool {
        self.own.is_empty() && self.citing.is_empty()
    }

    fn articles(&mut self, naming: Naming) -> &mut Vec<u64> {
        match naming {
            Naming::Own => &mut self.own,
            Naming::Citing => &mut self.citing,
        }
    }
}

impl<'k> KnownAct<'k> {
    fn written(self) -> impl Iterator<Item = &'k WrittenAct> {
        self.members.iter().filter_map(move |member| self.group.written.get(*member))
    }

    fn is_of(self, issuer: &str) -> bool {
        self.written().filter_map(|written| written.act.issuer.as_deref()).any(|own| issuer::is_same(own, issuer))
    }

    /// The folded words by which it is found.
    pub(super) fn words(self) -> &'k [Box<str>] {
        self.written().next().map(|written| &*written.words).unwrap_or_default()
    }

    /// The documents of the articles on the act.
    pub(super) fn own(self) -> Vec<u64> {
        self.written().flat_map(|written| written.own.iter().copied()).collect()
    }

    /// The documents of the articles that name it.
    pub(super) fn citing(self) -> Vec<u64> {
        self.written().flat_map(|written| written.citing.iter().copied()).collect()
    }

    /// The number of articles on the act, and of those that name it.
    pub(super) fn counts(self) -> (usize, usize) {
        self.written().fold((0, 0), |(own, citing), written| (own + written.own.len(), citing + written.citing.len()))
    }

    /// The number of articles on the act or naming it.
    pub(super) fn articles(self) -> usize {
        let (own, citing) = self.counts();
        own + citing
    }
}

/// The kind, number and year of an act, as the key of its group.
pub(super) fn key(act: &Act) -> String {
    key_and_issuer(act).0
}

/// The key of its group, and the issuer of an act of a kind that several bodies number.
fn key_and_issuer(act: &Act) -> (String, Option<String>) {
    let Some(id) = ActId::of(act) else { return (format!("{}//{}", text::fold(&act.kind), act.year), None) };
    let issuer = act.issuer.clone().filter(|_| id.issuer().is_some());
    (id.without_issuer().to_owned(), issuer)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(issuer: Option<&str>) -> Act {
        Act { kind: "ORDIN".into(), number: Some("5".into()), year: 2024, issuer: issuer.map(Into::into) }
    }

    fn known(written: &[Option<&str>]) -> KnownActs {
        let mut acts = KnownActs::default();
        for (article, issuer) in written.iter().enumerate() {
            acts.add(&order(*issuer), Naming::Citing, article as u64, Box::default);
        }
        acts
    }

    fn shown(acts: &KnownActs) -> Vec<(&str, Vec<u64>)> {
        acts.iter().map(|known| (known.id.map_or("", ActId::as_str), known.citing())).collect()
    }

    #[test]
    fn an_order_is_one_act_however_its_issuer_is_written() {
        let acts = known(&[None, Some("Ministerul Culturii"), Some("ministrului culturii")]);
        assert_eq!(shown(&acts), [("ordin-5-2024-ministerul-culturii", vec![1, 2, 0])]);
        for name in ["ordin-5-2024", "ordin-5-2024-ministrul-culturii", "ordin-5-2024-ministerul-culturii"] {
            let found = acts.named(&ActId::parse(name).expect("a name")).expect(name);
            assert_eq!(found.articles(), 3, "{name}");
        }
        assert!(acts.named(&ActId::parse("ordin-5-2024-anaf").expect("a name")).is_none());
    }

    #[test]
    fn an_act_is_found_by_its_number_when_another_article_writes_it_with_a_point() {
        let mut acts = KnownActs::default();
        for (article, number) in ["1.234", "1234", "1234"].into_iter().enumerate() {
            let act = Act { number: Some(number.into()), ..order(None) };
            acts.add(&act, Naming::Own, article as u64, Box::default);
        }
        assert_eq!(acts.with_number("1234").map(KnownAct::articles).collect::<Vec<_>>(), [3]);
    }

    #[test]
    fn acts_that_were_saved_are_those_of_the_articles_that_stay() {
        let acts = known(&[None, Some("Ministerul Culturii"), Some("Banca Națională a României")]);
        let saved = serde_json::to_vec(&acts).expect("JSON");
        let restored = |keep: &[u64]| {
            let acts: KnownActs = serde_json::from_slice(&saved).expect("acts");
            acts.restored(&keep.iter().copied().collect())
        };
        assert_eq!(shown(&restored(&[0, 1, 2])), shown(&acts));
        let one = restored(&[0, 1]);
        assert_eq!(shown(&one), [("ordin-5-2024-ministerul-culturii", vec![1, 0])]);
        assert_eq!(one.with_number("5").count(), 1);
        assert!(restored(&[]).groups.is_empty() && restored(&[]).by_number.is_empty());
    }

    #[test]
    fn a_number_of_two_issuers_names_none_of_them() {
        let mut acts = known(&[None, Some("Ministerul Culturii"), Some("Banca Națională a României")]);
        assert_eq!(shown(&acts).len(), 2);
        let bare = ActId::parse("ordin-5-2024").expect("a name");
        assert!(acts.named(&bare).is_none() && acts.find(&order(None)).is_none());
        assert_eq!(acts.count(&bare), 2);
        acts.remove(&order(Some("Ministerul Culturii")), Naming::Citing, 1);
        assert_eq!(acts.named(&bare).expect("the only one").citing(), [2, 0]);
        assert_eq!(acts.with_number("5").count(), 1);
        acts.remove(&order(Some("Banca Națională a României")), Naming::Citing, 2);
        acts.remove(&order(None), Naming::Citing, 0);
        assert!(acts.with_number("5").next().is_none() && acts.by_number.is_empty());
    }
}
