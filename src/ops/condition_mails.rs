//! Mails to the operator when a condition begins and when it is over.

use super::condition_notices::{ConditionNotices, advance};
use super::policy::{self, Action, Actor};
use crate::app::App;
use crate::clock::uuid_at;
use crate::domain::message::{ConditionText, MessageKind};
use crate::error::Result;
use crate::store::outbox::{self, MessageContent, OutboxRecord};
use crate::store::{Reading, meta};

/// Room for mails about conditions that another write added after the first look.
const MORE_MAILS: usize = 16;

/// Queues the mails that are due. Queues none while no mail server takes mails: the log and `paragraf status` have the
/// conditions, and their mails follow when mail works again while they last.
// docs/decisions/0467
pub async fn send(app: &App, actor: &Actor) -> Result<()> {
    policy::authorize(actor, Action::SendMail)?;
    let Some(to) = app.config.operator_email() else { return Ok(()) };
    if app.mailer.is_out() || app.store.outage().is_some() {
        return Ok(());
    }
    let (lasting, now) = (app.conditions.list(), app.clock.now());
    let mut after = app.store.read(|tx| read(tx)).await?;
    let before = after.clone();
    let due = advance(&mut after, &lasting, now).len();
    if after == before {
        return Ok(());
    }
    let language = app.config.server.operator_language;
    let ids: Vec<_> = (0..due + MORE_MAILS).map(|_| uuid_at(now)).collect();
    let mail = move |id, (kind, condition): (MessageKind, ConditionText)| OutboxRecord {
        content: MessageContent { condition: Some(condition), ..MessageContent::default() },
        ..OutboxRecord::queued(id, kind, to.clone(), language, now)
    };
    let write = app.store.write(move |tx| {
        let mut notices = read(tx)?;
        let mails = advance(&mut notices, &lasting, now);
        for (id, due) in ids.iter().zip(mails) {
            outbox::put(tx, &mail(*id, due))?;
        }
        let text = serde_json::to_string(&notices);
        let text = text.expect("writing notices as JSON cannot fail: their maps have string keys");
        Ok(meta::CONDITION_NOTICES.put(tx, &text)?)
    });
    write.await?;
    app.mail_wake.notify_one();
    Ok(())
}

/// The notices of the store; none if another version wrote them.
fn read(tx: &dyn Reading) -> Result<ConditionNotices> {
    let text = meta::CONDITION_NOTICES.get(tx)?;
    Ok(text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default())
}
