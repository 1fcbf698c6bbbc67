//! The texts of mails: one file per message and language, written for translators.
//!
//! A file begins with `subject:` and `preview:`. Its blocks (what stands between blank lines) are a
//! title (`# `), headings (`## `), paragraphs, lists (`* ` or `1. `), a button (`[words]({{link}})` alone),
//! facts (`- name: value` lines), a quotation (`> `) and a rule (`***`); below `---` stands why one gets the
//! mail. `**words**` are strong, `` `words` `` are typed, `[words]({{link}})` between words is a link. A block,
//! item or fact that names a `{{placeholder}}` without a value is left out; one that begins with
//! `{{!placeholder}}` is kept only then, one that begins with `{{?placeholder}}` only when there is a value.
//! A block that is the name of a slot alone stands for the slot's blocks. Values are filled in last, so
//! nothing in them is markup.

use super::document::{Block, MailDocument, Span};

/// The placeholders' values; an empty one is left out.
pub struct Values<'a>(pub Vec<(&'static str, &'a str)>);

/// The blocks that slots stand for; one without any is left out.
pub type Slots = Vec<(&'static str, Vec<Block>)>;

impl MailDocument {
    /// Reads the template and fills it; `None` when it breaks the form above.
    pub fn new(template: &str, values: &Values, slots: Slots) -> Option<Self> {
        let (head, rest) = template.split_once("\n\n")?;
        let (body, reason) = rest.split_once("\n\n---\n\n")?;
        let line = |name: &str| head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
        let mut slots = slots;
        let blocks = body.split("\n\n").flat_map(|block| read_blocks(block.trim(), values, &mut slots)).collect();
        Some(Self {
            subject: one_line(&values.fill(line("subject")?)?),
            preview: one_line(&values.fill(line("preview")?)?),
            blocks,
            reason: one_line(&values.fill(reason.trim())?),
            is_bulk: false,
        })
    }
}

impl Values<'_> {
    fn get(&self, name: &str) -> &str {
        self.0.iter().find(|(known, _)| *known == name).map_or("", |(_, value)| value)
    }

    /// The text with its placeholders filled; `None` when one has no value.
    fn fill(&self, text: &str) -> Option<String> {
        let mut filled = String::with_capacity(text.len());
        let mut rest = text;
        while let Some((before, after)) = rest.split_once("{{") {
            let (name, after) = after.split_once("}}")?;
            let value = self.get(name);
            if value.is_empty() {
                return None;
            }
            filled.push_str(before);
            filled.push_str(value);
            rest = after;
        }
        filled.push_str(rest);
        Some(filled)
    }
}

fn read_blocks(block: &str, values: &Values, slots: &mut Slots) -> Vec<Block> {
    let name = block.strip_prefix("{{").and_then(|rest| rest.strip_suffix("}}"));
    match slots.iter_mut().find(|(slot, _)| Some(*slot) == name) {
        Some((_, blocks)) => std::mem::take(blocks),
        None => read_block(block, values).into_iter().collect(),
    }
}

fn read_block(block: &str, values: &Values) -> Option<Block> {
    let block = wanted(block, values)?;
    if let Some(title) = block.strip_prefix("# ") {
        return Some(Block::Title(values.fill(title)?));
    }
    if let Some(heading) = block.strip_prefix("## ") {
        return Some(Block::Heading(values.fill(heading)?));
    }
    if block == "***" {
        return Some(Block::Rule);
    }
    if let Some(quoted) = block.strip_prefix("> ") {
        return Some(Block::Quote(values.fill(quoted)?.lines().map(ToOwned::to_owned).collect()));
    }
    if block.starts_with("- ") {
        let facts: Vec<_> = block.lines().filter_map(|line| fact(line, values)).collect();
        return Some(Block::Facts(facts)).filter(|_| block.contains(": "));
    }
    if block.starts_with("* ") || block.starts_with("1. ") {
        let items = block.lines().filter_map(|line| spans(line.split_once(' ')?.1, values)).collect();
        return Some(Block::List { ordered: block.starts_with('1'), items });
    }
    if let Some((words, link)) = button(block) {
        return Some(Block::Button { words: values.fill(words)?, link: values.fill(link)? });
    }
    spans(&one_line(block), values).map(Block::Paragraph)
}

/// The block without its condition; `None` when that does not hold.
fn wanted<'a>(block: &'a str, values: &Values) -> Option<&'a str> {
    for (mark, has_value) in [("{{!", false), ("{{?", true)] {
        if let Some(rest) = block.strip_prefix(mark) {
            let (name, text) = rest.split_once("}}")?;
            return Some(text).filter(|_| values.get(name).is_empty() != has_value);
        }
    }
    Some(block)
}

/// Words and address of a block that is one link.
fn button(block: &str) -> Option<(&str, &str)> {
    let (words, link) = block.strip_prefix('[')?.strip_suffix(')')?.split_once("](")?;
    Some((words, link)).filter(|(words, link)| !words.contains(']') && !link.contains(')'))
}

