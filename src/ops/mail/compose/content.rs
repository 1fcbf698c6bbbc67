//! The content of automatic messages by kind.

use jiff::Timestamp;
use jiff::civil::Date;

use super::articles::{Agenda, ArticlePresenter, SelectedArticle, SelectedOverview};
use crate::domain::message::MessageKind;
use crate::mail::{AutomaticContent, DutyLine};

/// Articles shown as cards.
const MAX_CARDS: usize = 5;
/// Articles shown as one line each. Mail programs cut longer messages.
const MAX_LINES: usize = 40;
/// Duties shown in a deadlines message.
const MAX_DUTIES: usize = 40;
/// Steps shown in an urgent message.
const MAX_STEPS: usize = 5;

/// The period that a message covers.
#[derive(Debug, Clone, Copy, Default)]
pub struct Window {
    pub since: Option<Timestamp>,
    pub until: Option<Timestamp>,
    /// Deadlines before this date are shown.
    pub before: Option<Date>,
}

/// What one message is about.
#[derive(Debug, Default)]
pub struct Selection {
    pub articles: Vec<SelectedArticle>,
    /// Further articles, which are only counted.
    pub omitted: usize,
    pub overviews: Vec<SelectedOverview>,
    /// What is certainly due for a recipient who answered questions, in a deadlines message; it then has nothing else.
    pub own_days: Option<Vec<(Date, DutyLine)>>,
}

/// The maximum number of articles that a message of this kind shows.
pub fn max_articles(kind: MessageKind) -> usize {
    match kind {
        MessageKind::Urgent | MessageKind::DailyDigest | MessageKind::WeeklyDigest => MAX_CARDS + MAX_LINES,
        MessageKind::Deadlines => usize::MAX,
        _ => 0,
    }
}

/// The content of an automatic message.
pub fn automatic_content(
    kind: MessageKind,
    selection: &Selection,
    window: Window,
    presenter: &ArticlePresenter,
) -> AutomaticContent {
    let Selection { articles: selected, omitted, overviews, own_days } = selection;
    let language = presenter.language;
    let overviews = overviews.iter().map(|overview| presenter.overview(overview)).collect();
    let content =
        AutomaticContent { language, overviews, window: window.since.zip(window.until), ..AutomaticContent::default() };
    match kind {
        MessageKind::Urgent if let [only] = &selected[..] => {
            let mut steps = presenter.steps(only);
            let more = steps.len().saturating_sub(MAX_STEPS);
            steps.truncate(MAX_STEPS);
            AutomaticContent { cards: vec![presenter.card(only)], steps, more, ..content }
        }
        MessageKind::Urgent | MessageKind::DailyDigest | MessageKind::WeeklyDigest => {
            let (full, rest) = selected.split_at(selected.len().min(MAX_CARDS));
            let (cards, lines) = (
                full.iter().map(|article| presenter.card(article)),
                rest.iter().map(|article| presenter.line(article)),
            );
            AutomaticContent { cards: cards.collect(), lines: lines.collect(), more: *omitted, ..content }
        }
        MessageKind::Deadlines => {
            let before = window.before.unwrap_or(Date::MAX);
            let of_articles = || selected.iter().flat_map(|article| presenter.duties(article, before)).collect();
            let Agenda { days, more, last } = Agenda::of(own_days.clone().unwrap_or_else(of_articles), MAX_DUTIES);
            let by_answers = own_days.is_some();
            AutomaticContent { days, more: more + omitted, last_day: last, by_answers, ..content }
        }
        _ => content,
    }
}
