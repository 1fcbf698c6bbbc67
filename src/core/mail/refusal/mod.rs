//! Judges what a mail server's refusal says: about the address, about the sender, or nothing clear.
//!
//! Only evidence about the address may ever suppress it. Enhanced status codes (RFC 3463) and the words are read
//! together, because many servers send no code, or one that their words contradict.

mod phrases;
mod sender_phrases;
mod size_phrases;
#[cfg(test)]
mod wordings;
mod words;

use self::phrases::{CLOSED, DOMAIN, DOMAIN_SUBJECT, GONE, STRONG, SUBJECT, TIMEOUTS, WEAK};
use self::sender_phrases::{SENDER, SENDER_SIDE, SENDING};
use self::size_phrases::{BOX, FULL, ROOM, SIZE};
use self::words::Words;

/// Words of a reply that are compared with those of another reply.
const MAX_GIST: usize = 10;

/// Where the server refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefusalStage {
    /// After `MAIL FROM`.
    Sender,
    /// After `RCPT TO`.
    Recipient,
    /// After `DATA` or the end of the message: the recipient was accepted before.
    Data,
    /// In a delivery report.
    Report,
    /// In a delivery report that says that the recipient was accepted before.
    ReportAfterData,
}

/// What a refusal says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The address does not accept mail. An uncertain verdict needs a second one.
    Address { certain: bool },
    /// The mailbox is full.
    Full,
    /// The recipient's server was not reached in time, or deferred the mail until it expired.
    Unreachable,
    /// The sender is refused, whatever the recipient: quota, rate, block, relaying, policy, spam, authentication.
    Sender,
    /// The message is refused, or the reason is not clear.
    Unclear,
}

impl Verdict {
    /// Whether the recipient is the reason; otherwise the message may reach it later.
    pub fn concerns_recipient(self) -> bool {
        !matches!(self, Self::Sender | Self::Unclear)
    }
}

type Code = (u8, u16, u16);

/// Judges a reply, with its codes in the text.
pub fn judge(stage: RefusalStage, reply: &str) -> Verdict {
    let words = Words::of(reply);
    let codes: Vec<Code> = enhanced_codes(reply).filter(|(_, subject, _)| *subject != 0).collect();
    let has = |matches: fn(&Code) -> bool| codes.iter().any(matches);
    if stage == RefusalStage::Sender || words.say(SENDER_SIDE) || has(|code| matches!(code, (5, 1, 7 | 8))) {
        return Verdict::Sender;
    }
    let is_quota = words.say(&["quota"]) && words.say(&["552 "]);
    let is_full = words.say(FULL) || words.say_of(BOX, ROOM) || has(|code| matches!(code, (_, 2, 2)));
    if !words.say(SENDING) && (is_full || is_quota) {
        return Verdict::Full;
    }
    if words.say(SIZE) {
        return Verdict::Unclear;
    }
    let blames_sender = words.say(SENDER);
    let is_policy = has(|(_, subject, _)| *subject == 7);
    let is_of_domain = words.say(DOMAIN) || words.say_of(DOMAIN_SUBJECT, GONE);
    let is_named = (words.say(STRONG) || words.say_of(SUBJECT, GONE)) && !is_of_domain;
    let is_exact = !codes.is_empty() && codes.iter().all(|code| matches!(code, (5, 1, 1 | 3 | 6 | 10)));
    if is_exact && (is_named || !blames_sender) {
        return of_address(stage, true);
    }
    if is_named && !blames_sender && !is_policy {
        return of_address(stage, stage == RefusalStage::Recipient);
    }
    if words.say(TIMEOUTS) {
        return Verdict::Unreachable;
    }
    // Exchange Online refuses unknown recipients with 5.4.1.
    let is_unknown = has(|code| *code == (5, 4, 1)) && words.say(&["recipient address", "all recipient"]);
    if is_unknown || (words.say(CLOSED) && !is_policy) {
        return of_address(stage, false);
    }
    if blames_sender || is_policy {
        return Verdict::Sender;
    }
    if words.say(WEAK) || is_of_domain || has(|code| matches!(code, (5, 1, _) | (5, 2, 1) | (5, 4, 4))) {
        return of_address(stage, false);
    }
    if has(|(class, subject, _)| *class == 4 || *subject == 4) { Verdict::Unreachable } else { Verdict::Unclear }
}

fn of_address(stage: RefusalStage, certain: bool) -> Verdict {
    match stage {
        // The server accepted the recipient a moment before.
        RefusalStage::Data | RefusalStage::Sender => Verdict::Unclear,
        RefusalStage::Recipient | RefusalStage::Report => Verdict::Address { certain },
        RefusalStage::ReportAfterData => Verdict::Address { certain: false },
    }
}

/// The words of a reply by which it is the same as another one: without addresses, hosts, numbers and identifiers.
pub fn gist(reply: &str) -> String {
    Words::of(reply).without_numbers().take(MAX_GIST).collect::<Vec<_>>().join(" ")
}

/// The reply without the addresses in it.
pub fn without_addresses(reply: &str) -> String {
    let shown = |word: &str| if word.contains('@') { "<...>".to_owned() } else { word.to_owned() };
    reply.split_whitespace().map(shown).collect::<Vec<_>>().join(" ")
}

/// The enhanced status codes in a text, such as `5.1.1`.
fn enhanced_codes(text: &str) -> impl Iterator<Item = Code> {
    text.split(|c: char| !c.is_ascii_digit() && c != '.').filter_map(|word| {
        let mut parts = word.trim_matches('.').split('.');
        let class = parts.next()?.parse().ok().filter(|class| matches!(class, 4 | 5))?;
        let (subject, detail) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
        let is_complete = parts.next().is_none() && subject < 10 && detail < 1000;
        is_complete.then_some((class, subject, detail))
    })
}

#[cfg(test)]
mod tests;
