//! A document as HTML that mail programs understand: tables, one layout, and class names whose styles `inline`
//! writes onto every element.

use super::document::{ArticleLine, Block, Card, Day, Duty, MailDocument, Span};
use super::sender::Sender;
use super::words::{dots, words};
use super::{html_footer, inline};
use crate::domain::{Importance, Language, date};

const LAYOUT: &str = include_str!("templates/layout.html");
/// What begins a table that only lays out.
pub(super) const TABLE: &str = "<table role=\"presentation\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\"";

/// The whole document, without places filled.
pub(super) fn render(document: &MailDocument, language: Language, sender: &Sender) -> String {
    let html = Html { language, is_bulk: document.is_bulk };
    let values = [
        ("lang", language.code().to_owned()),
        ("subject", escape(&document.subject)),
        ("preview", escape(&document.preview)),
        ("public_url", escape(&sender.public_url)),
        ("content", document.blocks.iter().map(|block| html.block(block)).collect()),
        ("footer", html_footer::render(document, language, sender)),
    ];
    inline::inlined(&fill(LAYOUT, &values))
}

/// Fills each placeholder once, so that nothing in a value is filled again.
fn fill(layout: &str, values: &[(&str, String)]) -> String {
    let mut parts = layout.split("{{");
    let mut filled = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once("}}").unwrap_or((part, ""));
        filled.push_str(values.iter().find(|(known, _)| *known == name).map_or("", |(_, value)| value));
        filled.push_str(rest);
    }
    filled
}

struct Html {
    language: Language,
    is_bulk: bool,
}

impl Html {
    fn block(&self, block: &Block) -> String {
        match block {
            Block::Title(text) => format!("<h1 class=\"title\">{}</h1>\n", escape(text)),
            Block::Heading(text) => format!("<h2 class=\"heading\">{}</h2>\n", escape(text)),
            Block::Paragraph(words) => format!("<p class=\"text\">{}</p>\n", spans(words)),
            Block::List { ordered, items } => list(*ordered, items),
            Block::Button { words, link } => self.button(words, link),
            Block::Facts(facts) => facts_html(facts),
            Block::Quote(lines) => quote(lines),
            Block::Card(card) => self.card(card),
            Block::Lines(lines) => {
                let rows: String = lines.iter().map(|line| self.line(line)).collect();
                format!("{TABLE} width=\"100%\" class=\"lines\">\n{rows}</table>\n")
            }
            Block::Days(days) => {
                let rows: String = days.iter().map(|day| self.day(day)).collect();
                format!("{TABLE} width=\"100%\" class=\"lines\">\n{rows}</table>\n")
            }
            Block::Rule => format!("{TABLE} width=\"100%\"><tr><td class=\"rule\">&nbsp;</td></tr></table>\n"),
        }
    }

    /// The one thing to press, and its address for those whose program shows no buttons: nobody loses an
    /// account over that, and a mail to many has other links.
    fn button(&self, label: &str, link: &str) -> String {
        let href = escape(link);
        let button = format!(
            "{TABLE} class=\"button-table\"><tr><td class=\"button\"><a class=\"button-link\" href=\"{href}\">{}</a></td></tr></table>\n",
            escape(label)
        );
        if self.is_bulk {
            return button;
        }
        let copy = escape(words(self.language).copy_link);
        format!("{button}<p class=\"small\">{copy}<br><a class=\"link address\" href=\"{href}\">{href}</a></p>\n")
    }

    /// An entry as in the gazette: a coloured bar, the importance in word and dots, where it stands, title, text.
    fn card(&self, card: &Card) -> String {
        let Card { importance, title, source, summary, deadline, reason, link } = card;
        let (href, level) = (escape(link), importance.level());
        let source = if source.is_empty() { String::new() } else { format!("<br>{}", escape(source)) };
        let deadline = deadline.as_ref().map(|text| format!("<p class=\"due\">{}</p>\n", escape(text)));
        let reason = reason.as_ref().map(|text| format!("<p class=\"reason\">{}</p>\n", escape(text)));
        format!(
            "{TABLE} width=\"100%\" class=\"card-table\"><tr><td class=\"card bar-{level}\">\n\
             <p class=\"meta\">{}{source}</p>\n\
             <h2 class=\"card-title\"><a class=\"quiet\" href=\"{href}\">{}</a></h2>\n\
             <p class=\"card-text\">{}</p>\n{}{}\
             <p class=\"action\"><a class=\"link\" href=\"{href}\">{}</a></p>\n\
             </td></tr><tr><td class=\"gap\">&nbsp;</td></tr></table>\n",
            self.badge(*importance),
            escape(title),
            escape(summary),
            deadline.unwrap_or_default(),
            reason.unwrap_or_default(),
            escape(words(self.language).read_article),
        )
    }

