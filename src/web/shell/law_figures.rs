//! The figures of the law on a day, for readers without JavaScript.

use std::collections::BTreeMap;

use jiff::civil::Date;
use maud::{Markup, html};

use super::address::{FIGURES, address, article_path};
use super::consent::consent;
use super::foot;
use super::kept_words::kept_words;
use super::page::Page;
use super::places;
use super::raised::raised;
use super::screens::{Screen, base};
use super::site::Site;
use super::words::words;
use crate::catalogue::TopicSummary;
use crate::domain::act_name::act_name;
use crate::domain::law_figure::{FigureValue, LawFigure, LawFigureUnit};
use crate::domain::{Language, date};
use crate::ops::browse::SITE_NAME;
use crate::ops::law_figures::ListedFigure;
use crate::web::page_words::{PageWords, Text, page_words};

/// What the page shows.
pub(in crate::web) struct FigurePage {
    pub today: Date,
    pub on: Date,
    pub topics: Vec<TopicSummary>,
    /// The chosen topic.
    pub topic: Option<String>,
    pub figures: Vec<ListedFigure>,
}

page_words! {
    struct FigureWords {
        pub day: Text = "served.figures.day",
        pub topic: Text = "figures.topic",
        pub every_topic: Text = "figures.all_topics",
        pub show: Text = "served.figures.show",
        pub name: Text = "served.figures.name",
        pub value: Text = "served.figures.value",
        pub since: Text = "served.figures.since",
        pub until: Text = "served.figures.until",
        pub law: Text = "served.figures.law",
        pub source: Text = "figures.source",
        pub article: Text = "served.figures.article",
        pub none: Text = "served.figures.none",
        pub to_verify: Text = "figures.to_verify",
        pub confirmed: Text = "served.figures.confirmed",
        pub history: Text = "figures.history",
        pub table: Text = "figures.table",
    }
}

fn figure_words(language: Language) -> &'static FigureWords {
    FigureWords::of(language)
}

/// The page of a day, for all topics or one.
pub(in crate::web) fn page(site: &Site, language: Language, shown: &FigurePage) -> Page {
    let (title, about) = words(language).screens[Screen::Figures as usize];
    let is_today = shown.on == shown.today;
    let path = if is_today { FIGURES.to_owned() } else { format!("{FIGURES}&on={}", shown.on) };
    let mut by_topic: BTreeMap<&str, Vec<&ListedFigure>> = BTreeMap::new();
    for listed in &shown.figures {
        by_topic.entry(&listed.figure.topic).or_default().push(listed);
    }
    let table = format!("/figures.csv?lang={}&on={}", language.code(), shown.on);
    let content = html! {
        (consent(site, language))
        main."shell shell-list" {
            (places::menu(language))
            h1 { (title) }
            p { (about) }
            (form(shown, language))
            @for (topic, figures) in &by_topic {
                h2 { (topic_name(shown, topic, language)) }
                (topic_table(figures, language))
            }
            p { a href=(table) { (figure_words(language).table) } }
            (foot::foot(site, &path, language))
        }
    };
    let title = if is_today { title.to_owned() } else { format!("{title}: {}", date::long(shown.on, language)) };
    let indexed = is_today.then_some(FIGURES);
    Page { content, ..base(language, format!("{title} · {SITE_NAME}"), about.into(), indexed) }
}

fn topic_name<'t>(shown: &'t FigurePage, id: &'t str, language: Language) -> &'t str {
    let topic = shown.topics.iter().find(|summary| summary.topic.id == id);
    topic.map_or(id, |summary| summary.topic.name(language))
}

fn form(shown: &FigurePage, language: Language) -> Markup {
    let labels = figure_words(language);
    html! {
        form action="/app" method="get" data-print="hide" {
            input type="hidden" name="screen" value="figures";
            @if language == Language::Ro { input type="hidden" name="lang" value="ro"; }
            p.shell-filter {
                label { (labels.day) " " input type="date" name="on" value=(shown.on); }
                " "
                label { (labels.topic) " "
                    select name="topic" {
                        option value="" { (labels.every_topic) }
                        @for TopicSummary { topic, .. } in &shown.topics {
                            option value=(topic.id) selected[shown.topic.as_ref() == Some(&topic.id)] {
                                (topic.name(language))
                            }
                        }
                    }
                }
                " " button type="submit" { (labels.show) }
            }
        }
    }
}

fn topic_table(figures: &[&ListedFigure], language: Language) -> Markup {
    let labels = figure_words(language);
    html! {
        table.shell-figures {
            thead { tr { th { (labels.name) } th { (labels.value) } th { (labels.law) } } }
            tbody { @for listed in figures { (row(listed, language)) } }
        }
    }
}

fn row(listed: &ListedFigure, language: Language) -> Markup {
    let labels = figure_words(language);
    let LawFigure { id, unit, name, values, .. } = &listed.figure;
    html! {
        tr id=(id) {
            th scope="row" { (name.get(language)) }
            @match listed.value() {
                Some(value) => {
                    td {
                        strong { (kept_words(&unit.words(value.value, language))) }
                        @if let Some(lei) = listed.in_lei {
                            " = " (kept_words(&LawFigureUnit::Lei.words(lei, language)))
                        }
                        (days(value, language))
                        @if values.len() > 1 { (history(*unit, values, language)) }
                    }
                    td { (law(value, language)) }
                }
                None => { td { (labels.none) (history(*unit, values, language)) } td {} }
            }
        }
    }
}

/// The days of a value: " din 1 iulie 2026 până la 31 decembrie 2026".
fn days(value: &FigureValue, language: Language) -> Markup {
    let labels = figure_words(language);
    html! {
        @if let Some(from) = value.from { " " (labels.since) " " (kept_words(&date::long(from, language))) }
        @if let Some(until) = value.until { " " (labels.until) " " (kept_words(&date::long(until, language))) }
    }
}

fn law(value: &FigureValue, language: Language) -> Markup {
    let labels = figure_words(language);
    html! {
        (act_name(&value.act, language))
        @if let Some(provision) = &value.provision { ", " span lang="ro" { (raised(provision)) } }
        " · " a href=(value.source) rel="noopener" { (labels.source) }
        @if let Some(article) = &value.article {
            " · " a href=(address("", &article_path(article.as_str()), language)) { (labels.article) }
        }
        " · "
        @match &value.confirmed {
            Some(confirmed) => { (labels.confirmed) ": " (confirmed.by) }
            None => { (labels.to_verify) }
        }
    }
}

fn history(unit: LawFigureUnit, values: &[FigureValue], language: Language) -> Markup {
    html! {
        details {
            summary { (figure_words(language).history) }
            ul {
                @for value in values {
                    li {
                        (kept_words(&unit.words(value.value, language))) (days(value, language)) ": "
                        (act_name(&value.act, language))
                    }
                }
            }
        }
    }
}
