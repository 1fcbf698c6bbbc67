//! How much each article counts on one day.

use jiff::civil::Date;

use crate::catalogue::article::PublishedArticle;

/// The factor of each importance, from 1 to 5.
const IMPORTANCE: [f32; 5] = [0.85, 0.92, 1.0, 1.1, 1.22];
/// How much a year lowers the factor of an article without anything due ahead.
const PER_YEAR: f32 = 0.12;
/// The factor of the oldest articles.
const OLDEST: f32 = 0.6;
const DAYS_PER_YEAR: f32 = 365.25;

/// The standing of each article of a state on one day.
pub(super) struct Today {
    pub date: Date,
    articles: Vec<TodayStanding>,
}

/// How much an article counts on a day.
#[derive(Debug, Clone, Copy)]
pub(super) struct TodayStanding {
    /// Whether something is due ahead.
    pub is_due: bool,
    /// The factor of scores by importance and date.
    pub prior: f32,
}

impl Today {
    pub(super) fn of<'a>(articles: impl Iterator<Item = &'a PublishedArticle>, date: Date) -> Self {
        Self { date, articles: articles.map(|article| TodayStanding::of(article, date)).collect() }
    }

    /// The standing of the article at this place.
    pub(super) fn at(&self, place: u32) -> TodayStanding {
        self.articles.get(place as usize).copied().unwrap_or(TodayStanding { is_due: false, prior: 1.0 })
    }
}

impl TodayStanding {
    /// The standing of an article, which does not age while something of it is due ahead.
    fn of(article: &PublishedArticle, today: Date) -> Self {
        let is_due = article.has_duty_ahead(today);
        let level = usize::from(article.importance.level()).saturating_sub(1);
        let importance = IMPORTANCE.get(level).copied().unwrap_or(1.0);
        let days = today.since(article.publish_date).map_or(0, |span| span.get_days()).max(0);
        let age = if is_due { 1.0 } else { (1.0 - PER_YEAR * days as f32 / DAYS_PER_YEAR).max(OLDEST) };
        Self { is_due, prior: importance * age }
    }
}
