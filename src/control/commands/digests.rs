//! `paragraf mail digest`

use crate::control::declaration::declare_commands;
use crate::ops::mail::automatic::Routine;
use crate::ops::mail::automatic::manual::{self, DigestPlan};
use crate::ops::mail::campaigns::status::CampaignView;

declare_commands! {
    /// Replies with the digest that would be made now. Stores nothing.
    "mail.plan_digest": PlanDigest(Routine) -> DigestPlan = manual::plan, read_only;
    /// Makes a digest now. A running server starts sending it.
    "mail.digest": MakeDigest(Routine) -> CampaignView = manual::create, needs_secrets;
}
