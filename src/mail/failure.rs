//! Failures of sending, and how certain they are.

use jiff::Timestamp;

use super::bounce::{enhanced_code, one_line};

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
}

impl SendFailure {
    /// Nothing was transmitted; a retry may succeed.
    pub fn not_sent(reason: impl AsRef<str>) -> Self {
        let reason = one_line(reason.as_ref());
        Self { permanent: false, certainty: Certainty::NotSent, code: None, reason, deferred_until: None }
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

    /// Whether the server rejects the address permanently, so that nothing more should be sent to it.
    ///
    /// Enhanced status codes (RFC 3463) distinguish this from a rejected content, client or sender. A reply without one
    /// counts as a rejected address.
    pub fn is_hard_bounce(&self) -> bool {
        // 5.1.7 and 5.1.8 are about the address of the sender.
        let is_about_address = |code| matches!(code, (5, 1 | 2, _)) && !matches!(code, (5, 1, 7 | 8));
        let code = enhanced_code(&self.reason);
        self.permanent && self.certainty == Certainty::Refused && code.is_none_or(is_about_address)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_rejected_recipient_is_a_hard_bounce() {
        for (code, reason, about) in [
            (550, "550 No such user here", true),
            (550, "550 5.1.1 <ana@example.ro>: user unknown", true),
            (552, "552-5.2.2 the mailbox is over its quota", true),
            (550, "550 5.1.8 <legi@example.ro>: Sender address rejected: Domain not found", false),
            (550, "550 5.7.1 service unavailable; client 192.0.2.1 is blocked", false),
            (554, "554 5.7.1 message looks like spam", false),
            (554, "554 5.6.0 too many hops", false),
            (450, "450 4.2.1 try again", false),
        ] {
            assert_eq!(SendFailure::refused(code, reason).is_hard_bounce(), about, "{reason}");
        }
        assert!(!SendFailure::unsendable("a header").is_hard_bounce());
        assert!(!SendFailure::unknown("silence").permanent);
    }
}
