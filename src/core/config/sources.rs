//! The settings of official sources.

use serde::{Deserialize, Serialize};
use url::Url;

use super::hidden_address::quoted;
use super::outgoing_address;
use super::problem::{ConfigProblem, problem};
use super::provider::is_loopback;

/// Longest interval between two polls: a week, in minutes.
const MAX_EVERY: u32 = 10_080;

/// Fetching of acts from official sources.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourcesConfig {
    /// Minutes between two polls of every source; 0: sources are not watched.
    pub watch_every: u32,
    /// Address of the web service of Portal Legislativ.
    pub portal_url: String,
    /// Whether the polls read the gazette too.
    pub watch_gazette: bool,
    /// Address of the gazette's site.
    pub gazette_url: String,
    /// Address of the Publications Office of the European Union.
    pub eurlex_url: String,
    /// Hosts that sources are fetched from.
    pub allowed_hosts: Vec<String>,
    /// Milliseconds between two requests to a source, and the base of the pauses before a failed one is repeated.
    pub pause_ms: u64,
    /// Time for a whole reply.
    pub timeout_secs: u64,
    /// Largest reply.
    pub max_bytes: u64,
    /// Days without a new act after which `paragraf status` reports a watched source as silent.
    pub silent_days: u32,
}

impl Default for SourcesConfig {
    fn default() -> Self {
        Self {
            watch_every: 0,
            portal_url: "http://legislatie.just.ro/apiws/FreeWebService.svc/SOAP".into(),
            watch_gazette: false,
            gazette_url: "https://monitoruloficial.ro".into(),
            eurlex_url: "http://publications.europa.eu".into(),
            allowed_hosts: ["legislatie.just.ro", "monitoruloficial.ro", "publications.europa.eu"]
                .map(Into::into)
                .to_vec(),
            pause_ms: 1_500,
            timeout_secs: 90,
            max_bytes: 32 << 20,
            silent_days: 6,
        }
    }
}

impl SourcesConfig {
    /// Returns the problems of the values.
    pub(super) fn problems(&self) -> Vec<ConfigProblem> {
        let mut problems = Vec::new();
        let mut refuse = |key: &str, reason: String| problems.push(problem(key, reason));
        if self.watch_every > MAX_EVERY {
            refuse("sources.watch_every", format!("must be from 0 to {MAX_EVERY} minutes"));
        }
        if self.silent_days == 0 {
            refuse("sources.silent_days", "must be at least 1".into());
        }
        for host in &self.allowed_hosts {
            if !matches!(url::Host::parse(host), Ok(url::Host::Domain(ascii)) if ascii == *host) {
                refuse("sources.allowed_hosts", format!("{host:?} is not a host name in lower case"));
            }
        }
        let addresses =
            [("portal_url", &self.portal_url), ("gazette_url", &self.gazette_url), ("eurlex_url", &self.eurlex_url)];
        for (key, address) in addresses {
            if let Err(reason) = self.check_address(address) {
                refuse(&format!("sources.{key}"), reason);
            }
        }
        problems
    }

    /// Checks that the address has a listed host and the default port of http or https, or is on this machine, for
    /// development.
    fn check_address(&self, address: &str) -> Result<(), String> {
        let url = Url::parse(address).ok().filter(|url| matches!(url.scheme(), "http" | "https"));
        let reason = || format!("{} {}", quoted(address), outgoing_address::reason(address, "http:// or https://"));
        let url = url.ok_or_else(reason)?;
        let is_listed = matches!(url.host(), Some(url::Host::Domain(host)) if self.allowed_hosts.iter().any(|allowed| allowed == host));
        if is_loopback(&url) || (is_listed && url.port().is_none()) {
            return Ok(());
        }
        Err(format!("{} has another port or a host that sources.allowed_hosts does not list", quoted(address)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(change: impl FnOnce(&mut SourcesConfig)) -> Vec<String> {
        let mut config = SourcesConfig::default();
        change(&mut config);
        config.problems().into_iter().map(|problem| problem.key).collect()
    }

    #[test]
    fn only_listed_hosts_and_this_machine_are_addresses_of_sources() {
        assert_eq!(keys(|_| {}), [""; 0]);
        for good in ["https://legislatie.just.ro/SOAP", "http://127.0.0.1:8090/SOAP", "http://localhost/SOAP"] {
            assert_eq!(keys(|it| it.portal_url = good.into()), [""; 0], "{good}");
        }
        for bad in
            ["", "legislatie.just.ro", "ftp://legislatie.just.ro/", "http://legislatie.just.ro:81/", "http://10.0.0.1/"]
        {
            assert_eq!(keys(|it| it.portal_url = bad.into()), ["sources.portal_url"], "{bad}");
        }
        assert_eq!(keys(|it| it.allowed_hosts.push("Example.com".into())), ["sources.allowed_hosts"]);
        assert_eq!(keys(|it| it.watch_every = MAX_EVERY + 1), ["sources.watch_every"]);
        assert_eq!(keys(|it| it.silent_days = 0), ["sources.silent_days"]);
    }
}
