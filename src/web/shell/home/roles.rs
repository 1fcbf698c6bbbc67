//! The choices of a visitor without an account: links to the lists of topics, which the app replaces by buttons.

use maud::{Markup, html};

use super::words::home_words;
use crate::catalogue::TopicSummary;
use crate::domain::Language;
use crate::web::shell::address::{QUESTIONS, address, topic_path};
use crate::web::shell::counted::counted;
use crate::web::shell::icons::{BRIEFCASE, HOUSE, Icon, KEY, PLUS, SPROUT, USER, icon};

/// The topics to read about for each tile, in the order of the words.
const ROLES: [(Icon, &[&str]); 5] = [
    (KEY, &["inchirieri"]),
    (BRIEFCASE, &["afaceri"]),
    (USER, &["fiscalitate"]),
    (SPROUT, &["terenuri", "subventii"]),
    (HOUSE, &["constructii"]),
];

/// The tiles; empty without topics.
pub(super) fn tiles(topics: &[TopicSummary], language: Language) -> Markup {
    let words = home_words(language);
    let is_there = |id: &str| topics.iter().any(|summary| summary.topic.id == id);
    html! {
        @if !topics.is_empty() {
            div.roles role="group" aria-label=(words.roles) data-print="hide" {
                div.role-tiles {
                    @for ((sign, ids), (name, text)) in ROLES.into_iter().zip(words.tiles) {
                        @if let Some(id) = ids.iter().find(|id| is_there(id)) {
                            a.role-tile href=(address("", &topic_path(id), language)) { (tile(sign, name, text)) }
                        }
                    }
                    a.role-other href="#topics" {
                        (tile(PLUS, words.role_else, &counted(words.role_else_text, topics.len(), language)))
                    }
                }
                p.home-ask { a href=(address("", QUESTIONS, language)) { (words.ask) } }
            }
        }
    }
}

fn tile(sign: Icon, name: &str, text: &str) -> Markup {
    html! { (icon(sign)) span.role-words { span.role-name { (name) } span.role-text { (text) } } }
}

/// Links to the lists of all topics that have articles.
pub(super) fn topics(topics: &[TopicSummary], language: Language) -> Markup {
    let useful: Vec<_> = topics.iter().filter(|summary| summary.articles > 0).collect();
    html! {
        @if !useful.is_empty() {
            section.group {
                h2 #topics .group-name { (home_words(language).topics) }
                ul.shell-topics {
                    @for TopicSummary { topic, .. } in useful {
                        li { a href=(address("", &topic_path(&topic.id), language)) { (topic.name(language)) } }
                    }
                }
            }
        }
    }
}
