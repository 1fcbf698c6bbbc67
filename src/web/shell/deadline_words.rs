//! The words of the page of deadlines.

use crate::domain::Language;
use crate::web::page_words::{PageWords, Plural, Text, page_words};

page_words! {
    struct DeadlineWords {
        pub topic: Text = "served.deadlines.topic",
        pub every_topic: Text = "deadlines.every_topic",
        pub role: Text = "served.deadlines.role",
        pub everybody: Text = "served.deadlines.everybody",
        pub show: Text = "served.deadlines.show",
        pub earlier: Text = "deadlines.previous_month",
        pub later: Text = "deadlines.next_month",
        pub nothing: Text = "served.deadlines.nothing",
        /// For one, a few and many, as [`counted`](super::counted::counted) takes them.
        pub count: [Text; 3] = Plural("served.deadlines.count"),
        pub past: [Text; 3] = Plural("deadlines.past_days"),
        pub only_if: Text = "deadlines.only_if_title",
        /// Beside what the reader may choose to do.
        pub choice: Text = "dates.choice",
        /// Before the list of moved days.
        pub moved: Text = "served.deadlines.moved",
        pub moved_to: Text = "served.deadlines.moved_to",
        pub why: Text = "deadlines.why",
        pub by_event: Text = "dates.if_it_happens",
        pub by_event_text: Text = "served.deadlines.by_event_text",
        pub nothing_to_do: Text = "deadlines.nothing_to_do",
        pub moved_from: Text = "served.deadlines.moved_from",
        pub weekend: Text = "served.deadlines.weekend",
        pub holiday: Text = "served.deadlines.holiday",
        pub december: Text = "served.deadlines.december",
        pub sources: Text = "deadlines.sources",
        pub calendar: Text = "served.deadlines.calendar",
    }
}

pub(super) fn deadline_words(language: Language) -> &'static DeadlineWords {
    DeadlineWords::of(language)
}
