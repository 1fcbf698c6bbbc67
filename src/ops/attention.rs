//! What needs the operator, in the words of `paragraf doctor` and of the operator's page.

use super::mail::overdue::OverdueQueue;
use super::status::{DamagedRecord, Maintenance, Outage, PausedCampaign};
use crate::conditions::{OperatorFinding, finding};

/// A campaign that was refused.
pub fn paused(campaign: &PausedCampaign) -> OperatorFinding {
    let PausedCampaign { id, refusals, .. } = campaign;
    finding!(
        "campaign_paused",
        "{campaign} is paused: {messages} messages in a row were refused, the last with \"{reply}\"",
        "remove the cause, then `paragraf mail resume {campaign}`",
        campaign = id,
        messages = refusals.count,
        reply = refusals.reply
    )
}

/// A record that is left out.
pub fn damaged(record: &DamagedRecord) -> OperatorFinding {
    let DamagedRecord { table, key, problem, .. } = record;
    match table.as_str() {
        "articles" => finding!(
            "damaged_article",
            "the article {key} is damaged and left out: {reason}",
            "import it again, remove it with `paragraf articles remove {key}`, or restore a backup",
            key = key,
            reason = problem
        ),
        _ => finding!(
            "damaged_record",
            "the record {key} of {table} is damaged and left out: {reason}",
            "restore a backup if it is missed",
            key = key,
            table = table,
            reason = problem
        ),
    }
}

/// Why nothing can be saved, and what to do.
pub fn outage(outage: &Outage) -> OperatorFinding {
    finding!(
        "outage",
        "nothing can be saved since {since_at}: {cause}",
        "{todo}",
        since_at = outage.since,
        cause = outage.cause,
        todo = outage.remedy()
    )
}

/// The site is read-only.
pub fn maintenance(maintenance: &Maintenance) -> OperatorFinding {
    finding!(
        "maintenance",
        "read-only for maintenance since {since_at}",
        "end it with `paragraf maintenance off`",
        since_at = maintenance.since
    )
}

/// Messages that wait for longer than they should.
pub fn overdue(late: &OverdueQueue) -> OperatorFinding {
    match &late.campaign {
        Some(campaign) => finding!(
            "campaign_late",
            "overdue messages of {campaign}: {mails}",
            "`paragraf mail outbox` shows the cause",
            campaign = campaign,
            mails = late.mails
        ),
        None => finding!(
            "mails_late",
            "overdue messages: {mails}",
            "`paragraf mail outbox` shows the cause",
            mails = late.mails
        ),
    }
}
