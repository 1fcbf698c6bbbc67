//! The words of Home, the same as in the app.

use crate::domain::Language;
use crate::domain::exact_number::ExactNumber;
use crate::web::page_words::{PageWords, Plural, Text, page_words};

page_words! {
    struct HomeWords {
        pub tabs: Text = "feed.tabs",
        pub mine: Text = "feed.mine",
        pub all: Text = "feed.all",
        /// The greetings of visitors; the link to sign in is tagged `<signin>`.
        pub greetings: [Text; 5] = [
            "home.greeting.signed_out.v0",
            "home.greeting.signed_out.v1",
            "home.greeting.signed_out.v2",
            "home.greeting.signed_out.v3",
            "home.greeting.signed_out.v4",
        ],
        /// The headline of a visitor, and the line below it.
        pub visitor: [Text; 2] = ["feed.visitor_title", "feed.visitor_text"],
        pub roles: Text = "feed.roles",
        /// Name and text of the tiles, in the order of the app.
        pub tiles: [(Text, Text); 5] = [
            ("feed.role_rent", "feed.role_rent_text"),
            ("feed.role_firm", "feed.role_firm_text"),
            ("feed.role_pfa", "feed.role_pfa_text"),
            ("feed.role_land", "feed.role_land_text"),
            ("feed.role_home", "feed.role_home_text"),
        ],
        pub role_else: Text = "feed.role_else",
        /// Leads to the questions about the reader.
        pub ask: Text = "feed.ask",
        /// For one, a few and many topics; `{{count}}` is their number.
        pub role_else_text: [Text; 3] = Plural("feed.role_else_text"),
        pub nearest_duties: Text = "feed.nearest_duties",
        /// The duty after those shown; its day is tagged `<day>`.
        pub then: Text = "feed.then",
        pub ahead: Text = "feed.ahead",
        pub in_force: Text = "feed.in_force",
        pub by_itself: Text = "feed.by_itself",
        pub by_itself_text: Text = "feed.by_itself_text",
        pub by_itself_none: Text = "feed.by_itself_none",
        pub read_more: Text = "home.read_more",
        /// The words before a day that is today, for an entry that is due, starts or ends.
        pub on_today: [Text; 3] = ["dates.due_today", "dates.starts_today", "dates.ends_today"],
        pub today: Text = "dates.today",
        pub tomorrow: Text = "dates.tomorrow",
        /// For one, a few and many days; `{{count}}` is their number.
        pub left: [Text; 3] = Plural("dates.left"),
        /// The same for months.
        pub left_months: [Text; 3] = Plural("dates.left_months"),
        /// The heading of the list of all topics, which the app does not have.
        pub topics: Text = "home.all_topics",
    }
}

/// The words of a language.
pub(super) fn home_words(language: Language) -> &'static HomeWords {
    HomeWords::of(language)
}

/// A number with its thousands apart: 1.234 or 1,234.
pub(super) fn number(value: usize, language: Language) -> String {
    ExactNumber::from(u32::try_from(value).unwrap_or(u32::MAX)).grouped(language)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_their_thousands_apart() {
        assert_eq!([7, 978].map(|value| number(value, Language::Ro)).join(" "), "7 978");
        assert_eq!((number(1234, Language::Ro), number(1_234_567, Language::En)), ("1.234".into(), "1,234,567".into()));
    }
}
