//! The nearest deadlines on Home, and the changes that require nothing of readers.

use jiff::civil::Date;
use maud::{Markup, html};

use super::dates::{day_block, kept_day, time_left};
use super::words::home_words;
use crate::catalogue::{ArticleView, Deadline};
use crate::domain::Language;
use crate::domain::text::sentence_case;
use crate::web::shell::address::{address, article_path};
use crate::web::shell::icons::{CHEVRON, icon};
use crate::web::shell::kept_words::kept_words;

const MAX_DUTIES: usize = 3;
/// A phone shows the duties of these days, at least one and at most all that are shown.
const NEAR_DAYS: i32 = 60;

fn href(entry: &Deadline, language: Language) -> String {
    address("", &article_path(entry.revision.article.slug.as_str()), language)
}

/// The box with the nearest deadlines; empty without any.
pub(super) fn duties(duties: &[Deadline], language: Language, today: Date) -> Markup {
    if duties.is_empty() {
        return Markup::default();
    }
    let is_near = |duty: &&Deadline| today.until(duty.date).is_ok_and(|span| span.get_days() <= NEAR_DAYS);
    let on_phone = duties.iter().take(MAX_DUTIES).filter(is_near).count().max(1);
    html! {
        section.duties aria-labelledby="duties" {
            div.duties-head { h2 #duties .duties-title { (home_words(language).nearest_duties) } }
            ul.duties-list {
                @for (index, duty) in duties.iter().take(MAX_DUTIES).enumerate() {
                    li.duties-item.duties-later[index >= on_phone] { (duty_html(duty, language, today)) }
                }
            }
            @if let Some(next) = duties.get(on_phone) { (then(next, language)) }
        }
    }
}

fn duty_html(duty: &Deadline, language: Language, today: Date) -> Markup {
    let article = ArticleView::new(&duty.revision, language);
    let role = duty.entry.roles.first().map(|role| role.label(language));
    let who = duty.entry.who.as_deref().or(role).or(article.audience.first().map(String::as_str));
    html! {
        div.duty {
            (day_block(duty.date, today, language, "day-block"))
            div.duty-words lang=(article.language) {
                h3.duty-what { a href=(href(duty, language)) { (kept_words(&sentence_case(&duty.entry.what))) } }
                p.duty-facts {
                    @if let Some(who) = who { span { (sentence_case(who)) } }
                    @if let Some(act) = article.act_citation() { span.duty-act { (kept_words(&act)) } }
                }
            }
            div.duty-tools { (time_left(duty.date, today, language)) }
        }
    }
}

/// The duty after those that a phone shows.
fn then(duty: &Deadline, language: Language) -> Markup {
    let text = home_words(language).then;
    let (before, rest) = text.split_once("<day>{{date}}</day>").unwrap_or((text, ""));
    html! {
        a.duties-then href=(href(duty, language)) {
            span {
                (before) strong { (kept_day(duty.date, language)) }
                (rest.replace("{{what}}", &duty.entry.what))
            }
            (icon(CHEVRON))
        }
    }
}

/// What starts or ends next.
pub(super) fn changes(changes: &[Deadline], language: Language, today: Date) -> Markup {
    let words = home_words(language);
    html! {
        section aria-labelledby="by-itself" {
            h2 #by-itself .aside-heading { (words.by_itself) }
            p.aside-text { (words.by_itself_text) }
            ul.aside-dates {
                @for change in changes {
                    li {
                        a.aside-entry href=(href(change, language)) {
                            (day_block(change.date, today, language, "day-small"))
                            (change_words(change, language))
                        }
                    }
                }
            }
            @if changes.is_empty() { p.aside-text { (words.by_itself_none) } }
        }
    }
}

fn change_words(change: &Deadline, language: Language) -> Markup {
    let own = ArticleView::new(&change.revision, language).language;
    html! {
        span {
            span.aside-kind { (change.entry.kind.before_day(language)) }
            span.aside-what lang=(own) { (kept_words(&sentence_case(&change.entry.what))) }
        }
    }
}
