//! The units of a page: html5ever's tokens as blocks of text, by the classes of the portal's spans.
//!
//! Every unit of an act is a span with a class such as `S_ART`, its title in one with `S_ART_TTL` and its text in one
//! with `S_ART_BDY`. A page of a code has several megabytes, so no tree of it is made.

use std::cell::RefCell;

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts};
use html5ever::{Attribute, LocalName};
use jiff::civil::Date;

/// Deepest nesting of elements that is tracked; pages of the portal have much less.
const DEEPEST: usize = 256;
/// Elements whose content is no text.
const RAW: [(&str, RawKind); 4] = [
    ("script", RawKind::ScriptData),
    ("style", RawKind::Rawtext),
    ("noscript", RawKind::Rawtext),
    ("textarea", RawKind::Rcdata),
];
/// Elements without an end tag.
const VOID: [&str; 7] = ["br", "hr", "img", "input", "link", "meta", "wbr"];
/// Elements before and after which a paragraph ends.
const PARAGRAPHS: [&str; 9] = ["br", "div", "hr", "li", "ol", "p", "table", "tr", "ul"];

/// What a block of text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BlockKind {
    Text,
    /// The heading of the act.
    Title,
    Issuer,
    /// The line about the gazette.
    Published,
    /// The number of a chapter or another group, with the level of its heading.
    GroupTitle(usize),
    GroupName,
    ArticleTitle,
    ArticleName,
    AnnexTitle,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FormBlock {
    pub(super) kind: BlockKind,
    pub(super) text: String,
}

/// Another form that a page links to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormLink {
    pub date: Date,
    pub portal_id: u64,
}

/// What a page contains.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct PageTokens {
    pub(super) blocks: Vec<FormBlock>,
    /// The other forms, in the order of the page.
    pub(super) history: Vec<FormLink>,
    /// The day of the form that the page shows.
    pub(super) selected: Option<Date>,
}

/// Reads a page. Damaged markup is read as text.
pub(super) fn read(html: &str) -> PageTokens {
    let tokenizer = Tokenizer::new(Sink(RefCell::default()), TokenizerOpts::default());
    let input = BufferQueue::default();
    input.push_back(StrTendril::from_slice(html));
    // The tokenizer stops for scripts only, and the sink asks for none.
    drop(tokenizer.feed(&input));
    tokenizer.end();
    let mut reader = tokenizer.sink.0.into_inner();
    reader.end_block();
    reader.tokens
}

struct Sink(RefCell<FormPageReader>);

impl TokenSink for Sink {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        let mut reader = self.0.borrow_mut();
        match token {
            Token::TagToken(tag) if tag.kind == TagKind::StartTag => {
                if let Some((_, kind)) = RAW.into_iter().find(|(name, _)| *tag.name == **name) {
                    reader.open(tag);
                    return TokenSinkResult::RawData(kind);
                }
                reader.open(tag);
            }
            Token::TagToken(tag) => reader.close(&tag.name),
            Token::CharacterTokens(text) => reader.text(&text),
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

/// How the text in an element is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ElementRole {
    /// A part of the block around it, such as a link.
    Inline,
    /// The same with a space after it, such as the mark `(1)` of a paragraph.
    Mark,
    /// A block of its own.
    Block(BlockKind),
    /// No part of the law: notes of the portal and marks of its pages.
    Dropped,
    /// The list of the other forms.
    History,
    /// The day of the form shown.
    Selected,
}

struct OpenElement {
    name: LocalName,
    role: ElementRole,
}

#[derive(Default)]
struct FormPageReader {
    tokens: PageTokens,
    open: Vec<OpenElement>,
    /// The text of the present block.
    text: String,
}

impl FormPageReader {
    fn open(&mut self, tag: Tag) {
        let name: &str = &tag.name;
        if name == "td" || name == "th" {
            self.text.push_str(" | ");
        }
        if PARAGRAPHS.contains(&name) {
            self.end_paragraph();
        }
        if name == "a" && self.is_within(ElementRole::History) {
            self.link(&tag.attrs);
        }
        let role = role(name, &tag.attrs);
        if role == ElementRole::Selected {
            self.tokens.selected = self.tokens.selected.or(attribute(&tag.attrs, "title").and_then(day));
        }
        if matches!(role, ElementRole::Block(_)) {
            self.end_block();
        }
        if !VOID.contains(&name) && !tag.self_closing && self.open.len() < DEEPEST {
            self.open.push(OpenElement { name: tag.name, role });
        }
    }

