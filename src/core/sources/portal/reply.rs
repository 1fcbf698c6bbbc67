//! Replies of the web service: a token, a page of records, or a fault.

use quick_xml::events::{BytesRef, Event};
use quick_xml::name::ResolveResult;
use quick_xml::reader::NsReader;

use crate::error::{Error, ErrorCode, Kind, Result};

/// Deepest nesting of elements.
const MAX_DEPTH: usize = 32;

/// A record of the service as it was sent.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PortalRecord {
    pub in_force: String,
    pub issuer: String,
    pub link: String,
    pub number: String,
    pub text: String,
    pub kind: String,
    pub title: String,
}

/// A reply of the service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Reply {
    Token(String),
    Records(Vec<PortalRecord>),
    /// The service's own message.
    Fault(String),
}

/// Reads a reply.
///
/// # Errors
/// `fetch_failed` for text that is not XML with declared prefixes, or that is no reply of the service.
pub(super) fn read(bytes: &[u8]) -> Result<Reply> {
    let text = std::str::from_utf8(bytes).map_err(|error| invalid("is not UTF-8").caused_by(error))?;
    let mut reader = NsReader::from_str(text.trim_start_matches('\u{feff}'));
    let mut parser = Parser::default();
    loop {
        let event = reader.read_resolved_event();
        let (namespace, event) = event.map_err(|error| invalid("is not valid XML").caused_by(error))?;
        match event {
            Event::Start(tag) => {
                declared(&namespace)?;
                parser.open(tag.local_name().as_ref())?;
            }
            Event::Empty(tag) => {
                declared(&namespace)?;
                parser.open(tag.local_name().as_ref())?;
                parser.close();
            }
            Event::End(_) => parser.close(),
            Event::Text(text) => {
                parser.text(&text.decode().map_err(|error| invalid("is not UTF-8").caused_by(error))?);
            }
            Event::CData(text) => {
                parser.text(&text.decode().map_err(|error| invalid("is not UTF-8").caused_by(error))?);
            }
            Event::GeneralRef(reference) => parser.text(&resolved(&reference)?),
            Event::DocType(_) => return Err(invalid("has a document type, which no reply of the service has")),
            Event::Eof => break,
            Event::Decl(_) | Event::PI(_) | Event::Comment(_) => {}
        }
    }
    parser.finish()
}

fn declared(namespace: &ResolveResult<'_>) -> Result<()> {
    match namespace {
        ResolveResult::Unknown(prefix) => {
            Err(invalid(&format!("uses the undeclared prefix {:?}", String::from_utf8_lossy(prefix))))
        }
        ResolveResult::Bound(_) | ResolveResult::Unbound => Ok(()),
    }
}

/// The character of `&amp;` or `&#233;`.
fn resolved(reference: &BytesRef<'_>) -> Result<String> {
    let number = reference.resolve_char_ref().map_err(|error| invalid("is not valid XML").caused_by(error))?;
    if let Some(character) = number {
        return Ok(character.to_string());
    }
    let name = reference.decode().map_err(|error| invalid("is not UTF-8").caused_by(error))?;
    let text = quick_xml::escape::resolve_predefined_entity(&name);
    text.map(str::to_owned).ok_or_else(|| invalid(&format!("has the unknown entity &{name};")))
}

/// Collects the texts of the elements that matter.
#[derive(Default)]
struct Parser {
    /// Names of the open elements.
    path: Vec<Vec<u8>>,
    token: Option<String>,
    records: Option<Vec<PortalRecord>>,
    fault: Option<String>,
    fault_text: String,
}

impl Parser {
    fn open(&mut self, name: &[u8]) -> Result<()> {
        if self.path.len() == MAX_DEPTH {
            return Err(invalid("nests its elements too deeply"));
        }
        match name {
            b"GetTokenResult" => self.token = Some(String::new()),
            b"SearchResult" => self.records = Some(Vec::new()),
            b"Legi" => {
                if let Some(records) = &mut self.records {
                    records.push(PortalRecord::default());
                }
            }
            b"Fault" => self.fault = Some(String::new()),
            _ => {}
        }
        self.path.push(name.to_owned());
        Ok(())
    }

