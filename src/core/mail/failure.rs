//! Failures of sending, and how certain they are.

use jiff::Timestamp;

use super::bounce::one_line;
use super::refusal::{RefusalStage, Verdict, judge};

/// What a failure reveals about the message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Certainty {
    /// The server rejected the message, or this client.
    Refused,
    /// Never transmitted: the connection failed before the end of the message.
    NotSent,
    /// The connection failed or timed out after the end of the message: it may have been accepted.
    Unknown,
}

/// A failed attempt to send a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SendFailure {
    /// Whether a retry is pointless.
    pub permanent: bool,
    pub certainty: Certainty,
    /// The mail server's reply code.
    pub code: Option<u16>,
    /// The server's reply or the local cause. It may contain the address, so it is never logged.
    pub reason: String,
    /// When to attempt the message, if a rate limit or a rest of the server prevented this attempt.
    pub deferred_until: Option<Timestamp>,
    /// What the server's reply to the message says.
    pub verdict: Option<Verdict>,
}

impl SendFailure {
    /// Nothing was transmitted; a retry may succeed.
    pub fn not_sent(reason: impl AsRef<str>) -> Self {
        let reason = one_line(reason.as_ref());
        let certainty = Certainty::NotSent;
        Self { permanent: false, certainty, code: None, reason, deferred_until: None, verdict: None }
    }

    /// The message can never be built.
    pub fn unsendable(reason: impl AsRef<str>) -> Self {
        Self { permanent: true, ..Self::not_sent(reason) }
    }

    /// The server replied with this code.
    pub fn refused(code: u16, reason: impl AsRef<str>) -> Self {
        let permanent = (500..600).contains(&code);
        Self { permanent, certainty: Certainty::Refused, code: Some(code), ..Self::not_sent(reason) }
    }

    /// The message may or may not have been accepted.
    pub fn unknown(reason: impl AsRef<str>) -> Self {
        Self { certainty: Certainty::Unknown, ..Self::not_sent(reason) }
    }

    /// Not attempted; the next attempt is at `until`.
    pub fn deferred(until: Timestamp, reason: impl AsRef<str>) -> Self {
        Self { deferred_until: Some(until), ..Self::not_sent(reason) }
    }

    /// The server refused the message with this code and reply. A refusal of the sender is never final.
    pub fn refused_at(stage: RefusalStage, code: u16, reply: impl AsRef<str>) -> Self {
        let verdict = judge(stage, &format!("{code} {}", reply.as_ref()));
        let failure = Self::refused(code, reply);
        let is_final = failure.permanent && !matches!(verdict, Verdict::Sender | Verdict::Unreachable);
        Self { permanent: is_final, verdict: Some(verdict), ..failure }
    }

    /// Whether the server refused the message with a code of a permanent failure, final or not.
    pub fn is_rejection(&self) -> bool {
        self.verdict.is_some() && self.code.is_some_and(|code| code >= 500)
    }

    /// What this failure says about the address.
    pub fn address_verdict(&self) -> Option<Verdict> {
        self.verdict.filter(|verdict| self.permanent && matches!(verdict, Verdict::Address { .. } | Verdict::Full))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_final_refusal_concerns_the_address() {
        use RefusalStage::{Data, Recipient};
        for (stage, code, reply, permanent, about) in [
            (Recipient, 550, "550 No such user here", true, Some(Verdict::Address { certain: true })),
            (Recipient, 552, "552-5.2.2 the mailbox is over its quota", true, Some(Verdict::Full)),
            (Recipient, 452, "452 4.2.2 the mailbox is over its quota", false, None),
            (Recipient, 550, "550 5.7.1 service unavailable; client 192.0.2.1 is blocked", false, None),
            (Data, 554, "554 5.7.1 message looks like spam", false, None),
            (Data, 550, "550 5.1.1 user unknown", true, None),
            (Data, 554, "554 5.6.0 malformed", true, None),
            (Recipient, 450, "450 4.2.1 try again", false, None),
        ] {
            let failure = SendFailure::refused_at(stage, code, reply);
            assert_eq!((failure.permanent, failure.address_verdict()), (permanent, about), "{reply}");
            assert_eq!(failure.is_rejection(), code >= 500);
        }
        assert_eq!(SendFailure::unsendable("a header").address_verdict(), None);
        assert!(!SendFailure::unknown("silence").permanent && !SendFailure::refused(535, "535 no").is_rejection());
    }
}
