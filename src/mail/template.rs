//! The texts of mails: one file per message and language, written for translators.
//!
//! A file begins with `subject:` and `preview:`. Its blocks (what stands between blank lines) are a
//! title (`# `), paragraphs, a button (`[words]({{link}})` alone), facts (`- name: value` lines) and a
//! quotation (`> `); below `---` stands why one gets the mail. `**words**` are strong, `` `words` `` are
//! typed. A block or fact that names a `{{placeholder}}` without a value is left out; one that begins
//! with `{{!placeholder}}` is kept only then. Values are filled in last, so nothing in them is markup.

/// The placeholders' values; an empty one is left out.
pub struct Values<'a>(pub Vec<(&'static str, &'a str)>);

/// A message without its looks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Letter {
    pub subject: String,
    /// What lists of mails show beside the subject.
    pub preview: String,
    pub blocks: Vec<Block>,
    /// Why the reader gets it.
    pub reason: String,
}

/// A part of a letter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Block {
    Title(String),
    Paragraph(Vec<Span>),
    Button {
        words: String,
        link: String,
    },
    Facts(Vec<(String, String)>),
    /// Lines that somebody else wrote.
    Quote(Vec<String>),
}

/// A part of a paragraph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Span {
    Plain(String),
    Strong(String),
    Code(String),
}

impl Letter {
    /// Reads the template and fills it; `None` when it breaks the form above.
    pub fn new(template: &str, values: &Values) -> Option<Self> {
        let (head, rest) = template.split_once("\n\n")?;
        let (body, reason) = rest.split_once("\n\n---\n\n")?;
        let line = |name: &str| head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
        Some(Self {
            subject: line("subject")?.to_owned(),
            preview: line("preview")?.to_owned(),
            blocks: body.split("\n\n").filter_map(|block| read_block(block.trim(), values)).collect(),
            reason: values.fill(reason.trim())?,
        })
    }

    /// Where its button leads.
    pub fn link(&self) -> Option<&str> {
        self.blocks.iter().find_map(|block| match block {
            Block::Button { link, .. } => Some(link.as_str()),
            _ => None,
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

fn read_block(block: &str, values: &Values) -> Option<Block> {
    let block = match block.strip_prefix("{{!") {
        Some(rest) => {
            let (name, text) = rest.split_once("}}")?;
            if !values.get(name).is_empty() {
                return None;
            }
            text
        }
        None => block,
    };
    if let Some(title) = block.strip_prefix("# ") {
        return Some(Block::Title(values.fill(title)?));
    }
    if let Some(quoted) = block.strip_prefix("> ") {
        return Some(Block::Quote(values.fill(quoted)?.lines().map(ToOwned::to_owned).collect()));
    }
    if block.starts_with("- ") {
        let facts: Vec<_> = block.lines().filter_map(|line| fact(line, values)).collect();
        return Some(Block::Facts(facts)).filter(|_| block.contains(": "));
    }
    if let Some((words, link)) = block.strip_prefix('[').and_then(|rest| rest.strip_suffix(')')?.split_once("](")) {
        return Some(Block::Button { words: words.to_owned(), link: values.fill(link)? });
    }
    spans(&one_line(block), values).map(Block::Paragraph)
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
            if part.is_empty() {
                continue;
            }
            let filled = values.fill(part)?;
            spans.push(match (strong % 2, code % 2) {
                (1, _) => Span::Strong(filled),
                (_, 1) => Span::Code(filled),
                _ => Span::Plain(filled),
            });
        }
    }
    Some(spans)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEMPLATE: &str = "subject: S\npreview: P\n\n# T\n\nHello {{name}},\n\n{{!name}}Hello,\n\n\
                            - When: {{time}}\n- From: {{device}}\n\n[Go]({{link}})\n\n> {{text}}\n\nA **b** `c`.\n\n\
                            ---\n\nBecause.\n";

    fn blocks(values: &[(&'static str, &str)]) -> Vec<Block> {
        Letter::new(TEMPLATE, &Values(values.to_vec())).expect("a sound template").blocks
    }

    #[test]
    fn what_has_no_value_is_left_out() {
        let plain = |text: &str| Block::Paragraph(vec![Span::Plain(text.into())]);
        let empty = blocks(&[]);
        assert_eq!(empty[..2], [Block::Title("T".into()), plain("Hello,")]);
        assert_eq!(empty.len(), 4, "{empty:?}");
        let full = blocks(&[("name", "Ana"), ("time", "now"), ("link", "https://x.ro"), ("text", "a\nb")]);
        assert_eq!(full[1], plain("Hello Ana,"));
        assert_eq!(full[2], Block::Facts(vec![("When".into(), "now".into())]));
        assert_eq!(full[3], Block::Button { words: "Go".into(), link: "https://x.ro".into() });
        assert_eq!(full[4], Block::Quote(vec!["a".into(), "b".into()]));
        assert_eq!(full.len(), 6);
    }

    #[test]
    fn values_are_never_markup() {
        let hostile = "**x** `y` [z](https://evil.example) {{link}}";
        let blocks = blocks(&[("name", hostile), ("link", "https://x.ro")]);
        assert_eq!(blocks[1], Block::Paragraph(vec![Span::Plain(format!("Hello {hostile},"))]));
    }
}