    /// Closes the innermost open element with this name, and those left open in it.
    fn close(&mut self, name: &LocalName) {
        if **name == *"tr" {
            self.text.push_str(" |");
        }
        if PARAGRAPHS.contains(&&**name) {
            self.end_paragraph();
        }
        let Some(at) = self.open.iter().rposition(|open| open.name == *name) else { return };
        if self.open[at..].iter().any(|open| matches!(open.role, ElementRole::Block(_))) {
            self.end_block();
        }
        if self.open[at].role == ElementRole::Mark {
            self.text.push(' ');
        }
        self.open.truncate(at);
    }

    fn text(&mut self, text: &str) {
        if self.is_within(ElementRole::Selected) {
            self.tokens.selected = self.tokens.selected.or(day(text));
        }
        let is_law = !self
            .open
            .iter()
            .any(|open| matches!(open.role, ElementRole::Dropped | ElementRole::History | ElementRole::Selected));
        if is_law && self.kind().is_some() {
            self.text.push_str(text);
        }
    }

    fn link(&mut self, attributes: &[Attribute]) {
        let date = attribute(attributes, "title").and_then(day);
        let id = attribute(attributes, "href").and_then(|href| href.rsplit('/').next()?.parse().ok());
        if let (Some(date), Some(portal_id)) = (date, id) {
            self.tokens.history.push(FormLink { date, portal_id });
        }
    }

    /// The kind of the present block; none outside of the act.
    fn kind(&self) -> Option<BlockKind> {
        self.open.iter().rev().find_map(|open| if let ElementRole::Block(kind) = open.role { Some(kind) } else { None })
    }

    fn is_within(&self, role: ElementRole) -> bool {
        self.open.iter().any(|open| open.role == role)
    }

    /// Ends a paragraph of text; headings stay in one piece.
    fn end_paragraph(&mut self) {
        if self.kind() == Some(BlockKind::Text) { self.end_block() } else { self.text.push(' ') }
    }

    fn end_block(&mut self) {
        let text = std::mem::take(&mut self.text).split_whitespace().collect::<Vec<_>>().join(" ");
        if let Some(kind) = self.kind()
            && text.contains(|c: char| c.is_alphanumeric())
        {
            self.tokens.blocks.push(FormBlock { kind, text });
        }
    }
}

/// What an element is, by its classes and its id.
fn role(name: &str, attributes: &[Attribute]) -> ElementRole {
    match attribute(attributes, "id") {
        Some("istoric_fa") => return ElementRole::History,
        Some("fa_selectata") => return ElementRole::Selected,
        _ => {}
    }
    if RAW.iter().any(|(raw, _)| *raw == name) {
        return ElementRole::Dropped;
    }
    let classes = attribute(attributes, "class").unwrap_or_default().split_ascii_whitespace();
    let roles = classes.map(role_of_class);
    // The title of a collapsed unit has two classes: it is a mark of the page and no part of the law.
    roles.fold(ElementRole::Inline, |found, role| {
        if found == ElementRole::Dropped || role == ElementRole::Inline { found } else { role }
    })
}

fn role_of_class(class: &str) -> ElementRole {
    if class.ends_with("_SHORT") || class.starts_with("S_NTA") || class == "TAG_COLLAPSED" {
        return ElementRole::Dropped;
    }
    let Some(unit) = class.strip_prefix("S_") else { return ElementRole::Inline };
    let (unit, part) = unit.split_once('_').unwrap_or((unit, ""));
    match (unit, part) {
        ("DEN", "") => ElementRole::Block(BlockKind::Title),
        ("EMT" | "PUB", "TTL") => ElementRole::Dropped,
        ("EMT", _) => ElementRole::Block(BlockKind::Issuer),
        ("PUB", _) => ElementRole::Block(BlockKind::Published),
        ("CRT" | "TTL", "TTL") => ElementRole::Block(BlockKind::GroupTitle(2)),
        ("CAP", "TTL") => ElementRole::Block(BlockKind::GroupTitle(3)),
        ("SEC" | "SSEC" | "PRG", "TTL") => ElementRole::Block(BlockKind::GroupTitle(4)),
        ("CRT" | "TTL" | "CAP" | "SEC" | "SSEC" | "PRG", "DEN") => ElementRole::Block(BlockKind::GroupName),
        ("ART", "TTL") => ElementRole::Block(BlockKind::ArticleTitle),
        ("ART", "DEN") => ElementRole::Block(BlockKind::ArticleName),
        ("ANX", "TTL") => ElementRole::Block(BlockKind::AnnexTitle),
        ("ALN" | "LIT" | "PCT" | "LIN" | "PAR", "TTL") => ElementRole::Mark,
        ("ALN" | "LIT" | "PCT" | "LIN" | "PAR", "BDY") | ("LGI", _) => ElementRole::Inline,
        _ => ElementRole::Block(BlockKind::Text),
    }
}

fn attribute<'a>(attributes: &'a [Attribute], name: &str) -> Option<&'a str> {
    attributes.iter().find(|attribute| *attribute.name.local == *name).map(|attribute| &*attribute.value)
}

