//! The words of the page of an act.

use crate::domain::Language;
use crate::web::page_words::{PageWords, Plural, Text, page_words};

page_words! {
    struct ActWords {
        /// The description of the page of an act, by its citation.
        pub about: Text = "served.act.about",
        pub issuer: Text = "act.issuer",
        pub date: Text = "act.date",
        pub gazette: Text = "served.act.gazette",
        pub in_force: Text = "act.in_force",
        pub consolidated: Text = "act.link.consolidated",
        pub published: Text = "act.link.published",
        pub gazette_file: Text = "act.link.gazette",
        pub next: Text = "act.next",
        pub articles: Text = "act.articles",
        pub changes: Text = "act.changes",
        /// From the counted changes, the year and the counted acts.
        pub changes_since: Text = "served.act.changes_since",
        /// For one, a few and many; `{{count}}` is their number.
        pub counted_changes: [Text; 3] = Plural("served.act.counted_changes"),
        pub counted_laws: [Text; 3] = Plural("served.act.counted_laws"),
        pub counted_acts: [Text; 3] = Plural("served.act.counted_acts"),
        pub provisions: [Text; 3] = Plural("served.act.provisions"),
        pub latest: Text = "served.act.latest",
        /// The name of the links to the years of the changes.
        pub years: Text = "act.history.year",
        /// The words after the citation of an act.
        pub unread: Text = "act.history.unread",
        pub unknown_act: Text = "act.history.unknown_act",
        /// The words of the link to the form that has the changes.
        pub form_link: Text = "served.act.form_link",
        pub no_old_text: Text = "act.history.no_old_text",
        /// The words before one article, and before several.
        pub our_articles: [Text; 2] = ["act.history.our_articles_one", "act.history.our_articles_other"],
        pub no_article: Text = "act.history.no_article",
        pub amends: Text = "act.amends",
        pub forms: Text = "act.forms",
        /// The words before the day of a form.
        pub form: Text = "act.form",
        pub citing: Text = "act.citing",
        pub newest_of: Text = "act.newest_of",
    }
}

pub(super) fn words(language: Language) -> &'static ActWords {
    ActWords::of(language)
}
