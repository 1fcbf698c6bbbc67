//! Parts that several pages share: days, importance, roles, titles, deadlines and sections.

use jiff::civil::Date;
use maud::{Markup, html};

use super::address::{address, article_path};
use super::words::words;
use crate::catalogue::{ArticleView, Deadline};
use crate::domain::article::Revision;
use crate::domain::{AudienceRole, Importance, Language, date};

/// A day in words.
pub(in crate::web) fn day_html(day: Date, language: Language) -> Markup {
    html! { time datetime=(day) { (date::long(day, language)) } }
}

/// The label of an importance, with its colour and shape.
pub(in crate::web) fn importance_html(importance: Importance, language: Language) -> Markup {
    html! { strong.shell-importance data-level=(importance) { (importance.label(language)) } }
}

/// The readers of some roles, in the plural.
pub(super) fn role_labels(roles: &[AudienceRole], language: Language) -> String {
    roles.iter().map(|role| role.label(language)).collect::<Vec<_>>().join(", ")
}

/// The importance as in the UI: as many of five dots as its level, its word and its colour.
pub(in crate::web) fn badge(importance: Importance, language: Language) -> Markup {
    html! {
        strong.shell-badge data-level=(importance) {
            svg viewBox="0 0 46 8" width="46" aria-hidden="true" {
                @for (level, x) in (1..).zip(["4", "13.5", "23", "32.5", "42"]) {
                    @if level <= importance.level() { circle.full cx=(x) cy="4" r="3.5" {} }
                    @else { circle cx=(x) cy="4" r="2.9" {} }
                }
            }
            (importance.label(language))
        }
    }
}

/// A deadline in a list: a link to its article, and its day.
pub(super) fn deadline_line(deadline: &Deadline, language: Language) -> Markup {
    let href = address("", &article_path(deadline.revision.article.slug.as_str()), language);
    html! {
        li {
            a href=(href) { (deadline.entry.what) } " "
            small { (deadline.entry.kind.before_day(language)) " " (day_html(deadline.date, language)) }
        }
    }
}

/// A heading with its content; empty without content.
pub(super) fn section(heading: &str, content: &Markup) -> Markup {
    html! { @if !content.0.is_empty() { section.article-section { h2.article-heading { (heading) } (content) } } }
}

/// The titles of articles with importance and day.
pub(super) fn headlines(newest: &[Revision], language: Language) -> Markup {
    html! {
        @if newest.is_empty() {
            p { (words(language).empty) }
        } @else {
            ul.shell-headlines { @for revision in newest { (headline(&ArticleView::new(revision, language), language)) } }
        }
    }
}

fn headline(article: &ArticleView<'_>, language: Language) -> Markup {
    let href = address("", &article_path(article.slug.as_str()), language);
    html! {
        li {
            a href=(href) lang=(article.language) { (article.title) }
            " " small { (importance_html(article.importance, language)) " · " (day_html(article.publish_date, language)) }
        }
    }
}
