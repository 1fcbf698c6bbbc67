//! How an article of a message concerns its recipient, by the recipient's answers.

use jiff::civil::Date;

use crate::catalogue::Snapshot;
use crate::domain::concern::{Concern, Evaluations, ProfileAnswers, ProfileName, Truth};
use crate::domain::due_mark::DueMark;
use crate::domain::duty::Duty;
use crate::domain::step::by_role;
use crate::domain::{Article, DatedEntry, EntryKind, Language};
use crate::error::Result;
use crate::ops::concerns::account::{self, MailAnswer};
use crate::ops::mail::eligibility::CampaignItem;

/// What the answers decide about an article and its steps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ItemConcern {
    pub answer: MailAnswer,
    /// The name of the profile that decided, if the recipient has several.
    pub profile: Option<ProfileName>,
    /// The ids of the steps that may be the recipient's, in the order in which readers count them.
    pub steps: Vec<String>,
    /// The first step that is certainly the recipient's; `None` if the article is not.
    pub first_step: Option<String>,
    entries: Vec<ItemEntry>,
}

/// The answer to a dated entry, and on what it depends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct ItemEntry {
    truth: Truth,
    /// `None` in an article that only may concern the recipient: its reason says it.
    mark: Option<DueMark>,
}

impl ItemConcern {
    /// `None` for an article that the catalogue does not show.
    pub(super) fn of(
        answers: &ProfileAnswers,
        evaluations: &Evaluations<'_>,
        snapshot: &Snapshot,
        item: &CampaignItem,
    ) -> Result<Option<Self>> {
        let Some(article) = snapshot.article(&item.slug) else { return Ok(None) };
        let answer = account::answer(evaluations, article);
        let profile = answers.name(answer.profile).cloned();
        let revision = article.unpack()?;
        let steps = revision.article.steps(Language::Ro);
        let ordered = by_role(&steps).into_iter().flat_map(|(_, group)| group);
        let decided: Vec<_> =
            ordered.map(|step| (step.id.clone(), account::step(evaluations, article, &step.id))).collect();
        let first_step = decided.iter().find(|(_, truth)| answer.truth == Truth::Yes && *truth == Truth::Yes);
        let first_step = first_step.map(|(id, _)| id.clone());
        let is_open = |(_, truth): &(String, Truth)| answer.truth != Truth::No && *truth != Truth::No;
        let steps = decided.into_iter().filter(is_open).map(|(id, _)| id).collect();
        let is_own = answer.truth == Truth::Yes;
        let item_entry = |(index, entry): (usize, &DatedEntry)| {
            let truth = account::entry(evaluations, article, index);
            let mark = || entry_mark(evaluations, snapshot, (&revision.article, entry), truth);
            ItemEntry { truth, mark: is_own.then(mark).flatten() }
        };
        let entries = revision.article.deadlines.iter().enumerate().map(item_entry).collect();
        Ok(Some(Self { answer, profile, steps, first_step, entries }))
    }

    /// The place of the entry to show, as `readersEntry` of the screens chooses it: what is surely due comes before
    /// what may be, and that before what starts or ends. Entries of others are left out, unless the article is theirs.
    // docs/decisions/0580
    pub fn next_entry(&self, article: &Article, today: Date) -> Option<usize> {
        if self.answer.truth == Truth::No {
            return article.next_entry(today);
        }
        let is_due = |index: usize| article.deadlines.get(index).is_some_and(|entry| entry.kind == EntryKind::Due);
        let sure = article.next_entry_among(today, |index| is_due(index) && self.entry(index) == Truth::Yes);
        sure.or_else(|| article.next_entry_among(today, |index| self.entry(index) != Truth::No))
    }

    /// On what the entry at this place depends.
    pub fn mark_of_entry(&self, index: usize) -> Option<DueMark> {
        self.entries.get(index).and_then(|entry| entry.mark)
    }

    /// The answer to the entry at this place, else that to the article.
    fn entry(&self, index: usize) -> Truth {
        self.entries.get(index).map_or(self.answer.truth, |entry| entry.truth)
    }
}

/// On what an entry of an article that concerns the recipient depends, as `entryDue` of the screens decides it: a duty
/// of the recipient that the entry names decides, else the article. One duty that is certain suffices.
fn entry_mark(
    evaluations: &Evaluations<'_>,
    snapshot: &Snapshot,
    (article, entry): (&Article, &DatedEntry),
    truth: Truth,
) -> Option<DueMark> {
    let is_open = (truth == Truth::Maybe).then_some(DueMark::OnlyIf);
    if entry.kind != EntryKind::Due {
        return is_open;
    }
    let is_own = |duty: &&Duty| {
        entry.duties.contains(&duty.id) && evaluations.decide(snapshot.criteria_of_duty(&duty.id)).is_yes()
    };
    let marks: Vec<_> = snapshot.duties().iter().filter(is_own).map(Duty::mark).collect();
    if marks.is_empty() {
        return is_open.or_else(|| article.concerns.as_deref().and_then(Concern::mark));
    }
    let certain_first = [None, Some(DueMark::Optional)];
    certain_first.into_iter().find(|mark| marks.contains(mark)).unwrap_or(Some(DueMark::OnlyIf))
}