fn fact(line: &str, values: &Values) -> Option<(String, String)> {
    let (name, value) = line.strip_prefix("- ")?.split_once(": ")?;
    Some((name.to_owned(), values.fill(value)?))
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Cuts the template's own marks first, then fills each part.
fn spans(text: &str, values: &Values) -> Option<Vec<Span>> {
    let mut spans = Vec::new();
    for (strong, part) in text.split("**").enumerate() {
        for (code, part) in part.split('`').enumerate() {
            match (strong % 2, code % 2) {
                _ if part.is_empty() => {}
                (1, _) => spans.push(Span::Strong(values.fill(part)?)),
                (_, 1) => spans.push(Span::Code(values.fill(part)?)),
                _ => plain_spans(part, values, &mut spans)?,
            }
        }
    }
    Some(spans)
}

/// What has no marks but links.
fn plain_spans(text: &str, values: &Values, spans: &mut Vec<Span>) -> Option<()> {
    let mut rest = text;
    while let Some((before, words, link, after)) = link_in(rest) {
        if !before.is_empty() {
            spans.push(Span::Plain(values.fill(before)?));
        }
        spans.push(Span::Link { words: values.fill(words)?, link: values.fill(link)? });
        rest = after;
    }
    if !rest.is_empty() {
        spans.push(Span::Plain(values.fill(rest)?));
    }
    Some(())
}

/// What stands before the first link, its words, its address, and the rest.
fn link_in(text: &str) -> Option<(&str, &str, &str, &str)> {
    let (before, rest) = text.split_once('[')?;
    let (words, rest) = rest.split_once("](")?;
    let (link, after) = rest.split_once(')')?;
    Some((before, words, link, after))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEMPLATE: &str = "subject: S\npreview: P\n\n# T\n\nHello {{name}},\n\n{{!name}}Hello,\n\n\
                            - When: {{time}}\n- From: {{device}}\n\n[Go]({{link}})\n\n> {{text}}\n\nA **b** `c`.\n\n\
                            {{?name}}## More\n\n{{entries}}\n\n* one\n* two {{name}}\n\n***\n\nSee [there]({{link}}).\n\n\
                            ---\n\nBecause.\n";

    fn blocks(values: &[(&'static str, &str)]) -> Vec<Block> {
        let slots = vec![("entries", vec![Block::Rule, Block::Rule])];
        MailDocument::new(TEMPLATE, &Values(values.to_vec()), slots).expect("a sound template").blocks
    }

    #[test]
    fn what_has_no_value_is_left_out() {
        let plain = |text: &str| Block::Paragraph(vec![Span::Plain(text.into())]);
        let empty = blocks(&[]);
        assert_eq!(empty[..2], [Block::Title("T".into()), plain("Hello,")]);
        assert_eq!(empty[4..6], [Block::Rule, Block::Rule], "the slot");
        assert_eq!(empty[6], Block::List { ordered: false, items: vec![vec![Span::Plain("one".into())]] });
        assert_eq!(empty[7..], [Block::Rule], "{empty:?}");
        let full = blocks(&[("name", "Ana"), ("time", "now"), ("link", "https://x.ro"), ("text", "a\nb")]);
        assert_eq!(full[1], plain("Hello Ana,"));
        assert_eq!(full[2], Block::Facts(vec![("When".into(), "now".into())]));
        assert_eq!(full[3], Block::Button { words: "Go".into(), link: "https://x.ro".into() });
        assert_eq!(full[4], Block::Quote(vec!["a".into(), "b".into()]));
        assert_eq!(full[6], Block::Heading("More".into()));
        assert!(matches!(&full[9], Block::List { items, .. } if items.len() == 2));
        let link = Span::Link { words: "there".into(), link: "https://x.ro".into() };
        assert_eq!(full[11], Block::Paragraph(vec![Span::Plain("See ".into()), link, Span::Plain(".".into())]));
        assert_eq!(full.len(), 12);
    }

    #[test]
    fn a_value_in_a_header_stays_on_its_line() {
        let template = "subject: About {{name}}\npreview: P\n\n# T\n\n---\n\nBecause.\n";
        let document = |values: Vec<_>| MailDocument::new(template, &Values(values), Slots::new());
        let subject = document(vec![("name", "a\r\nBcc: b@x.ro")]).map(|document| document.subject);
        assert_eq!(subject.as_deref(), Some("About a Bcc: b@x.ro"));
        assert_eq!(document(vec![]), None, "a subject is never a half");
    }

    #[test]
    fn values_are_never_markup() {
        let hostile = "**x** `y` [z](https://evil.example) {{link}}";
        let blocks = blocks(&[("name", hostile), ("link", "https://x.ro")]);
        assert_eq!(blocks[1], Block::Paragraph(vec![Span::Plain(format!("Hello {hostile},"))]));
    }
}
