//! The kinds of reports that mail providers post.

use serde::{Deserialize, Serialize};

use super::super::refusal::{RefusalStage, Verdict, judge};

/// How a delivery failed, in a provider's words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BounceKind {
    /// The provider considers the failure permanent.
    Hard,
    /// The provider considers the failure temporary.
    Soft,
    /// The recipient reported the message as spam.
    Complaint,
}

impl BounceKind {
    /// What the report says; `None` for a complaint. Providers call many refusals of the sender permanent, so that the
    /// mail server's reply counts more than the kind.
    pub fn verdict(self, reply: &str) -> Option<Verdict> {
        let judged = judge(RefusalStage::Report, reply);
        match (self, judged) {
            (Self::Complaint, _) => None,
            (Self::Hard, Verdict::Unclear) => Some(Verdict::Address { certain: false }),
            (Self::Soft, Verdict::Unclear | Verdict::Address { .. }) => Some(Verdict::Unreachable),
            (_, judged) => Some(judged),
        }
    }
}
