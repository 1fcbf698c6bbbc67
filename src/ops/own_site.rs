//! This server as readers reach it: through its public address.

use jiff::{SignedDuration, Timestamp};

use crate::app::{App, OWN_REQUEST_HEADER, OwnArrival};
use crate::clock::uuid_at;
use crate::conditions::{OperatorFinding, finding};
use crate::error::Result;
use crate::sources::fetch::OwnSiteReply;

/// A certificate that ends sooner should have been renewed: those of Let's Encrypt are valid for 90 days, and renewed
/// after 60.
const CERTIFICATE_NOTICE: SignedDuration = SignedDuration::from_hours(14 * 24);

/// Asks for a page of this server through its public address. Returns the reply, and how the request arrived here.
pub(super) async fn ask(app: &App) -> (Result<OwnSiteReply>, Option<OwnArrival>) {
    let number = uuid_at(app.clock.now()).simple().to_string();
    app.own_requests.expect(&number);
    let reply = app.own_site.ask(&format!("{}/healthz", app.public_url()), OWN_REQUEST_HEADER, &number).await;
    (reply, app.own_requests.take(&number))
}

/// The end of the certificate of this address, for the operator.
pub(super) fn certificate_ends(url: &str, end: Timestamp) -> OperatorFinding {
    finding!(
        "certificate_ends",
        "the certificate of {url} expires at {end_at}",
        "renew it in the proxy, whose log says why it was not renewed",
        url = url,
        end_at = end
    )
}

/// Whether the operator should know about the end of the certificate.
pub(super) fn ends_soon(end: Timestamp, now: Timestamp) -> bool {
    end.duration_since(now) < CERTIFICATE_NOTICE
}
