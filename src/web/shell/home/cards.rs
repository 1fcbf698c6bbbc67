//! The cards of Home: one for each article.

use jiff::civil::Date;
use maud::{Markup, html};

use super::dates::dated_line;
use super::words::home_words;
use crate::catalogue::ArticleView;
use crate::domain::article::Revision;
use crate::domain::{DatedEntry, EntryKind, Language};
use crate::web::shell::address::{address, article_path};
use crate::web::shell::in_short::{main_entry, sentence};
use crate::web::shell::kept_words::kept_words;
use crate::web::shell::labels::badge;

/// A list of cards.
pub(super) fn cards(articles: &[Revision], language: Language, today: Date) -> Markup {
    html! {
        ul.change-list {
            @for article in articles { li { (card(&ArticleView::new(article, language), language, today)) } }
        }
    }
}

fn card(article: &ArticleView<'_>, language: Language, today: Date) -> Markup {
    let href = address("", &article_path(article.slug.as_str()), language);
    let entry = main_entry(article, today).cloned().or_else(|| first_day(article));
    let read_more = html! { (home_words(language).read_more) span.visually-hidden { ": " (article.title) } };
    html! {
        div.card data-level=(article.importance) {
            div.card-meta { (badge(article.importance, language)) }
            h3.card-title lang=(article.language) { a href=(href) { (kept_words(article.title)) } }
            p."card-sentence card-short" lang=(article.language) { (kept_words(&sentence(article))) }
            @if let Some(entry) = entry {
                div.card-facts { (dated_line(&entry, article.language, language, today)) }
            }
            div.card-actions { a.card-read href=(href) { (read_more) } }
        }
    }
}

/// An article without dated entries still has a day from which it applies.
fn first_day(article: &ArticleView<'_>) -> Option<DatedEntry> {
    let date = article.applies_from.or(article.in_force_date)?;
    Some(DatedEntry { kind: EntryKind::Starts, date: Some(date), ..DatedEntry::default() })
}
