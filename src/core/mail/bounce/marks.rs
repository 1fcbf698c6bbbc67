//! Finds the message of ours that an incoming message is about.

use mail_parser::{ContentType, HeaderValue, Message, MessageParser, MessagePart, MimeHeaders, PartType};
use uuid::Uuid;

use super::super::message::MARK;
use super::status;

/// The parts of a report with the original message or its headers.
const COPIES: [&str; 4] = ["rfc822", "rfc822-headers", "global", "global-headers"];
/// The fields with the `Message-ID` or the mark of the original message.
const MARKS: [&str; 3] = ["message-id", MARK, "x-original-message-id"];

/// The outbox id of one of our own messages, as its recipient got it.
pub fn received(raw: &[u8]) -> Option<Uuid> {
    let message = MessageParser::default().parse(raw)?;
    let mark = || message.header(MARK).and_then(text).and_then(outbox_id);
    message.message_id().and_then(outbox_id).or_else(mark)
}

/// The outbox id of the message that this one answers.
pub(super) fn answered(message: &Message) -> Option<Uuid> {
    let ids = [message.in_reply_to(), message.references()].into_iter().filter_map(HeaderValue::as_text_list);
    ids.flatten().find_map(|id| outbox_id(id))
}

/// The outbox id in the report's copy of the original, or of the message that the report answers.
pub(super) fn original(message: &Message) -> Option<Uuid> {
    let is_copy = |part: &&MessagePart| is(part, "message", &COPIES) || is(part, "text", &COPIES);
    let of_copy = |part: &MessagePart| match &part.body {
        PartType::Message(copy) => {
            let mark = || copy.header(MARK).and_then(text).and_then(outbox_id);
            copy.message_id().and_then(outbox_id).or_else(mark)
        }
        _ => in_headers(&String::from_utf8_lossy(part.contents())),
    };
    // A report of one part has the copy in its text.
    let whole = || message.body_text(0).filter(|_| message.parts.len() == 1).and_then(|body| in_headers(&body));
    let found = message.parts.iter().skip(1).filter(is_copy).find_map(of_copy);
    found.or_else(whole).or_else(|| answered(message))
}

fn in_headers(text: &str) -> Option<Uuid> {
    status::groups(text).iter().find_map(marked)
}

pub(super) fn marked(group: &status::FieldGroup) -> Option<Uuid> {
    let named = |name: &&str| group.get(&name.to_ascii_lowercase());
    MARKS.iter().filter_map(named).find_map(|value| outbox_id(value))
}

/// The outbox id in a `Message-ID`, `<id@host>`, or in the mark of a message.
pub fn outbox_id(message_id: &str) -> Option<Uuid> {
    let bare = message_id.trim().trim_start_matches('<').trim_end_matches('>');
    Uuid::try_parse(bare.split_once('@').map_or(bare, |(id, _)| id)).ok()
}

/// Whether the part has this type and one of these subtypes.
pub(super) fn is(part: &MessagePart, kind: &str, subtypes: &[&str]) -> bool {
    let has_subtype = |found: &str| subtypes.iter().any(|subtype| subtype.eq_ignore_ascii_case(found));
    let matches = |found: &ContentType| {
        found.c_type.eq_ignore_ascii_case(kind) && found.c_subtype.as_deref().is_some_and(has_subtype)
    };
    part.content_type().is_some_and(matches)
}

/// The value of a header that is no address and no list.
pub(super) fn text<'a>(value: &'a HeaderValue) -> Option<&'a str> {
    value.as_text()
}
