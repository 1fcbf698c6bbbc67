//! The words of the search screen without scripts; all others are in the UI.

use crate::domain::Language;
use crate::web::page_words::{PageWords, Plural, Text, page_words};

page_words! {
    struct SearchWords {
        pub title: Text = "search.title",
        pub about: Text = "served.search.about",
        /// What to type, as on the app's screen.
        pub lead: Text = "search.lead",
        pub label: Text = "search.label",
        pub button: Text = "search.submit",
        pub found_nothing: Text = "served.search.found_nothing",
        pub found: [Text; 3] = Plural("served.search.found"),
        pub without_filters: [Text; 3] = Plural("served.search.without_filters"),
        pub duties: Text = "search.duties",
        pub due: Text = "dates.due",
        pub nearest: Text = "search.nearest",
        pub tips: Text = "search.tips",
        pub more: Text = "search.more",
        pub not_found: Text = "served.search.not_found",
        pub corrected: Text = "search.looked_for",
        /// Before what was searched beside the typed words, and before those.
        pub also: [Text; 2] = ["served.search.also", "served.search.beside"],
        pub instead_of: Text = "served.search.instead_of",
        /// Before the words that nothing has.
        pub missing: Text = "served.search.missing",
        pub preparing: Text = "served.search.preparing",
        pub too_long: Text = "served.search.too_long",
    }
}

pub(super) fn words(language: Language) -> &'static SearchWords {
    SearchWords::of(language)
}
