//! Unit groups in the order of a phrase, collected into places.

use super::connective::Connective;
use super::group::UnitGroup;
use crate::form::clause::{ClauseKind, Place};
use crate::label::LabelBase;

/// Collects groups into places.
#[derive(Debug, Default)]
pub struct PlaceReader {
    lists: Vec<List>,
    /// The first of the lists that an owner of all belongs to.
    heads: usize,
    /// Whether an owner was read since the last list began.
    is_owned: bool,
    /// The first of the lists that the last group owns, if it owns all of them: its own owner holds them too.
    owned_from: Option<usize>,
    /// Whether the group that was read last owns those before it.
    owns: bool,
    /// The number of groups that all lists keep: the article and point of an act that amends another one.
    locked: usize,
    /// Whether the phrase begins with the unit that holds all others: "La articolul 5, ...".
    begins_with_holder: bool,
}

/// The groups of a place, from the outermost to the innermost.
#[derive(Debug, Clone)]
struct List {
    groups: Vec<UnitGroup>,
    /// The index of the group that was read last.
    head: usize,
    /// The number of groups that belong to an earlier place too.
    shared: usize,
}

impl PlaceReader {
    pub fn add(&mut self, group: UnitGroup, link: &Connective) -> Option<()> {
        let Some(list) = self.lists.last_mut() else {
            self.begins_with_holder = link.at;
            self.lists.push(List { groups: vec![group], head: 0, shared: 0 });
            return Some(());
        };
        let may_own = group.genitive && !link.at && list.groups.len() > self.locked;
        if may_own && is_above(&group, &list.groups[list.head], link) {
            self.own(&group, link.owner_of_all)?;
            self.owns = true;
            return Some(());
        }
        if std::mem::take(&mut self.owns) && !(link.comma || link.and || link.at) {
            return self.go_on(&group);
        }
        self.owned_from = None;
        if is_nested(&list.groups) && list.groups.len() == 2 && !link.and {
            self.locked = 2;
        }
        let last = list.groups.last()?;
        let is_deeper = rank(&group) > rank(last)
            || rank(&group) == rank(last) && (group.kind != last.kind || is_roman(last) && !is_roman(&group));
        // "litera h) a alineatului (11), partea introductivă": a unit after an owner begins another place.
        let is_closed = self.is_owned && self.lists.len() > 1;
        let list = self.lists.last_mut()?;
        if list.groups.len() == self.locked || (is_deeper && !link.and && !is_closed) {
            list.head = list.groups.len();
            list.groups.push(group);
        } else {
            self.begin(group, is_deeper);
        }
        Some(())
    }

    /// Puts a group behind the owner whose place it goes on: "partea introductivă a articolului 2 alineatul (3)".
    fn go_on(&mut self, group: &UnitGroup) -> Option<()> {
        let last = self.lists.last()?;
        let owner = last.groups[last.head].clone();
        let is_between = |inner: &UnitGroup| rank(&owner) < rank(group) && rank(group) < rank(inner);
        let first = self.owned_from.unwrap_or(self.lists.len() - 1);
        // All that the owner holds is within it: "litera a) și litera b) ale articolului 2 alineatul (1)".
        let owned = self.lists[first..].iter_mut().filter(|list| list.groups[list.head].labels == owner.labels);
        for list in owned {
            let next = list.head + 1;
            list.groups.get(next).is_none_or(is_between).then_some(())?;
            list.groups.insert(next, group.clone());
            list.head = next;
        }
        Some(())
    }

