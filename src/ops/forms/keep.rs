//! Storing a form: its text and its page in the archive, and a record of it.

use super::report::{FormOutcome, KeptForm};
use crate::app::App;
use crate::domain::ActKey;
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::ops::blocking::blocking;
use crate::sources::form::FoundForm;
use crate::store::archive::{self, MAX_BYTES, NewDocument};
use crate::store::forms::{self, FormRecord};

pub(in crate::ops) const MARKDOWN: &str = "text/markdown; charset=utf-8";

/// The page that a form was read from.
pub(super) struct SourcePage {
    pub(super) bytes: Vec<u8>,
    pub(super) media_type: String,
}

/// Stores a form. A stored form with the same text stays as it is.
///
/// # Errors
/// `payload_too_large` for a text or page that is too large for the archive.
pub(super) async fn keep(app: &App, found: FoundForm, page: Option<SourcePage>) -> Result<KeptForm> {
    let now = app.clock.now();
    let prepare = move || {
        let document = |bytes: &[u8], media_type: &str| {
            NewDocument::new(bytes, media_type, &found.url, now).ok_or_else(|| too_large(&found.url))
        };
        let text = document(found.text.as_bytes(), MARKDOWN)?;
        let page = page.map(|page| document(&page.bytes, &page.media_type)).transpose()?;
        let key = ActKey::of(&found.act).ok_or_else(|| Error::invalid("act", "the act of the form has no number"))?;
        let record = FormRecord {
            key,
            act: found.act,
            title: found.title,
            date: found.date,
            portal_id: found.portal_id,
            url: found.url,
            fetched_at: now,
            text_sha256: text.sha256().to_owned(),
            source_sha256: page.as_ref().map(|page| page.sha256().to_owned()),
        };
        Ok::<_, Error>((record, text, page))
    };
    let (record, text, page) = blocking("compressing a form", prepare).await??;
    let write = app.store.write(move |tx| {
        let before = forms::get(tx, &record.key, record.date)?;
        let outcome = match before {
            None => FormOutcome::New,
            Some(before) if before.text_sha256 == record.text_sha256 => FormOutcome::Unchanged,
            Some(_) => FormOutcome::Changed,
        };
        if outcome != FormOutcome::Unchanged {
            archive::put(tx, &text)?;
            if let Some(page) = &page {
                archive::put(tx, page)?;
            }
            forms::put(tx, &record)?;
        }
        Ok(KeptForm { key: record.key.clone(), date: record.date, outcome })
    });
    write.await
}

fn too_large(url: &str) -> Error {
    let message = format!("{url} has more than {} MiB; the archive takes no larger document", MAX_BYTES >> 20);
    Error::new(Kind::TooLarge, ErrorCode::PayloadTooLarge, message)
}
