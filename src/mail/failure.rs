//! Why a mail did not leave, and how sure that is.

use jiff::Timestamp;

/// Longest reason that is kept of what a server says.
const MAX_REASON: usize = 300;

/// What is known of the mail after a failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Certainty {
    /// The server answered that it does not take the mail, or us.
    Refused,
    /// It was never handed over: nobody was reached, or the connection broke before the mail's end.
    NotSent,
    /// The connection broke, or was silent, after the mail's end: it may have been taken.
    Unknown,
}

/// Why a mail did not leave.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SendFailure {
    /// Whether trying again cannot help.
    pub permanent: bool,
    pub certainty: Certainty,
    /// The number of the mail server's answer.
    pub code: Option<u16>,
    /// What the server said, or what stood in the way; may hold the address, so it is never logged.
    pub reason: String,
    /// When it may be tried, if it was not even tried now: a limit is reached, or every account rests.
    pub held_until: Option<Timestamp>,
}

impl SendFailure {
    /// Nothing was handed over, and trying again may help.
    pub fn not_sent(reason: impl AsRef<str>) -> Self {
        let reason = shortened(reason.as_ref());
        Self { permanent: false, certainty: Certainty::NotSent, code: None, reason, held_until: None }
    }

    /// The mail cannot be made, today or ever.
    pub fn unwritable(reason: impl AsRef<str>) -> Self {
        Self { permanent: true, ..Self::not_sent(reason) }
    }

    /// The server answered with this number.
    pub fn refused(code: u16, reason: impl AsRef<str>) -> Self {
        let permanent = (500..600).contains(&code);
        Self { permanent, certainty: Certainty::Refused, code: Some(code), ..Self::not_sent(reason) }
    }

    /// It may or may not have been taken.
    pub fn unknown(reason: impl AsRef<str>) -> Self {
        Self { certainty: Certainty::Unknown, ..Self::not_sent(reason) }
    }

    /// Not tried, for it may not go before this time.
    pub fn held(until: Timestamp, reason: impl AsRef<str>) -> Self {
        Self { held_until: Some(until), ..Self::not_sent(reason) }
    }

    /// Whether the address itself is refused for good, so that nothing should be sent there any more.
    ///
    /// Codes of RFC 3463 tell it from a refusal of what the mail says or where it comes from; an answer
    /// without such a code is taken to be about the address.
    pub fn is_about_address(&self) -> bool {
        let about = |code: &str| ["5.1.", "5.2."].iter().any(|start| code.starts_with(start));
        self.permanent && self.certainty == Certainty::Refused && enhanced(&self.reason).is_none_or(about)
    }
}

/// The first code of the form `5.1.1` among the words of an answer.
fn enhanced(reason: &str) -> Option<&str> {
    let is_code = |word: &&str| {
        let parts: Vec<_> = word.split('.').collect();
        parts.len() == 3
            && ["2", "4", "5"].contains(&parts[0])
            && parts[1..].iter().all(|part| (1..=3).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit()))
    };
    reason.split([' ', '-', '(', ')', ':', ';', ',']).find(is_code)
}

/// One line that is not too long.
pub(super) fn shortened(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(MAX_REASON).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_refusal_of_the_address_is_about_it() {
        for (code, reason, about) in [
            (550, "550 No such user here", true),
            (550, "550 5.1.1 <ana@example.ro>: user unknown", true),
            (552, "552-5.2.2 the mailbox is over its quota", true),
            (550, "550 5.7.1 service unavailable; client 192.0.2.1 is blocked", false),
            (554, "554 5.7.1 message looks like spam", false),
            (554, "554 5.6.0 too many hops", false),
            (450, "450 4.2.1 try again", false),
        ] {
            assert_eq!(SendFailure::refused(code, reason).is_about_address(), about, "{reason}");
        }
        assert!(!SendFailure::unwritable("a header").is_about_address());
        assert!(!SendFailure::unknown("silence").permanent);
    }
}