    /// Puts the owner before the group that it holds; `None` where it would stand between groups of another place.
    fn own(&mut self, group: &UnitGroup, of_all: bool) -> Option<()> {
        let last = self.lists.len() - 1;
        let first = if of_all { self.heads.min(self.first_without(group)) } else { self.owned_from.unwrap_or(last) };
        let mut parted = None;
        for list in &mut self.lists[first..] {
            let is_inside = rank(&list.groups[list.head]) < rank(group) || list.groups[list.head].kind == group.kind;
            if is_inside {
                continue;
            }
            let before = list.groups[..list.head].iter().position(|earlier| earlier.kind == group.kind);
            // "La articolul XXXI, litera c) a articolului 12": the article of an ordinance holds that of the act it amends.
            let holds = |at: usize| at == 0 && is_roman(&list.groups[0]) && !is_roman(group) && self.begins_with_holder;
            if let Some(replaced) = before.filter(|at| *at >= self.locked && !holds(*at)) {
                // "La alineatul (1) litera a), ... a paragrafului al doilea": the paragraph is within the letter.
                let is_within = self.begins_with_holder && replaced + 1 < list.head;
                if is_within && list.groups[replaced].labels != group.labels {
                    return None;
                }
                let is_own = list.groups[replaced].labels != group.labels && replaced >= list.shared;
                if is_own && !self.begins_with_holder {
                    // "Articolul 3, alineatul (2) al articolului 8": the article before the comma is a place of its own.
                    parted = Some(list.groups[..=replaced].to_vec());
                    list.shared = replaced;
                }
                list.groups.remove(replaced);
                list.head -= 1;
            }
            list.groups.insert(list.head, group.clone());
        }
        if let Some(groups) = parted {
            let head = groups.len() - 1;
            self.lists.insert(last, List { groups, head, shared: head });
        }
        self.is_owned = true;
        self.owned_from = (first < last).then_some(first);
        Some(())
    }

    /// The first of the last lists that name no unit of the kind of their common owner, or of a larger one.
    fn first_without(&self, owner: &UnitGroup) -> usize {
        // The article and the point of an ordinance hold the places of the act that it amends.
        let is_free = |list: &&List| list.groups.iter().skip(self.locked).all(|group| rank(group) > rank(owner));
        self.lists.len() - self.lists.iter().rev().take_while(is_free).count()
    }

    /// Begins another place with the groups around it.
    fn begin(&mut self, group: UnitGroup, is_deeper: bool) {
        let Some(list) = self.lists.last() else { return };
        let mut groups = list.groups.clone();
        let outer = groups.iter().skip(self.locked).take_while(|earlier| rank(earlier) < rank(&group)).count();
        groups.truncate(if is_deeper { list.head } else { self.locked + outer });
        if std::mem::take(&mut self.is_owned) {
            self.heads = self.lists.len();
        }
        let head = groups.len();
        groups.push(group);
        self.lists.push(List { groups, head, shared: head });
    }

    pub fn places(&self) -> Vec<Place> {
        let mut places = Vec::new();
        for list in &self.lists {
            let mut expanded = vec![Place::default()];
            for group in &list.groups {
                expanded = expanded
                    .iter()
                    .flat_map(|place| group.labels.iter().map(|step| place.with(step.clone())))
                    .collect();
            }
            places.extend(expanded);
        }
        places
    }
}

/// Whether a group in the genitive holds the one read last: "literei a)" is above "liniuța 1", and "a punctului 1" above
/// "litera c)", which is of the same rank.
fn is_above(owner: &UnitGroup, last: &UnitGroup, link: &Connective) -> bool {
    let same_rank = rank(owner) == rank(last) && owner.kind != last.kind && (link.owner || link.owner_of_all);
    rank(owner) < rank(last) || same_rank
}

/// Whether the labels are roman numbers: "punctul I" holds "punctul 3".
fn is_roman(group: &UnitGroup) -> bool {
    let label = group.labels.first().and_then(|step| step.label.as_ref());
    label.is_some_and(|label| matches!(label.base, LabelBase::Roman(_)))
}

/// Whether the groups name a point of an article that amends another act.
fn is_nested(list: &[UnitGroup]) -> bool {
    let roman = list.first().and_then(|group| group.labels.first()).and_then(|step| step.label.as_ref());
    list.len() >= 2
        && list[0].kind == ClauseKind::Article
        && list[1].kind == ClauseKind::Point
        && roman.is_some_and(|label| matches!(label.base, LabelBase::Roman(_) | LabelBase::Sole))
}

fn rank(group: &UnitGroup) -> u8 {
    match group.kind {
        ClauseKind::Annex => 0,
        ClauseKind::Book => 1,
        ClauseKind::Title => 2,
        ClauseKind::Chapter => 3,
        ClauseKind::Section => 4,
        ClauseKind::Subsection => 5,
        ClauseKind::Article => 6,
        ClauseKind::Paragraph => 7,
        ClauseKind::Letter | ClauseKind::Point | ClauseKind::Row => 8,
        ClauseKind::RomanPoint => 9,
        ClauseKind::Dash => 10,
        ClauseKind::Text | ClauseKind::Sentence => 11,
        ClauseKind::Introduction | ClauseKind::Heading => 12,
    }
}
