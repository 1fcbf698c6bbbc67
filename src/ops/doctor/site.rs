//! Checks of the public address: its certificate, and whether it leads to this process.

use super::diagnosis::Diagnosis;
use crate::app::{App, OwnArrival};
use crate::error::Result;
use crate::ops::own_site;
use crate::sources::fetch::OwnSiteReply;

const ADDRESS: &str = "public_address";
const CERTIFICATE: &str = "certificate";

pub(super) async fn examine(app: &App, serving: bool) -> Vec<Diagnosis> {
    if !serving {
        let none = |check| Diagnosis::not_checked(check, "no server runs");
        return vec![none(ADDRESS), none(CERTIFICATE)];
    }
    let (reply, arrival) = own_site::ask(app).await;
    vec![address(app, &reply, arrival), certificate(app, &reply)]
}

fn address(app: &App, reply: &Result<OwnSiteReply>, arrival: Option<OwnArrival>) -> Diagnosis {
    let url = app.public_url();
    let status = match reply {
        Ok(reply) => reply.status,
        Err(error) => {
            let remedy = "check the name in the DNS, the proxy and the firewall; some networks do not let a machine \
                          reach its own public address, then try it from outside";
            return Diagnosis::warning(ADDRESS, error.chain(), remedy);
        }
    };
    match arrival {
        None => {
            let message = format!("{url} answers with status {status}, and the request did not arrive here");
            let remedy = "point the name and the proxy to this server, and let the proxy pass paths and headers on";
            Diagnosis::failed(ADDRESS, message, remedy)
        }
        Some(OwnArrival { is_forwarded: true, is_trusted: false }) => {
            let message = format!("{url} leads here, through a proxy that is not trusted: all readers count as one");
            Diagnosis::warning(ADDRESS, message, "add the proxy's network to server.trusted_proxies")
        }
        Some(OwnArrival { is_forwarded: false, is_trusted: true }) => {
            let message = format!("{url} leads here, through a proxy that does not name its clients");
            Diagnosis::warning(ADDRESS, message, "let the proxy set X-Forwarded-For, see docs/operate.md")
        }
        Some(OwnArrival { is_forwarded, .. }) => {
            let how = if is_forwarded { "through a trusted proxy" } else { "without a proxy" };
            Diagnosis::ok(ADDRESS, format!("{url} leads here, {how}"))
        }
    }
}

fn certificate(app: &App, reply: &Result<OwnSiteReply>) -> Diagnosis {
    if !app.public_url().starts_with("https://") {
        return Diagnosis::not_checked(CERTIFICATE, "the public address has no TLS");
    }
    match reply {
        Err(error) => Diagnosis::warning(CERTIFICATE, error.chain(), own_site::CERTIFICATE_REMEDY),
        Ok(OwnSiteReply { certificate_ends: None, .. }) => {
            Diagnosis::not_checked(CERTIFICATE, "its end cannot be read")
        }
        Ok(OwnSiteReply { certificate_ends: Some(end), .. }) => {
            let message = format!("it is valid until {end}");
            match own_site::ends_soon(*end, app.clock.now()) {
                true => Diagnosis::warning(CERTIFICATE, message, own_site::CERTIFICATE_REMEDY),
                false => Diagnosis::ok(CERTIFICATE, message),
            }
        }
    }
}
