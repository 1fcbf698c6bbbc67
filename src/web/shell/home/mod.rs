//! Home as a visitor without choices sees it. It has the elements and words of the app's Home, so that the first paint
//! stays when the app takes over.

mod cards;
mod dates;
mod duties;
mod frame;
mod roles;
pub(in crate::web) mod words;

use jiff::civil::Date;
use maud::{Markup, html};

use self::cards::cards;
use self::duties::{changes, duties};
use self::frame::framed;
use self::roles::{tiles, topics};
use self::words::{HomeWords, home_words, number};
use super::address::address;
use super::labels::headlines;
use super::site::Site;
use super::words::words;
use crate::catalogue::{Highlights, TopicSummary};
use crate::domain::Language;
use crate::domain::article::Revision;

/// Minutes for which one greeting is used.
const MINUTES_PER_GREETING: u8 = 12;

/// What Home shows.
// docs/decisions/0120
pub(in crate::web) struct Home {
    pub highlights: Highlights,
    pub topics: Vec<TopicSummary>,
    pub newest: Vec<Revision>,
    /// The number of the greeting, from [`greeting`].
    pub greeting: u8,
    pub today: Date,
}

/// The number of the greeting in this minute of the hour, as the app computes it.
pub(in crate::web) fn greeting(minute: u8) -> u8 {
    minute / MINUTES_PER_GREETING
}

/// Home in the app's frame.
pub(super) fn content(site: &Site, language: Language, home: &Home) -> Markup {
    let labels = home_words(language);
    let Highlights { total, ahead, articles, .. } = &home.highlights;
    let (name, count) = if *ahead == 0 { (labels.in_force, *total) } else { (labels.ahead, *ahead) };
    let page = html! {
        (tabs(labels, *total, language))
        header.home-header {
            (greeting_html(labels, home.greeting, language))
            h1.home-headline { (labels.visitor[0]) }
            p.home-next { (labels.visitor[1]) }
        }
        (tiles(&home.topics, language))
        (duties(&home.highlights.duties, language, home.today))
        div.home-columns {
            div.home-list {
                @if articles.is_empty() { p.group { (words(language).empty) } } @else {
                    section.group {
                        h2.group-name { (name) " " span.group-count { (number(count, language)) } }
                        (cards(articles, language, home.today))
                    }
                    section.group {
                        h2.group-name { (words(language).newest) }
                        (headlines(&home.newest, language))
                    }
                    (topics(&home.topics, language))
                }
            }
            aside.home-aside {
                @if *total > 0 { (changes(&home.highlights.changes, language, home.today)) }
            }
        }
    };
    framed(site, "/app", language, &page)
}

fn tabs(words: &HomeWords, total: usize, language: Language) -> Markup {
    html! {
        div.home-bar-place data-print="hide" {
            div.home-bar {
                nav aria-label=(words.tabs) {
                    ul.tabs {
                        li.needs-script { a.tab href=(address("", "/app?tab=mine", language)) { (words.mine) } }
                        li {
                            a.tab href=(address("", "/app?tab=all", language)) aria-current="page" {
                                (words.all) " "
                                @if total > 0 { span.tab-count { (number(total, language)) } }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The greeting of a visitor. The app keeps the one that it finds.
fn greeting_html(words: &HomeWords, number: u8, language: Language) -> Markup {
    let text = words.greetings[usize::from(number) % words.greetings.len()];
    let (before, rest) = text.split_once("<signin>").unwrap_or((text, ""));
    let (link, after) = rest.split_once("</signin>").unwrap_or((rest, ""));
    html! {
        p.home-greeting data-greeting=(number) {
            (before) a href=(address("", "/app?screen=auth", language)) { (link) } (after)
        }
    }
}
