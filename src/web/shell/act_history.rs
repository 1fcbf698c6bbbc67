//! The history of an act in semantic HTML, as the app shows it: by date, the newest first.

use maud::{Markup, html};

use super::act_words::ActWords;
use super::address::{act_path, address, article_path};
use super::amendments::{PageRoom, provisions};
use super::counted::counted;
use super::kept_words::kept_words;
use super::labels::day_html;
use crate::catalogue::ArticleView;
use crate::domain::act::Act;
use crate::domain::article::Revision;
use crate::domain::{ActId, Language};
use crate::ops::act_history::{ActHistory, HistoryEntry};
use crate::ops::act_pages::ActPage;
use crate::web::page_words::fill;

/// How much changed, since when, and by how many acts.
pub(super) fn summary(changed: &ActHistory, words: &ActWords, language: Language) -> Markup {
    let days = || changed.entries.iter().filter_map(|entry| entry.day);
    let Some((oldest, latest)) = days().min().zip(days().max()) else { return html! {} };
    let are_laws = changed.entries.iter().all(|entry| entry.by.as_ref().is_some_and(|by| by.kind == "LEGE"));
    let forms = if are_laws { words.counted_laws } else { words.counted_acts };
    let number = usize::try_from(changed.changes()).unwrap_or(usize::MAX);
    let changes = counted(words.counted_changes, number, language);
    let (year, acts) = (oldest.year().to_string(), counted(forms, changed.acts(), language));
    let since = [("changes", changes.as_str()), ("year", year.as_str()), ("acts", acts.as_str())];
    html! {
        p {
            (fill(words.changes_since, &since))
            " " strong { (words.latest) " " (day_html(latest, language)) }
        }
    }
}

/// The acts that may have changed it and are not read.
pub(super) fn unread(changed: &ActHistory, words: &ActWords, language: Language) -> Markup {
    html! {
        @for unread in &changed.unread {
            p {
                (linked(&unread.act, unread.id.as_ref(), language)) " " (words.unread) " "
                (articles(unread.articles.iter(), words, language))
            }
        }
    }
}

/// Each act with its provisions before and after, and our articles.
pub(super) fn history(changed: &ActHistory, act: &ActPage, words: &ActWords, language: Language) -> Markup {
    let mut room = PageRoom::default();
    let entries: Vec<_> = changed.entries.iter().map(|entry| one(entry, act, words, language, &mut room)).collect();
    let years = first_of_years(changed);
    html! {
        @if years.len() > 1 {
            nav aria-label=(words.years) {
                p { @for (at, (_, year)) in years.iter().enumerate() {
                    @if at > 0 { " · " }
                    a href=(format!("#{}", anchor(*year))) { (year) }
                } }
            }
        }
        @for (at, entry) in entries.iter().enumerate() {
            @match years.iter().find(|(first, _)| *first == at) {
                Some((_, year)) if years.len() > 1 => div id=(anchor(*year)) { (entry) },
                _ => (entry),
            }
        }
    }
}

/// The place of the first entry of each year, with the year.
fn first_of_years(changed: &ActHistory) -> Vec<(usize, i16)> {
    let mut years: Vec<(usize, i16)> = Vec::new();
    for (at, entry) in changed.entries.iter().enumerate() {
        if let Some(year) = entry.day.map(|day| day.year())
            && years.iter().all(|(_, known)| *known != year)
        {
            years.push((at, year));
        }
    }
    years
}

fn anchor(year: i16) -> String {
    format!("year-{year}")
}

fn one(entry: &HistoryEntry, act: &ActPage, words: &ActWords, language: Language, room: &mut PageRoom) -> Markup {
    let found = usize::try_from(entry.found).unwrap_or(usize::MAX);
    let is_named_only =
        entry.amendments.iter().all(|amendment| amendment.difference.is_empty() && amendment.text.is_none());
    let form = act.forms.iter().find(|form| Some(form.date) == entry.day);
    html! {
        h3.amended-act {
            @match &entry.by {
                Some(by) => (linked(by, entry.id.as_ref(), language)),
                None => (words.unknown_act),
            }
        }
        p.amended-form {
            @if let Some(day) = entry.day { (day_html(day, language)) " · " }
            (counted(words.provisions, found, language))
            @if let Some(gazette) = &entry.gazette { " · " (kept_words(&gazette.citation(language))) }
            @if let Some(form) = form.filter(|form| form.url.starts_with("http")) {
                " · " a href=(form.url) { (words.form_link) }
            }
        }
        (provisions(&entry.amendments, found, language, room))
        @if is_named_only { p.amended-form { (words.no_old_text) } }
        p.amended-form {
            @if entry.articles.is_empty() { (words.no_article) }
            @else { (articles(entry.articles.iter().map(|(revision, _)| revision), words, language)) }
        }
    }
}

fn articles<'a>(revisions: impl Iterator<Item = &'a Revision>, words: &ActWords, language: Language) -> Markup {
    let views: Vec<_> = revisions.map(|revision| ArticleView::new(revision, language)).collect();
    html! {
        (words.our_articles[usize::from(views.len() > 1)])
        @for (at, view) in views.iter().enumerate() {
            @if at > 0 { "," }
            " " a href=(address("", &article_path(view.slug.as_str()), language)) { (view.title) }
        }
    }
}

/// The citation of an act, which leads to its page if it has one.
pub(super) fn linked(act: &Act, id: Option<&ActId>, language: Language) -> Markup {
    let citation = kept_words(&act.citation(language));
    html! {
        @match id {
            Some(id) => a href=(address("", &act_path(id), language)) { (citation) },
            None => (citation),
        }
    }
}
