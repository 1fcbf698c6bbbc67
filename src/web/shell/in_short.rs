//! The "in short" box of an article: by when, the first step, for whom and what changes.

use jiff::civil::Date;
use maud::{Markup, html};

use super::kept_words::kept_words;
use super::labels::{day_html, role_labels};
use super::words::{ShellWords, words};
use crate::catalogue::ArticleView;
use crate::domain::article::limits;
use crate::domain::step::Step;
use crate::domain::text::shorten;
use crate::domain::{DatedEntry, EntryKind, Language, due_words};
use crate::web::markdown::{to_html, to_text};

/// The box in `language`, with the texts in the article's own.
pub(super) fn in_short(article: &ArticleView<'_>, language: Language, first: Option<&Step>, today: Date) -> Markup {
    let (words, own) = (words(language), article.language);
    html! {
        section.in-short {
            h2.visually-hidden { (words.in_short) }
            dl.in-short-rows {
                (when(article, words, language, today))
                @if let Some(step) = first {
                    (row(words.first_step, &html! { span lang=(own) { (to_html(&step.text)) } }))
                }
                (row(words.what_changes, &html! { span.in-short-what lang=(own) { (kept_words(&sentence(article))) } }))
                @if let Some(who) = for_whom(article, language) { (row(words.for_whom, &html! { (who) })) }
            }
        }
    }
}

fn row(term: &str, value: &Markup) -> Markup {
    html! {
        div.in-short-row {
            dt.in-short-term { (term) }
            dd.in-short-value { (value) }
        }
    }
}

/// What changes, in one sentence: the article's own, or the beginning of its explanation.
pub(super) fn sentence(article: &ArticleView<'_>) -> String {
    article.in_short.map_or_else(|| shorten(&to_text(article.simple_explanation), limits::IN_SHORT), str::to_owned)
}

fn for_whom(article: &ArticleView<'_>, language: Language) -> Option<String> {
    if !article.audience.is_empty() {
        return Some(article.audience.join(", "));
    }
    (!article.roles.is_empty()).then(|| role_labels(article.roles, language))
}

/// The entry that matters now, or the day from which the rule applies.
fn when(article: &ArticleView<'_>, words: &ShellWords, language: Language, today: Date) -> Markup {
    let Some(entry) = main_entry(article, today) else {
        let from = article.applies_from.or(article.in_force_date);
        return html! {
            @if let Some(day) = from {
                (row(label(words, EntryKind::Starts), &html! { span.in-short-when { (day_html(day, language)) } }))
            }
        };
    };
    row(label(words, entry.kind), &entry_html(article, entry, words, (language, today)))
}

fn entry_html(
    article: &ArticleView<'_>,
    entry: &DatedEntry,
    words: &ShellWords,
    (language, today): (Language, Date),
) -> Markup {
    let (own, next) = (article.language, entry.next_date(today));
    let missed = next.is_none() && entry.date.is_some();
    html! {
        span.in-short-when {
            @match next.or(entry.date) {
                Some(day) => (day_html(day, language)),
                None => @if let Some(rule) = &entry.rule { span lang=(own) { (rule) } },
            }
            @if missed && entry.kind == EntryKind::Due { span.in-short-missed { (words.missed) } }
        }
        @if let Some(before) = entry.file_by(today) {
            span.in-short-note { (due_words::day_off(before, language)) }
        }
        @if let (Some(_), Some(rule)) = (next, &entry.rule) {
            span.in-short-note lang=(own) { @if entry.recurs.is_some() { (words.repeats) " " } (rule) }
        }
        span.in-short-note lang=(own) { (kept_words(&entry.what)) }
        // Room for the app's button, which computes the day of a term.
        @if next.is_none() && entry.date.is_none() && entry.within.is_some() { span.shell-term {} }
    }
}

/// The next entry, else one without a day, else the latest past one.
pub(super) fn main_entry<'v>(article: &'v ArticleView<'_>, today: Date) -> Option<&'v DatedEntry> {
    let entries = &article.deadlines;
    let next = article.next_entry(today).and_then(|index| entries.get(index));
    let undated = || entries.iter().find(|entry| entry.date.is_none());
    next.or_else(undated).or_else(|| entries.iter().max_by_key(|entry| entry.date))
}

fn label(words: &ShellWords, kind: EntryKind) -> &'static str {
    let [due, starts, ends] = words.when;
    match kind {
        EntryKind::Due => due,
        EntryKind::Starts => starts,
        EntryKind::Ends => ends,
    }
}
