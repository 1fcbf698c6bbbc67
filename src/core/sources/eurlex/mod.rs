//! Acts of the European Union by their CELEX number, in Romanian, from the Publications Office.

mod page;

use http::header;

use crate::clock::Clock;
use crate::domain::Celex;
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::sources::fetch::{SourceClient, SourceReply};
use crate::sources::found_act::{Delivery, FoundAct};

/// Most redirects: the office redirects from the act to its Romanian text.
const MAX_HOPS: usize = 4;

/// Fetches the act with this number, or returns why the office has no such act. `base` is the address of the office.
///
/// # Errors
/// `fetch_failed`, `fetch_refused`, `timeout`.
pub async fn fetch(
    client: &SourceClient,
    base: &str,
    clock: &Clock,
    celex: &Celex,
) -> Result<Result<Delivery, String>> {
    let fetched_at = clock.now();
    let SourceReply { status, media_type, bytes, .. } = follow(client, base, celex).await?;
    match status {
        200 => {}
        300 | 404 | 406 => return Ok(Err(format!("{celex}: EUR-Lex has no such act in Romanian; check the number"))),
        status => return Err(failed(&format!("answered {status} to {celex}"))),
    }
    let page = page::read(&bytes).map_err(|problem| failed(&format!("sent a page of {celex} that {problem}")))?;
    if page::act_of(&page.title).is_none_or(|act| act != celex.act()) {
        let title = crate::domain::text::shorten(&page.title, 120);
        return Ok(Err(format!("{celex}: EUR-Lex sent another act, {title:?}; report this number")));
    }
    let act = FoundAct {
        act: celex.act(),
        date: page::day_of(&page.title),
        title: page.title,
        gazette: None,
        in_force: None,
        portal_id: None,
        consolidated_url: None,
        published_url: Some(celex.url()),
        gazette_url: None,
        text: page.text,
    };
    Ok(Ok(Delivery { url: celex.url(), media_type, fetched_at, bytes, issue: None, acts: vec![act] }))
}

/// Follows redirects; each address is checked like the first one.
async fn follow(client: &SourceClient, base: &str, celex: &Celex) -> Result<SourceReply> {
    let mut address = format!("{}/resource/celex/{celex}", base.trim_end_matches('/'));
    for _ in 0..=MAX_HOPS {
        let request = http::Request::get(&address)
            .header(header::ACCEPT, "application/xhtml+xml")
            .header(header::ACCEPT_LANGUAGE, "ro")
            .body(vec![]);
        let request = request.map_err(|error| failed("redirects to no address").caused_by(error))?;
        let reply = client.send(request).await?;
        let Some(target) = reply.location.clone().filter(|_| matches!(reply.status, 301..=303 | 307 | 308)) else {
            return Ok(reply);
        };
        let target = url::Url::parse(&address).and_then(|from| from.join(&target));
        address = target.map_err(|error| failed("redirects to no address").caused_by(error))?.into();
    }
    Err(failed("redirects too many times"))
}

fn failed(what: &str) -> Error {
    Error::new(Kind::Upstream, ErrorCode::FetchFailed, format!("EUR-Lex {what}"))
}
