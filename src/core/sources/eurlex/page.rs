//! Title and text of an act from its page of the Official Journal (XHTML).

use jiff::civil::Date;
use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::{BytesRef, BytesStart, Event};
use quick_xml::reader::Reader;

use crate::domain::act::Act;
use paragraf_law::{MentionValue, normalise};

/// Elements that end a paragraph.
const BLOCKS: [&[u8]; 14] =
    [b"p", b"div", b"table", b"tr", b"li", b"ul", b"ol", b"h1", b"h2", b"h3", b"h4", b"section", b"hr", b"br"];
/// Elements whose text is not part of the act.
const HIDDEN: [&[u8]; 3] = [b"head", b"script", b"style"];
/// The class of a title's lines, with the prefix of newer pages.
const TITLE: [&str; 2] = ["doc-ti", "oj-doc-ti"];
/// Deepest nesting of elements.
const MAX_DEPTH: usize = 200;

/// The title and the text of an act, as a page has them.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct EuropeanAct {
    /// In one line.
    pub(super) title: String,
    /// One paragraph on each line.
    pub(super) text: String,
}

/// Reads a page.
///
/// # Errors
/// The problem of a page that is no act, as the end of a sentence about the page.
pub(super) fn read(bytes: &[u8]) -> Result<EuropeanAct, String> {
    let text = std::str::from_utf8(bytes).map_err(|_| "is not UTF-8".to_owned())?;
    let mut reader = Reader::from_str(text.trim_start_matches('\u{feff}'));
    let mut collector = PageCollector::default();
    loop {
        match reader.read_event().map_err(|error| format!("is not valid XHTML: {error}"))? {
            Event::Start(tag) => collector.open(&tag)?,
            Event::Empty(tag) if is_block(tag.local_name().as_ref()) => {
                collector.end_paragraph();
            }
            Event::End(_) => collector.close(),
            Event::Text(text) => collector.text(&text.decode().map_err(|_| "is not UTF-8".to_owned())?),
            Event::GeneralRef(reference) => collector.text(&letter(&reference)),
            Event::Eof => break,
            _ => {}
        }
    }
    collector.finish()
}

/// The act that a title names.
pub(super) fn act_of(title: &str) -> Option<Act> {
    paragraf_law::read_text(title).into_iter().find_map(|mention| match mention.value {
        MentionValue::Citation(act) => act.to_act(),
        _ => None,
    })
}

/// The day after the number in a title.
pub(super) fn day_of(title: &str) -> Option<Date> {
    paragraf_law::read_text(title).into_iter().find_map(|mention| match mention.value {
        MentionValue::Date { date } => Some(date),
        MentionValue::Citation(act) => act.date,
        _ => None,
    })
}

fn is_block(name: &[u8]) -> bool {
    BLOCKS.contains(&name)
}

/// The character of `&#233;`, `&amp;` or `&nbsp;`. Other names become a space, since they stand for white space there.
fn letter(reference: &BytesRef<'_>) -> String {
    if let Ok(Some(letter)) = reference.resolve_char_ref() {
        return letter.to_string();
    }
    let name = reference.decode().unwrap_or_default();
    resolve_predefined_entity(&name).unwrap_or(" ").to_owned()
}

/// An open element.
#[derive(Clone, Copy)]
struct Element {
    is_block: bool,
    is_hidden: bool,
    is_title: bool,
}

#[derive(Default)]
struct PageCollector {
    open: Vec<Element>,
    paragraph: String,
    is_title: bool,
    paragraphs: Vec<String>,
    title: Vec<String>,
}

impl PageCollector {
    fn open(&mut self, tag: &BytesStart<'_>) -> Result<(), String> {
        if self.open.len() == MAX_DEPTH {
            return Err("nests its elements too deeply".into());
        }
        let is_block = is_block(tag.local_name().as_ref());
        if is_block {
            self.end_paragraph();
        }
        let class = tag.try_get_attribute("class").ok().flatten();
        let class = class.map(|class| String::from_utf8_lossy(&class.value).into_owned()).unwrap_or_default();
        let outer = self.open.last().copied();
        let element = Element {
            is_block,
            is_hidden: outer.is_some_and(|outer| outer.is_hidden) || HIDDEN.contains(&tag.local_name().as_ref()),
            is_title: outer.is_some_and(|outer| outer.is_title) || class.split(' ').any(|name| TITLE.contains(&name)),
        };
        self.is_title = element.is_title;
        self.open.push(element);
        Ok(())
    }

    fn close(&mut self) {
        if self.open.pop().is_some_and(|element| element.is_block) {
            self.end_paragraph();
        }
        self.is_title = self.open.last().is_some_and(|element| element.is_title);
    }

    fn text(&mut self, text: &str) {
        if !self.open.last().is_some_and(|element| element.is_hidden) {
            self.paragraph.push_str(text);
        }
    }

    fn end_paragraph(&mut self) {
        let paragraph = normalise::clean(&std::mem::take(&mut self.paragraph));
        let paragraph = paragraph.trim();
        if paragraph.is_empty() {
            return;
        }
        if self.is_title {
            self.title.push(paragraph.to_owned());
        }
        self.paragraphs.push(paragraph.to_owned());
    }

    fn finish(mut self) -> Result<EuropeanAct, String> {
        self.end_paragraph();
        // A page with two acts has a title for each; the first one is that of the page.
        let title = self.title.join(" ");
        if title.is_empty() {
            return Err("has no title of an act".into());
        }
        Ok(EuropeanAct { title, text: self.paragraphs.join("\n") })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn title_and_paragraphs_are_read() {
        let page = "<?xml version=\"1.0\"?><!DOCTYPE html><html><head><title>L_2016119RO</title></head><body>\
            <div class=\"eli-main-title\"><p class=\"oj-doc-ti\">REGULAMENTUL (UE) 2016/679 AL PARLAMENTULUI EUROPEAN</p>\
            <p class=\"oj-doc-ti\">din 27 aprilie&#160;2016</p></div><hr/><p>Articolul&nbsp;1</p>\
            <table><tr><td><p>(1)</p></td><td><p>Prezentul <i>regulament</i> &amp; altele.</p></td></tr></table></body></html>";
        let read = read(page.as_bytes()).expect("a page");
        assert_eq!(read.title, "REGULAMENTUL (UE) 2016/679 AL PARLAMENTULUI EUROPEAN din 27 aprilie 2016");
        assert!(read.text.ends_with("Articolul 1\n(1)\nPrezentul regulament & altele."), "{}", read.text);
        assert_eq!(act_of(&read.title).expect("an act").number.as_deref(), Some("679"));
        assert_eq!(day_of(&read.title), Some(jiff::civil::date(2016, 4, 27)));
    }

    #[test]
    fn other_pages_are_refused() {
        assert!(read(b"<html><p>Mentenan\xc8\x9b\xc4\x83</p></html>").expect_err("no act").contains("no title"));
        assert!(read(b"<html><p></html>").expect_err("broken").contains("not valid"));
        assert!(read("<div>".repeat(300).as_bytes()).expect_err("deep").contains("deeply"));
    }
}
