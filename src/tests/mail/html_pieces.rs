//! An HTML document cut into tags and texts.

use std::collections::BTreeMap;

/// One tag with its attributes, or the text between two.
#[derive(Debug)]
pub(super) enum Piece<'a> {
    Open(&'a str, BTreeMap<&'a str, &'a str>),
    Close,
    Text(&'a str),
}

/// Cuts a document as our serializer writes it; comments are left out.
pub(super) fn pieces(html: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        pieces.push(Piece::Text(&rest[..at]));
        rest = &rest[at..];
        if let Some(after) = rest.strip_prefix("<!--") {
            rest = after.split_once("-->").expect("a comment ends").1;
            continue;
        }
        let end = tag_end(rest);
        let tag = &rest[1..end];
        rest = &rest[end + 1..];
        if tag.starts_with('/') {
            pieces.push(Piece::Close);
        } else if !tag.starts_with('!') {
            let (name, attributes) = tag.split_once([' ', '\n']).unwrap_or((tag, ""));
            pieces.push(Piece::Open(name, attributes_of(attributes)));
            if name == "style" || name == "title" {
                rest = &rest[rest.find("</").expect("an end")..];
            } else if ["meta", "br", "hr", "img", "link"].contains(&name) {
                pieces.push(Piece::Close);
            }
        }
    }
    pieces
}

/// Where the tag at the beginning ends; a `>` in quotes is none.
fn tag_end(text: &str) -> usize {
    let mut quoted = false;
    let end = text.char_indices().find(|(_, c)| {
        quoted ^= *c == '"';
        *c == '>' && !quoted
    });
    end.expect("a tag ends").0
}

fn attributes_of(text: &str) -> BTreeMap<&str, &str> {
    let mut found = BTreeMap::new();
    let mut rest = text.trim();
    while let Some((name, after)) = rest.split_once("=\"") {
        let (value, after) = after.split_once('"').expect("a value ends");
        found.insert(name.trim(), value);
        rest = after;
    }
    found
}
