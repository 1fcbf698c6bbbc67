//! Writing XML. A crate for Atom would bring a second library for dates.

use std::borrow::Cow;

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};

pub(super) type Xml = Writer<Vec<u8>>;
pub(super) type XmlResult = std::io::Result<()>;

/// Writes a document with the root element `name`.
pub(super) fn document(
    name: &str,
    attributes: &[(&str, &str)],
    content: impl FnOnce(&mut Xml) -> XmlResult,
) -> std::io::Result<Vec<u8>> {
    let mut xml = Writer::new(Vec::new());
    xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("utf-8"), None)))?;
    xml.create_element(name).with_attributes(attributes.iter().copied()).write_inner_content(content)?;
    Ok(xml.into_inner())
}

/// Writes an element that holds a text only.
pub(super) fn text(xml: &mut Xml, name: &str, text: &str) -> XmlResult {
    xml.create_element(name).write_text_content(BytesText::new(&clean(text)))?;
    Ok(())
}

/// Removes the characters that XML 1.0 does not allow even when escaped (section 2.2, `Char`).
pub(super) fn clean(text: &str) -> Cow<'_, str> {
    let allowed = |c: char| matches!(c, '\t' | '\n' | '\r') || (c >= ' ' && !matches!(c, '\u{fffe}' | '\u{ffff}'));
    if text.chars().all(allowed) {
        text.into()
    } else {
        text.chars().filter(|c| allowed(*c)).collect::<String>().into()
    }
}
