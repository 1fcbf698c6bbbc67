//! How an article of a message concerns its recipient, by the recipient's answers.

use crate::catalogue::Snapshot;
use crate::domain::Language;
use crate::domain::concern::{Evaluations, ProfileAnswers, ProfileName, Truth};
use crate::domain::step::by_role;
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
    /// The places of the dated entries that are others', of an article that is not.
    pub others_entries: Vec<usize>,
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
        let is_others =
            |index: &usize| answer.truth != Truth::No && account::entry(evaluations, article, *index) == Truth::No;
        let others_entries = (0..article.entries.len()).filter(is_others).collect();
        Ok(Some(Self { answer, profile, steps, first_step, others_entries }))
    }
}