    fn line(&self, line: &ArticleLine) -> String {
        let ArticleLine { importance, title, reason, link } = line;
        let reason = reason.as_ref().map(|text| format!(" · {}", escape(text))).unwrap_or_default();
        format!(
            "<tr><td class=\"row\"><a class=\"row-title quiet\" href=\"{}\">{}</a><br>\
             <span class=\"row-about\"><span class=\"dots dots-{}\">{}</span> {}{reason}</span></td></tr>\n",
            escape(link),
            escape(title),
            importance.level(),
            dots(*importance),
            importance.label(self.language),
        )
    }

    fn day(&self, day: &Day) -> String {
        let (number, month) = (day.date.day(), date::month(day.date, self.language));
        let weekday = date::weekday(day.date, self.language);
        let duties: String = day.duties.iter().map(duty).collect();
        format!(
            "<tr><td class=\"day\" width=\"92\" valign=\"top\"><span class=\"day-number\">{number}</span><br>{month}<br>{weekday}</td>\n\
             <td class=\"row\" valign=\"top\">{duties}</td></tr>\n"
        )
    }

    fn badge(&self, importance: Importance) -> String {
        let (level, dots, label) = (importance.level(), dots(importance), importance.label(self.language));
        format!(
            "<span class=\"badge badge-{level}\">&nbsp;<span class=\"dots\">{dots}</span>&nbsp; {label}&nbsp;</span>"
        )
    }
}

fn duty(duty: &Duty) -> String {
    let Duty { what, who, title, reason, link } = duty;
    let who = who.as_ref().map(|who| format!("<br><span class=\"row-about\">{}</span>", escape(who)));
    let reason = reason.as_ref().map(|text| format!("<br><span class=\"row-about\">{}</span>", escape(text)));
    format!(
        "<p class=\"duty\"><span class=\"row-title\">{}</span>{}<br><a class=\"link\" href=\"{}\">{}</a>{}</p>\n",
        escape(what),
        who.unwrap_or_default(),
        escape(link),
        escape(title),
        reason.unwrap_or_default(),
    )
}

fn list(ordered: bool, items: &[Vec<Span>]) -> String {
    let items: String = items.iter().map(|item| format!("<li class=\"item\">{}</li>\n", spans(item))).collect();
    if ordered {
        format!("<ol class=\"list\">\n{items}</ol>\n")
    } else {
        format!("<ul class=\"list\">\n{items}</ul>\n")
    }
}

fn spans(spans: &[Span]) -> String {
    spans.iter().map(span).collect()
}

fn span(span: &Span) -> String {
    match span {
        Span::Plain(text) => escape(text),
        Span::Strong(text) => format!("<strong class=\"strong\">{}</strong>", escape(text)),
        Span::Emphasis(text) => format!("<em>{}</em>", escape(text)),
        Span::Code(text) => format!("<code class=\"code\">{}</code>", escape(text)),
        Span::Link { words, link } => format!("<a class=\"link\" href=\"{}\">{}</a>", escape(link), escape(words)),
    }
}

fn facts_html(facts: &[(String, String)]) -> String {
    let row = |(name, value): &(String, String)| {
        let (name, value) = (escape(name), escape(value));
        format!("<tr><td class=\"fact-name\" valign=\"top\">{name}</td><td class=\"fact\">{value}</td></tr>\n")
    };
    let rows: String = facts.iter().map(row).collect();
    format!("{TABLE} class=\"facts\">\n{rows}</table>\n")
}

fn quote(lines: &[String]) -> String {
    let lines: Vec<_> = lines.iter().map(|line| escape(line)).collect();
    let lines = lines.join("<br>");
    format!("{TABLE} width=\"100%\" class=\"quote-table\"><tr><td class=\"quote\">{lines}</td></tr></table>\n")
}

/// Text as it may stand between tags and in attributes in double quotes.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            c => escaped.push(c),
        }
    }
    escaped
}
