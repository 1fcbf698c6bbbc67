//! A message as HTML for mail programs: tables, one layout, and class names whose styles `inline` writes onto
//! every element.

use maud::{Markup, html};

use super::document::{ArticleLine, Block, Card, Day, DutyLine, MailDocument};
use super::html_table::{NBSP, table, wide_table};
use super::sender::Sender;
use super::words::{dots, words};
use super::{html_layout, inline};
use crate::domain::prose::{self, Part, Run};
use crate::domain::{Importance, Language, date};

/// The whole document, with [merge fields](super::merge_fields) unfilled.
pub(super) fn render(message: &MailDocument, language: Language, sender: &Sender) -> String {
    let renderer = Renderer { language, is_bulk: message.is_bulk };
    let content = html! { @for block in &message.blocks { (renderer.block(block)) } };
    inline::inlined(&html_layout::document(message, language, sender, &content).into_string())
}

struct Renderer {
    language: Language,
    is_bulk: bool,
}

impl Renderer {
    fn block(&self, block: &Block) -> Markup {
        match block {
            Block::Part(part) => self.part(part),
            Block::Card(card) => self.card(card),
            Block::Lines(lines) => wide_table(Some("lines"), &html! { @for line in lines { (self.line(line)) } }),
            Block::Days(days) => wide_table(Some("lines"), &html! { @for day in days { (self.day(day)) } }),
        }
    }

    fn part(&self, part: &Part) -> Markup {
        match part {
            Part::Heading { level: 1, words } => html! { h1.title { (prose::words(words)) } },
            Part::Heading { words, .. } => html! { h2.heading { (prose::words(words)) } },
            // A forced line break begins a paragraph: mail programs agree on nothing smaller.
            Part::Paragraph(words) => html! {
                @for line in words.split(|run| run.text == "\n").filter(|line| !line.is_empty()) {
                    p.text { (runs(line)) }
                }
            },
            Part::List { first: Some(_), items } => html! { ol.list { (list_items(items)) } },
            Part::List { first: None, items } => html! { ul.list { (list_items(items)) } },
            Part::Facts(facts) => table(
                "facts",
                &html! {
                    @for (name, value) in facts {
                        tr { td.fact-name valign="top" { (runs(name)) } td.fact { (runs(value)) } }
                    }
                },
            ),
            Part::Quote(paragraphs) => {
                let text: Vec<_> = paragraphs.iter().map(|runs| prose::text(runs)).collect();
                wide_table(Some("quote-table"), &html! { tr { td.quote { (with_breaks(text.join("\n").lines())) } } })
            }
            Part::Button { words, link } => self.button(words, link),
            Part::Rule => wide_table(None, &html! { tr { td.rule { (NBSP) } } }),
            Part::Article(_) | Part::Slot(_) => Markup::default(),
        }
    }

    /// A button; in a message to one recipient also its address, for mail programs that show no buttons.
    fn button(&self, label: &str, link: &str) -> Markup {
        html! {
            (table("button-table", &html! { tr { td.button { a.button-link href=(link) { (label) } } } }))
            @if !self.is_bulk {
                p.small { (words(self.language).copy_link) br; a."link address" href=(link) { (link) } }
            }
        }
    }

    fn card(&self, card: &Card) -> Markup {
        let Card { importance, title, source, summary, next_entry, step, reason, link, label: _, is_private: _ } = card;
        let bar = format!("card bar-{importance}");
        wide_table(
            Some("card-table"),
            &html! {
                tr { td class=(bar) {
                    p.meta { (self.badge(*importance)) @if !source.is_empty() { br; (source) } }
                    h2.card-title { a.quiet href=(link) { (title) } }
                    p.card-text { (summary) }
                    @if let Some(entry) = next_entry { p.due { (entry) } }
                    @if let Some(step) = step { p.due { (words(self.language).first_step) " " (step) } }
                    @if let Some(reason) = reason { p.reason { (reason) } }
                    p.action { a.link href=(link) { (words(self.language).read_article) } }
                } }
                tr { td.gap { (NBSP) } }
            },
        )
    }

    fn line(&self, line: &ArticleLine) -> Markup {
        let ArticleLine { importance, title, step, reason, link } = line;
        let label = importance.label(self.language);
        html! {
            tr { td.row {
                a."row-title quiet" href=(link) { (title) } br;
                @if let Some(step) = step { span.row-about { (words(self.language).first_step) " " (step) } br; }
                span.row-about {
                    (importance_dots(*importance)) " " (label) @if let Some(reason) = reason { " · " (reason) }
                }
            } }
        }
    }

    fn day(&self, day: &Day) -> Markup {
        html! {
            tr {
                td.day width="92" valign="top" {
                    span.day-number { (day.date.day()) } br;
                    (date::month(day.date, self.language)) br;
                    (date::weekday(day.date, self.language))
                }
                td.row valign="top" { @for entry in &day.duties { (duty(entry)) } }
            }
        }
    }

    fn badge(&self, importance: Importance) -> Markup {
        let class = format!("badge badge-{importance}");
        let label = importance.label(self.language);
        html! { span class=(class) { (NBSP) span.dots { (dots(importance)) } (NBSP) " " (label) (NBSP) } }
    }
}

fn importance_dots(importance: Importance) -> Markup {
    html! { span class={ "dots dots-" (importance) } { (dots(importance)) } }
}

fn duty(duty: &DutyLine) -> Markup {
    let DutyLine { what, who, title, verify, reason, link, is_private: _, is_conditional: _ } = duty;
    html! {
        p.duty {
            span.row-title { (what) }
            @if let Some(who) = who { br; span.row-about { (who) } }
            br; a.link href=(link) { (title) }
            @for note in verify { br; span.row-about { (note.sentence()) } }
            @if let Some(reason) = reason { br; span.row-about { (reason) } }
        }
    }
}

fn list_items(items: &[Vec<Run>]) -> Markup {
    html! { @for item in items { li.item { (runs(item)) } } }
}

fn runs(runs: &[Run]) -> Markup {
    html! { @for part in runs { (run(part)) } }
}

fn run(run: &Run) -> Markup {
    let text = &run.text;
    match run {
        Run { link: Some(link), .. } => html! { a.link href=(link) { (text) } },
        Run { code: true, .. } => html! { code.code { (text) } },
        Run { strong: true, .. } => html! { strong.strong { (text) } },
        Run { emphasis: true, .. } => html! { em { (text) } },
        _ if text == "\n" => html! { " " },
        _ => html! { (text) },
    }
}

fn with_breaks<'a>(lines: impl Iterator<Item = &'a str>) -> Markup {
    html! { @for (index, line) in lines.enumerate() { @if index > 0 { br; } (line) } }
}
