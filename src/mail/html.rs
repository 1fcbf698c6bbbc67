//! A letter as HTML that mail programs understand: tables, styles on every element, one layout.

use super::sender::Sender;
use super::template::{Block, Letter, Span};
use super::words::words;
use crate::domain::Language;

const LAYOUT: &str = include_str!("templates/layout.html");

const SERIF: &str = "font-family:'Source Serif 4','Source Serif Pro',Georgia,'Times New Roman',serif;";
const SANS: &str = "font-family:Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;";

/// The whole document.
pub(super) fn render(letter: &Letter, language: Language, sender: &Sender) -> String {
    let content: String = letter.blocks.iter().map(|block| html_of(block, language)).collect();
    let values = [
        ("lang", language.code().to_owned()),
        ("subject", escape(&letter.subject)),
        ("preview", escape(&letter.preview)),
        ("public_url", escape(&sender.public_url)),
        ("content", content),
        ("reason", escape(&letter.reason)),
        ("footer", footer(language, sender)),
    ];
    fill(LAYOUT, &values)
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

fn footer(language: Language, sender: &Sender) -> String {
    let words = words(language);
    let link = |href: &str, text: &str| {
        format!("<a href=\"{}\" class=\"link\" style=\"color:#1f3f6e;\">{}</a>", escape(href), escape(text))
    };
    let site = sender.public_url.split_once("://").map_or(sender.public_url.as_str(), |(_, host)| host);
    let mut footer = format!("Paragraf · {}<br>{}", link(&sender.public_url, site), escape(words.about));
    if !sender.contact.is_empty() {
        let contact = link(&format!("mailto:{}", sender.contact), &sender.contact);
        footer.push_str(&format!("<br>{} {contact}", words.contact));
    }
    footer
}

fn html_of(block: &Block, language: Language) -> String {
    match block {
        Block::Title(text) => format!(
            "<h1 class=\"title\" style=\"margin:0 0 20px;color:#1b1916;{SERIF}font-size:27px;line-height:1.22;font-weight:600;letter-spacing:-0.01em;\">{}</h1>\n",
            escape(text)
        ),
        Block::Paragraph(spans) => format!(
            "<p class=\"text\" style=\"margin:0 0 16px;color:#1b1916;{SERIF}font-size:17px;line-height:1.55;\">{}</p>\n",
            spans.iter().map(span).collect::<String>()
        ),
        Block::Button { words, link } => button(words, link, language),
        Block::Facts(facts) => facts_html(facts),
        Block::Quote(lines) => quote(lines),
    }
}

fn span(span: &Span) -> String {
    match span {
        Span::Plain(text) => escape(text),
        Span::Strong(text) => {
            format!("<strong style=\"font-weight:600;overflow-wrap:anywhere;\">{}</strong>", escape(text))
        }
        Span::Code(text) => format!(
            "<code style=\"font-family:ui-monospace,Consolas,Menlo,monospace;font-size:15px;\">{}</code>",
            escape(text)
        ),
    }
}

/// The one thing to press, and its address for those whose program shows no buttons.
fn button(label: &str, link: &str, language: Language) -> String {
    let (href, copy) = (escape(link), escape(words(language).copy_link));
    format!(
        "<table role=\"presentation\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\" style=\"margin:24px 0 20px;\"><tr>\
         <td class=\"button\" bgcolor=\"#1f3f6e\" style=\"background:#1f3f6e;border-radius:6px;\">\
         <a href=\"{href}\" style=\"display:inline-block;padding:13px 24px;color:#ffffff;{SANS}font-size:16px;line-height:1.3;font-weight:600;text-decoration:none;\">{}</a>\
         </td></tr></table>\n\
         <p class=\"muted\" style=\"margin:0 0 20px;color:#5a544a;{SANS}font-size:13px;line-height:1.5;\">{copy}<br>\
         <a href=\"{href}\" class=\"link\" style=\"color:#1f3f6e;word-break:break-all;\">{href}</a></p>\n",
        escape(label)
    )
}

fn facts_html(facts: &[(String, String)]) -> String {
    let row = |(name, value): &(String, String)| {
        format!(
            "<tr><td class=\"muted\" valign=\"top\" style=\"padding:3px 16px 3px 0;color:#5a544a;{SANS}font-size:15px;line-height:1.5;white-space:nowrap;\">{}</td>\
             <td class=\"text\" style=\"padding:3px 0;color:#1b1916;{SANS}font-size:15px;line-height:1.5;overflow-wrap:anywhere;\">{}</td></tr>\n",
            escape(name),
            escape(value)
        )
    };
    let rows: String = facts.iter().map(row).collect();
    format!(
        "<table role=\"presentation\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\" style=\"margin:0 0 18px;\">\n{rows}</table>\n"
    )
}

fn quote(lines: &[String]) -> String {
    let lines: Vec<_> = lines.iter().map(|line| escape(line)).collect();
    format!(
        "<table role=\"presentation\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\" style=\"margin:0 0 18px;\"><tr>\
         <td class=\"sunk text\" style=\"padding:14px 18px;background:#f3efe6;border-left:3px solid #8c816d;color:#1b1916;{SERIF}font-size:17px;line-height:1.55;overflow-wrap:anywhere;\">{}</td></tr></table>\n",
        lines.join("<br>")
    )
}

/// Text as it may stand between tags and in attributes in double quotes.
fn escape(text: &str) -> String {
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
