//! Checks of the public address: its certificate, and whether it leads to this process.

use super::diagnosis::{Diagnosis, DiagnosisOutcome as Outcome};
use crate::app::{App, OwnArrival};
use crate::conditions::{OperatorFinding, finding};
use crate::error::Result;
use crate::ops::own_site;
use crate::sources::fetch::OwnSiteReply;

const ADDRESS: &str = "public_address";
const CERTIFICATE: &str = "certificate";

/// `has_others` is whether other servers answer at the address too.
pub(super) async fn examine(app: &App, serving: bool, has_others: bool) -> Vec<Diagnosis> {
    if !serving {
        let none = |check| Diagnosis::new(check, Outcome::NotChecked, finding!("no_server", "no server runs", ""));
        return vec![none(ADDRESS), none(CERTIFICATE)];
    }
    let (reply, arrival) = own_site::ask(app).await;
    vec![address(app, &reply, arrival, has_others), certificate(app, &reply)]
}

fn address(app: &App, reply: &Result<OwnSiteReply>, arrival: Option<OwnArrival>, has_others: bool) -> Diagnosis {
    let url = app.public_url();
    let (outcome, found) = match (reply, arrival) {
        (Err(error), _) => {
            let found = finding!(
                "address_not_reached",
                "{reason}",
                "check the name in the DNS, the proxy and the firewall; some networks do not let a machine reach its own \
                 public address, then try it from outside",
                reason = error.chain()
            );
            (Outcome::Warning, found)
        }
        (Ok(OwnSiteReply { status: 200, .. }), None) if has_others => {
            let found = finding!(
                "address_leads_to_another",
                "{url} answers, and the request did not arrive here, perhaps at another server of the database",
                "run `paragraf doctor` on each server, until one says that the address leads to it",
                url = url
            );
            (Outcome::NotChecked, found)
        }
        (Ok(reply), None) => {
            let found = finding!(
                "address_leads_elsewhere",
                "{url} answers with status {status}, and the request did not arrive here",
                "point the name and the proxy to this server, and let the proxy pass paths and headers on",
                url = url,
                status = reply.status
            );
            (Outcome::Failed, found)
        }
        (Ok(_), Some(arrival)) => arrived(&url, arrival),
    };
    Diagnosis::new(ADDRESS, outcome, found)
}

/// What a request that arrived here shows of the proxy.
fn arrived(url: &str, arrival: OwnArrival) -> (Outcome, OperatorFinding) {
    match arrival {
        OwnArrival { is_forwarded: true, is_trusted: false } => {
            let found = finding!(
                "address_proxy_not_trusted",
                "{url} leads here, through a proxy that is not trusted: all readers count as one",
                "add the proxy's network to server.trusted_proxies",
                url = url
            );
            (Outcome::Warning, found)
        }
        OwnArrival { is_forwarded: false, is_trusted: true } => {
            let found = finding!(
                "address_proxy_silent",
                "{url} leads here, through a proxy that does not name its clients",
                "let the proxy set X-Forwarded-For, see docs/operate.md",
                url = url
            );
            (Outcome::Warning, found)
        }
        OwnArrival { is_forwarded: true, .. } => {
            (Outcome::Ok, finding!("address_by_proxy", "{url} leads here, through a trusted proxy", "", url = url))
        }
        OwnArrival { is_forwarded: false, .. } => {
            (Outcome::Ok, finding!("address_direct", "{url} leads here, without a proxy", "", url = url))
        }
    }
}

fn certificate(app: &App, reply: &Result<OwnSiteReply>) -> Diagnosis {
    let url = app.public_url();
    let (outcome, found) = match reply {
        _ if !url.starts_with("https://") => {
            (Outcome::NotChecked, finding!("no_tls", "the public address has no TLS", ""))
        }
        Err(error) => {
            let found = finding!(
                "certificate_not_seen",
                "it cannot be seen: {reason}",
                "if the reason is the certificate, renew it in the proxy, whose log says why it was not renewed",
                reason = error.chain()
            );
            (Outcome::Warning, found)
        }
        Ok(OwnSiteReply { certificate_ends: None, .. }) => {
            (Outcome::NotChecked, finding!("certificate_unreadable", "its end cannot be read", ""))
        }
        Ok(OwnSiteReply { certificate_ends: Some(end), .. }) if own_site::ends_soon(*end, app.clock.now()) => {
            (Outcome::Warning, own_site::certificate_ends(&url, *end))
        }
        Ok(OwnSiteReply { certificate_ends: Some(end), .. }) => {
            (Outcome::Ok, finding!("certificate_valid", "it is valid until {end_at}", "", end_at = end))
        }
    };
    Diagnosis::new(CERTIFICATE, outcome, found)
}
