//! Storing a delivery of a source: the reply and the texts in the archive, the acts as records.

use std::sync::atomic::Ordering;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

pub use super::decide::ActOutcome;
use super::decide::decide;
use crate::app::App;
use crate::domain::ActKey;
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::ops::blocking::blocking;
use crate::ops::policy::{self, Action, Actor};
use crate::sources::found_act::{DeliveredIssue, Delivery, FoundAct};
use crate::store::acts::{self, ActLinks, ActRecord};
use crate::store::archive::{self, MAX_BYTES, NewDocument};
use crate::store::gazette_issues;

const PLAIN_TEXT: &str = "text/plain; charset=utf-8";

/// A found act after it was stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedAct {
    pub key: ActKey,
    pub title: String,
    #[serde(flatten)]
    pub outcome: ActOutcome,
}

/// A found act that is ready to be stored.
#[derive(Clone)]
struct PreparedAct {
    found: FoundAct,
    record: ActRecord,
    text: NewDocument,
}

/// Archives a delivery and stores its acts in one transaction. Returns an outcome for each act, in the same order.
///
/// # Errors
/// `payload_too_large` for a delivery or a text that is too large for the archive.
pub async fn record(app: &App, actor: &Actor, delivery: Delivery) -> Result<Vec<RecordedAct>> {
    policy::authorize(actor, Action::ImportActs)?;
    let (issue, fetched_at) = (delivery.issue.clone(), delivery.fetched_at);
    let (source, prepared) = blocking("compressing a delivery", move || prepare(delivery)).await??;
    let write = app.store.write(move |tx| {
        archive::put(tx, &source)?;
        if let Some(DeliveredIssue { name, date, left_out }) = &issue {
            gazette_issues::note_read(tx, name, *date, source.sha256(), *left_out, fetched_at)?;
        }
        let mut recorded = Vec::with_capacity(prepared.len());
        for PreparedAct { found, record, text } in &prepared {
            let decision = decide(tx, found, record)?;
            if let Some(gazette) = &record.gazette {
                gazette_issues::note_act(tx, gazette, record.fetched_at)?;
            }
            if let Some(record) = &decision.record {
                archive::put(tx, text)?;
                acts::put(tx, record)?;
            }
            recorded.push(RecordedAct { key: decision.key, title: record.title.clone(), outcome: decision.outcome });
        }
        Ok(recorded)
    });
    let recorded = write.await?;
    app.sources_generation.fetch_add(1, Ordering::AcqRel);
    Ok(recorded)
}

fn prepare(delivery: Delivery) -> Result<(NewDocument, Vec<PreparedAct>)> {
    let Delivery { url, media_type, fetched_at, bytes, acts, .. } = delivery;
    let source = NewDocument::new(&bytes, &media_type, &url, fetched_at).ok_or_else(|| too_large(&url))?;
    let prepared = acts.into_iter().map(|found| prepare_act(found, &source, &url, fetched_at));
    let prepared = prepared.collect::<Result<_>>()?;
    Ok((source, prepared))
}

fn prepare_act(found: FoundAct, source: &NewDocument, url: &str, fetched_at: Timestamp) -> Result<PreparedAct> {
    let addresses = [&found.published_url, &found.consolidated_url, &found.gazette_url];
    let address = addresses.into_iter().flatten().next().map_or(url, String::as_str);
    let text = NewDocument::new(found.text.as_bytes(), PLAIN_TEXT, address, fetched_at);
    let text = text.ok_or_else(|| too_large(address))?;
    let record = ActRecord {
        key: key(&found)?,
        act: found.act.clone(),
        title: found.title.clone(),
        date: found.date,
        gazette: found.gazette.clone(),
        in_force: found.in_force,
        portal_id: found.portal_id,
        links: ActLinks {
            consolidated: found.consolidated_url.clone(),
            published: found.published_url.clone(),
            gazette: found.gazette_url.clone(),
        },
        text_sha256: text.sha256().to_owned(),
        source_sha256: Some(source.sha256().to_owned()),
        fetched_at,
        earlier_texts: vec![],
        article: None,
        not_drafted: None,
    };
    Ok(PreparedAct { found, record, text })
}

fn key(found: &FoundAct) -> Result<ActKey> {
    let of_document = || found.portal_id.map(|portal_id| ActKey::of_document(&found.act, portal_id));
    ActKey::of(&found.act).or_else(of_document).ok_or_else(|| {
        Error::invalid("number", format!("the act {:?} has neither a number nor a document of the portal", found.title))
    })
}

fn too_large(url: &str) -> Error {
    let message = format!("{url} delivered more than {} MiB; the archive takes no larger document", MAX_BYTES >> 20);
    Error::new(Kind::TooLarge, ErrorCode::PayloadTooLarge, message)
}
