//! The cards of Home: one for each article.

use jiff::civil::Date;
use maud::{Markup, html};

use super::dates::dated_line;
use super::words::home_words;
use crate::catalogue::ArticleView;
use crate::domain::article::Revision;
use crate::domain::{DatedEntry, EntryKind, Language, date};
use crate::web::shell::address::{address, article_path};
use crate::web::shell::in_short::{main_entry, sentence};
use crate::web::shell::kept_words::kept_words;
use crate::web::shell::labels::badge;
use crate::web::shell::tags::tag_links;

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
    let read_more = html! { (home_words(language).read_more) span.visually-hidden { ": " (article.title) } };
    html! {
        div.card data-level=(article.importance) {
            div.card-meta { (badge(article.importance, language)) }
            h3.card-title lang=(article.language) { a href=(href) { (kept_words(article.title)) } }
            p.card-sentence lang=(article.language) {
                (kept_words(&sentence(article)))
                span.card-narrow { " " a.card-read href=(href) tabindex="-1" { (read_more) } }
            }
            (facts(article, language, today))
            div.card-actions { a.card-read.card-wide href=(href) { (read_more) } }
        }
    }
}

/// The lines below a card's sentence: its day, for whom it is, its act and its source.
fn facts(article: &ArticleView<'_>, language: Language, today: Date) -> Markup {
    let words = home_words(language);
    let entry = main_entry(article, today).cloned().or_else(|| first_day(article));
    let readers = match article.audience {
        [] => article.roles.iter().map(|role| role.label(language)).collect::<Vec<_>>().join(", "),
        named => named.join(", "),
    };
    let act = article.act_citation().unwrap_or_else(|| date::long(article.publish_date, language));
    html! {
        div.card-facts {
            @if let Some(entry) = entry { (dated_line(&entry, article.language, language, today)) }
            div.card-line {
                @if !readers.is_empty() { span.card-readers { (words.readers) " " strong { (readers) } } }
                span.card-act {
                    (kept_words(&act))
                    @if let Some(host) = secondary_host(article) { " · " (words.secondary.replace("{{host}}", &host)) }
                }
                @if !article.domains.is_empty() { div.card-tags { (tag_links(article.domains, language)) } }
            }
        }
    }
}

/// An article without dated entries still has a day from which it applies.
fn first_day(article: &ArticleView<'_>) -> Option<DatedEntry> {
    let date = article.applies_from.or(article.in_force_date)?;
    Some(DatedEntry { kind: EntryKind::Starts, date: Some(date), ..DatedEntry::default() })
}

/// The host of the first source, when no authority published any.
fn secondary_host(article: &ArticleView<'_>) -> Option<String> {
    let is_official = article.sources.iter().any(|source| source.is_official());
    article.sources.first().filter(|_| !is_official).map(|source| source.host())
}
