//! The state of an article by its days: ahead, current or past.

use jiff::civil::Date;
use serde::Serialize;
use utoipa::ToSchema;

use super::article::Article;
use super::dated_entry::{EntryKind, EntryState};

/// The state of an article by its days; the first of these that holds for any day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ArticleTime {
    /// Something is due once or begins to apply after today.
    Ahead,
    /// A recurring duty, an end or a term without a day is still to come, or something happens today.
    Now,
    /// All its days are past, or it has none.
    Past,
}

impl ArticleTime {
    fn of_today(is_today: bool) -> Self {
        if is_today { Self::Now } else { Self::Past }
    }
}

impl Article {
    /// The index of the entry to show where there is room for one: the next day on or after `today` on which
    /// something is due, else on which something starts, else ends.
    pub fn next_entry(&self, today: Date) -> Option<usize> {
        self.next_entry_among(today, |_| true)
    }

    /// As [`Article::next_entry`], of the entries at the places that are meant.
    pub fn next_entry_among(&self, today: Date, is_meant: impl Fn(usize) -> bool) -> Option<usize> {
        let entries = self.deadlines.iter().enumerate().filter(|(index, _)| is_meant(*index));
        let days = entries.filter_map(|(index, entry)| Some((entry.kind, entry.next_date(today)?, index)));
        days.min().map(|(_, _, index)| index)
    }

    /// The earliest day of an entry on or after `today`.
    pub fn next_date(&self, today: Date) -> Option<Date> {
        self.deadlines.iter().filter_map(|entry| entry.next_date(today)).min()
    }

    /// The state of the article on `today`.
    pub fn time(&self, today: Date) -> ArticleTime {
        let facts = [self.in_force_date, self.applies_from].into_iter().flatten();
        let facts = facts.map(|day| if day > today { ArticleTime::Ahead } else { ArticleTime::of_today(day == today) });
        let entries = self.deadlines.iter().map(|entry| match entry.state(today) {
            EntryState::Ahead if entry.kind == EntryKind::Ends || entry.date.is_none_or(|date| date < today) => {
                ArticleTime::Now
            }
            EntryState::Ahead => ArticleTime::Ahead,
            EntryState::Today | EntryState::Undated => ArticleTime::Now,
            EntryState::Past => ArticleTime::Past,
        });
        facts.chain(entries).min().unwrap_or(ArticleTime::Past)
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use serde_json::json;

    use super::*;

    fn article(facts: serde_json::Value) -> Article {
        let mut article = json!({"slug": "a", "title": "A", "technical_summary": "B", "simple_explanation": "C",
            "importance": 3, "publish_date": "2026-01-02", "topic": "munca"});
        facts.as_object().into_iter().flatten().for_each(|(name, value)| article[name] = value.clone());
        serde_json::from_value(article).expect("an article")
    }

    fn entry(kind: &str, date: &str) -> serde_json::Value {
        json!({"kind": kind, "date": date, "what": "x"})
    }

    #[test]
    fn an_article_is_ahead_applies_now_or_is_past() {
        let recurring = json!({"kind": "due", "recurs": {"monthly": 25}, "what": "x"});
        let within = json!({"kind": "due", "within": {"days": 30}, "what": "x"});
        for (facts, expected) in [
            (json!({}), ArticleTime::Past),
            (json!({"in_force_date": "2026-01-05"}), ArticleTime::Past),
            (json!({"in_force_date": "2026-01-05", "applies_from": "2027-01-01"}), ArticleTime::Ahead),
            (json!({"applies_from": "2026-11-22"}), ArticleTime::Now),
            (json!({"deadlines": [entry("starts", "2026-01-05"), entry("due", "2026-12-31")]}), ArticleTime::Ahead),
            (json!({"deadlines": [entry("starts", "2026-01-05"), entry("ends", "2026-12-31")]}), ArticleTime::Now),
            (json!({"deadlines": [entry("due", "2026-01-05"), recurring]}), ArticleTime::Now),
            (json!({"deadlines": [within]}), ArticleTime::Now),
            (json!({"deadlines": [entry("due", "2026-11-22")]}), ArticleTime::Now),
            (json!({"deadlines": [entry("ends", "2026-01-05"), entry("due", "2026-11-21")]}), ArticleTime::Past),
        ] {
            assert_eq!(article(facts.clone()).time(date(2026, 11, 22)), expected, "{facts}");
        }
    }

    #[test]
    fn the_next_entry_is_what_is_due_then_what_starts_then_what_ends() {
        let on = |day| {
            let entries = [
                entry("starts", "2027-03-31"),
                entry("due", "2027-05-25"),
                entry("due", "2027-02-01"),
                entry("ends", "2026-12-31"),
                entry("starts", "2027-06-01"),
                entry("ends", "2027-07-01"),
            ];
            article(json!({ "deadlines": entries })).next_entry(day)
        };
        assert_eq!(on(date(2026, 12, 31)), Some(2));
        assert_eq!(on(date(2027, 2, 1)), Some(2));
        assert_eq!(on(date(2027, 2, 2)), Some(1));
        assert_eq!(on(date(2027, 5, 26)), Some(4));
        assert_eq!(on(date(2027, 6, 2)), Some(5));
        assert_eq!(on(date(2027, 7, 2)), None);
    }
}
