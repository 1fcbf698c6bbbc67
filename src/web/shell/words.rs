//! The words of the pages that the server writes; all others are in the UI.

use crate::domain::Language;
use crate::web::page_words::{PageWords, Text, page_words};

page_words! {
    struct ShellWords {
        /// What the product is, for descriptions of at most 200 letters.
        pub about: Text = "served.page.about",
        pub landing_title: Text = "landing.title",
        pub newest: Text = "served.page.newest",
        pub topic_about: Text = "served.page.topic_about",
        pub empty: Text = "served.page.empty",
        pub summary: Text = "article.summary",
        pub explanation: Text = "article.plain_words",
        pub steps: Text = "article.steps",
        pub everyone: Text = "roles.everyone",
        pub in_short: Text = "article.in_short",
        pub for_whom: Text = "article.for_whom",
        pub what_changes: Text = "article.what_changes",
        /// The label of the day in the "in short" box, for an entry that is due, starts or ends.
        pub when: [Text; 3] = ["article.when_due", "article.when_starts", "article.when_ends"],
        pub missed: Text = "article.missed",
        pub repeats: Text = "served.page.repeats",
        pub first_step: Text = "article.first_step",
        pub back: Text = "common.back_home",
        /// Leads to the questions about the reader.
        pub ask: Text = "concerns.ask",
        pub demo: Text = "common.demo",
        /// The note on an article that exists only in Romanian, and on one that exists only in English.
        pub only_in: [Text; 2] = ["article.other_language_ro", "article.other_language_en"],
        pub deadlines: Text = "article.dates",
        pub amendments: Text = "article.amendments.title",
        pub facts: Text = "article.sources_title",
        pub act: Text = "served.page.act",
        pub gazette: Text = "act.gazette",
        pub in_force: Text = "article.in_force_from",
        pub applies_from: Text = "article.applies_from",
        pub topic: Text = "served.page.topic",
        pub tags: Text = "article.tags",
        pub source: Text = "served.page.source",
        pub secondary_source: Text = "article.source_secondary",
        pub dated_by: Text = "served.page.dated_by",
        pub reviewed: Text = "served.page.reviewed",
        pub pdf: Text = "served.page.pdf",
        pub address: Text = "served.page.address",
        pub all: Text = "served.page.all",
        pub contact: Text = "landing.footer.contact",
        /// Beside contact details that are samples.
        pub samples: Text = "served.page.samples",
        pub feed: Text = "served.page.feed",
        pub privacy: Text = "landing.footer.privacy",
        pub terms: Text = "common.footer.terms",
        pub site_pages: Text = "served.page.site_pages",
        pub not_advice: Text = "served.page.not_advice",
        pub missing: Text = "served.page.missing",
        pub missing_text: Text = "served.page.missing_text",
        /// The page about a PDF file that could not be opened.
        pub file_title: Text = "served.page.file_title",
        pub file_refused: Text = "served.page.file_refused",
        pub file_failed: Text = "served.page.file_failed",
        pub file_too_many: Text = "served.page.file_limit",
        pub file_article: Text = "served.page.file_article",
        pub file_source: Text = "served.page.file_source",
        /// The archive of campaigns.
        pub archive_title: Text = "common.footer.archive",
        pub archive_about: Text = "served.page.archive_about",
        pub archive_empty: Text = "served.page.archive_empty",
        /// Title and description of each screen that is neither the list nor an article.
        pub screens: [(Text, Text); 14] = [
            ("pages.about.title", "served.page.screens.about.text"),
            ("pages.chat.title", "served.page.screens.chat.text"),
            ("pages.options.title", "served.page.screens.options.text"),
            ("pages.auth.sign_in", "served.page.screens.auth.text"),
            ("pages.notifications.title", "served.page.screens.notifications.text"),
            ("reader.profile.title", "served.page.screens.profile.text"),
            ("reader.liked.title", "served.page.screens.liked.text"),
            ("reader.bookmarks.title", "served.page.screens.bookmarks.text"),
            ("pages.auth.account", "served.page.screens.account.text"),
            ("pages.coverage.title", "served.page.screens.coverage.text"),
            ("insights.title", "insights.lead"),
            ("deadlines.title", "served.page.screens.deadlines.text"),
            ("questions.title", "served.page.screens.questions.text"),
            ("figures.title", "figures.lead"),
        ],
        /// On a screen that is empty without JavaScript.
        pub needs_script: Text = "served.page.needs_script",
        pub about_text: [Text; 2] = ["served.page.about_text", "pages.about.what_for"],
        /// Who writes the explanations: people alone, or with a language model.
        pub about_authors: [Text; 2] = ["pages.about.by_people", "pages.about.with_ai"],
        /// On the preview picture of the site.
        pub picture: (Text, Text) = ("served.page.picture.title", "served.page.picture.text"),
        /// The name of a public calendar.
        pub calendar: Text = "served.page.calendar",
    }
}

/// The words of a language.
pub(in crate::web) fn words(language: Language) -> &'static ShellWords {
    ShellWords::of(language)
}