    fn close(&mut self) {
        self.path.pop();
    }

    fn text(&mut self, text: &str) {
        let Some(name) = self.path.last() else { return };
        match name.as_slice() {
            b"GetTokenResult" => self.token.get_or_insert_default().push_str(text),
            b"faultstring" => self.fault_text.push_str(text),
            name => {
                let record = self.records.as_mut().and_then(|records| records.last_mut());
                if let Some(field) = record.and_then(|record| record.field(name)) {
                    field.push_str(text);
                }
            }
        }
    }

    fn finish(self) -> Result<Reply> {
        if !self.path.is_empty() {
            return Err(invalid("ends in the middle"));
        }
        match (self.fault, self.token, self.records) {
            (Some(_), ..) => Ok(Reply::Fault(self.fault_text.trim().to_owned())),
            (None, Some(token), _) if !token.trim().is_empty() => Ok(Reply::Token(token.trim().to_owned())),
            (None, None, Some(records)) => Ok(Reply::Records(records)),
            _ => Err(invalid("is no reply of the service")),
        }
    }
}

impl PortalRecord {
    fn field(&mut self, name: &[u8]) -> Option<&mut String> {
        Some(match name {
            b"DataVigoare" => &mut self.in_force,
            b"Emitent" => &mut self.issuer,
            b"LinkHtml" => &mut self.link,
            b"Numar" => &mut self.number,
            b"Text" => &mut self.text,
            b"TipAct" => &mut self.kind,
            b"Titlu" => &mut self.title,
            _ => return None,
        })
    }
}

fn invalid(what: &str) -> Error {
    Error::new(Kind::Upstream, ErrorCode::FetchFailed, format!("the reply of Portal Legislativ {what}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn records(inside: &str) -> Result<Reply> {
        let text = format!(
            "<s:Envelope xmlns:s=\"soap\"><s:Body><SearchResponse xmlns=\"t\"><SearchResult xmlns:a=\"d\" \
             xmlns:i=\"x\">{inside}</SearchResult></SearchResponse></s:Body></s:Envelope>"
        );
        read(text.as_bytes())
    }

    #[test]
    fn records_are_read_with_their_entities() {
        let reply = records(
            "<a:Legi><a:Numar>87</a:Numar><a:Titlu>A &amp; B &#259; <![CDATA[<C>]]></a:Titlu><a:Text i:nil=\"true\"/></a:Legi>",
        );
        let expected = PortalRecord { number: "87".into(), title: "A & B ă <C>".into(), ..PortalRecord::default() };
        assert_eq!(reply.expect("a reply"), Reply::Records(vec![expected]));
        assert_eq!(records("").expect("a reply"), Reply::Records(vec![]));
    }

    #[test]
    fn other_documents_are_refused_with_the_reason() {
        let problem = |text: &[u8]| read(text).expect_err("a refusal").message().to_owned();
        assert!(problem(b"<html><body>Service Unavailable</body></html>").ends_with("is no reply of the service"));
        assert!(problem(b"<a><b></a>").ends_with("is not valid XML"));
        assert!(problem(b"").ends_with("is no reply of the service"));
        assert!(problem(b"<a><SearchResult></SearchResult>").ends_with("ends in the middle"));
        assert!(problem(b"<!DOCTYPE x [<!ENTITY e \"e\">]><x>&e;</x>").contains("document type"));
        assert!(problem(b"<x>\xff</x>").ends_with("is not UTF-8"));
        assert!(problem(b"<SearchResult><a:Legi/></SearchResult>").contains("undeclared prefix"));
        assert!(problem("<x>".repeat(40).as_bytes()).contains("too deeply"));
        assert!(problem(b"<SearchResult>&nbsp;</SearchResult>").contains("unknown entity"));
    }

    #[test]
    fn a_fault_is_returned_with_its_message() {
        let text = b"<s:Envelope xmlns:s=\"soap\"><s:Body><s:Fault><faultcode>s:Client</faultcode><faultstring>TOKEN INVALID</faultstring></s:Fault></s:Body></s:Envelope>";
        assert_eq!(read(text).expect("a reply"), Reply::Fault("TOKEN INVALID".into()));
    }
}
