//! What a message about deadlines may have for recipients who answered questions.

use std::sync::Arc;

use jiff::ToSpan;
use jiff::civil::Date;

use super::automatic::schedule::date_of;
use crate::catalogue::{PublishedArticle, Snapshot};
use crate::domain::Slug;
use crate::domain::concern::Evaluations;
use crate::ops::concerns::account::{self, DueDay, Items};
use crate::store::campaigns::CampaignRecord;

/// The duties and articles with a day in the period of a campaign about deadlines.
pub(super) struct DueCandidates {
    snapshot: Arc<Snapshot>,
    /// The places of the duties in the snapshot.
    duties: Vec<usize>,
    articles: Vec<Arc<PublishedArticle>>,
    from: Date,
    to: Date,
}

impl DueCandidates {
    /// The duties from today to the end of the campaign's period, and these articles.
    pub fn new<'s>(
        snapshot: &Arc<Snapshot>,
        campaign: &CampaignRecord,
        today: Date,
        slugs: impl Iterator<Item = &'s Slug>,
    ) -> Self {
        let to = campaign.until.map_or(today, |until| date_of(until).saturating_sub(1.day()));
        let duties = snapshot.duties().iter().zip(0..).filter(|(duty, _)| !duty.days(today, to).is_empty());
        Self {
            duties: duties.map(|(_, place)| place).collect(),
            articles: slugs.filter_map(|slug| snapshot.article(slug).cloned()).collect(),
            snapshot: Arc::clone(snapshot),
            from: today,
            to,
        }
    }

    /// The days on which something is certainly due for the recipient, in their order.
    pub fn due_lines(&self, evaluations: &Evaluations<'_>) -> Vec<DueDay<'_>> {
        let (duties, criteria) = (self.snapshot.duties(), self.snapshot.duty_criteria());
        let of_place = |place: &usize| Some((duties.get(*place)?, criteria.get(*place)?.as_ref()));
        let items = Items { duties: self.duties.iter().filter_map(of_place).collect(), articles: &self.articles };
        account::due_lines(evaluations, &items, self.from, self.to)
    }
}