/// The day in words such as `Consolidarea din 06.12.2024`.
fn day(text: &str) -> Option<Date> {
    text.split(|c: char| !c.is_ascii_digit() && c != '.').find_map(|word| {
        let mut parts = word.trim_matches('.').split('.');
        let (day, month, year) = (parts.next()?, parts.next()?, parts.next()?);
        Date::new(year.parse().ok()?, month.parse().ok()?, day.parse().ok()?).ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blocks(html: &str) -> Vec<(BlockKind, String)> {
        read(html).blocks.into_iter().map(|block| (block.kind, block.text)).collect()
    }

    fn text(text: &str) -> (BlockKind, String) {
        (BlockKind::Text, text.to_owned())
    }

    #[test]
    fn units_become_blocks_without_marks_of_the_page() {
        let html = "<p>menu</p><span class=\"S_ART\"><span class=\"S_ART_TTL TAG_COLLAPSED\">x</span>\
            <span class='S_ART_TTL'>Articolul&nbsp;5</span><span class=\"S_ART_SHORT\">...</span>\
            <span class=\"S_ART_BDY\"><span class=\"S_ALN\"><span class=\"S_ALN_TTL\">(1)</span>\
            <span class=\"S_ALN_BDY\">Legea <a class=\"S_LGI\" href=\"x\">nr. 1/2000</a> &amp; alta:<!-- a -->\
            <span class=\"S_LIT\"><span class=\"S_LIT_TTL\">a)</span><span class=\"S_LIT_BDY\">unu;</span></span>\
            </span></span><span class=\"S_NTA\"><span class=\"S_NTA_PAR\">o notă</span></span></span></span>";
        let title = (BlockKind::ArticleTitle, "Articolul 5".to_owned());
        assert_eq!(blocks(html), [title, text("(1) Legea nr. 1/2000 & alta:"), text("a) unu;")]);
    }

    #[test]
    fn scripts_are_left_out_and_unclosed_elements_are_read() {
        let html = "<span class=\"S_PAR\">a<script>if (1 < 2) document.write('<span class=\"S_PAR\">b')</script>\
            <p>c<br>d</span></div><span class=\"S_PAR\">e";
        assert_eq!(blocks(html), ["a", "c", "d", "e"].map(text));
        let deep = format!("{}text{}", "<span class=\"S_PAR\">".repeat(5_000), "</span>".repeat(5_000));
        assert_eq!(blocks(&deep), [text("text")]);
    }

    #[test]
    fn rows_of_a_table_are_lines() {
        let html = "<span class=\"S_PAR\"><table><tr><td>1.</td><td>Taxa</td></tr><tr><td>2.</td><td>5 lei</td></tr>";
        assert_eq!(blocks(html), [text("| 1. | Taxa |"), text("| 2. | 5 lei |")]);
    }

    #[test]
    fn the_history_names_the_other_forms_and_the_one_shown() {
        let html = "<div id=\"istoric_fa\"><a title=\"Consolidarea din 06.12.2024\" href=\"~/../../../Public/DetaliiDocument/290001\">06.12.2024</a>\
            <a id=\"fa_selectata\" title=\"Consolidarea din 08.10.2024\">08.10.2024</a><a title=\"Forma de bază\" href=\"x\">x</a></div>";
        let tokens = read(html);
        let link = FormLink { date: jiff::civil::date(2024, 12, 6), portal_id: 290_001 };
        assert_eq!((tokens.history, tokens.selected), (vec![link], Some(jiff::civil::date(2024, 10, 8))));
        assert_eq!(tokens.blocks, []);
        assert_eq!(read("<b id=\"fa_selectata\">din 08.10.2024</b>").selected, tokens.selected);
    }
}
