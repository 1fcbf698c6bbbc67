//! Checks the rules that the types do not express, by section.

use std::path::Path;

use url::Url;

use super::hidden_address::quoted;
use super::mail_smtp::has_pem;
use super::problem::{ConfigProblem, problem};
use super::settings::{ConcernsConfig, Config, FetchConfig, LogConfig, ServerConfig, SiteConfig, StoreConfig};
use super::{
    accounts_check, database_address, legal, mail_check, operator, outgoing_address, provider_check, security_contact,
    sms_gateway, tenant_check,
};
use crate::domain::email::Email;

/// The default data folder when the system's configuration file is read.
pub(super) const SYSTEM_DATA: &str = "/var/lib/paragraf/data";

/// A hundred years; a longer period would exceed the calendar.
const MAX_KEEP_DAYS: u32 = 36_500;

/// Returns the problems of all values but the secrets.
pub(super) fn problems(config: &Config) -> Vec<ConfigProblem> {
    [
        server(&config.server),
        operator::problems(&config.server),
        store(&config.store),
        config.backup.problems(),
        site(&config.site),
        controller(config),
        security_contact::problems(&config.site),
        accounts_check::problems(&config.accounts),
        provider_check::problems(&config.accounts),
        tenant_check::problems(&config.accounts),
        mail_check::problems(&config.mail),
        fetch(&config.fetch),
        config.sources.problems(),
        config.explain.problems(),
        config.sms.problems(is_public(config)),
        sms_gateway::problems(&config.sms),
        config.captcha.problems(),
        log(&config.log),
        numbers(config),
    ]
    .concat()
}

/// Returns the problems of the secrets.
pub(super) fn secret_problems(config: &Config) -> Vec<ConfigProblem> {
    let providers = provider_check::secret_problems(&config.accounts);
    let phone = config.sms.secret_problems().into_iter().chain(config.captcha.secret_problems());
    let hooks = config.accounts.hooks.secret_problem();
    let backup = config.backup.secret_problems();
    mail_check::secret_problems(&config.mail)
        .into_iter()
        .chain(providers)
        .chain(phone)
        .chain(hooks)
        .chain(backup)
        .collect()
}

/// Whether strangers can reach the server.
fn is_public(config: &Config) -> bool {
    config.server.public_url.starts_with("https://") || !config.server.listen.ip().is_loopback()
}

fn server(server: &ServerConfig) -> Vec<ConfigProblem> {
    let mut problems = Vec::new();
    let url = &server.public_url;
    match web_address(url) {
        None if url.is_empty() => {}
        None => problems.push(problem("server.public_url", no_web_address(url))),
        // Pages are at the root of the host, so that a path would break every link.
        Some(address) => {
            let origin = address.origin().ascii_serialization();
            if url.strip_suffix('/').unwrap_or(url) != origin {
                problems.push(problem("server.public_url", format!("{} must be written as {origin:?}", quoted(url))));
            }
        }
    }
    problems
}

fn store(store: &StoreConfig) -> Vec<ConfigProblem> {
    let mut problems = Vec::new();
    // A relative path would name another folder in each working folder.
    if !store.data_dir.is_empty() && !Path::new(&store.data_dir).is_absolute() {
        let reason = format!("{:?} is not an absolute path, such as {SYSTEM_DATA}", store.data_dir);
        problems.push(problem("store.data_dir", reason));
    }
    if !store.url.is_empty()
        && let Err(reason) = database_address::check(&store.url)
    {
        problems.push(problem("store.url", reason));
    }
    if !store.ca_file.is_empty() && !has_pem(Path::new(&store.ca_file), "CERTIFICATE-----") {
        problems.push(problem("store.ca_file", "no readable file with PEM certificates; correct the path".into()));
    }
    if store.connections < 4 {
        problems.push(problem("store.connections", "must be at least 4".into()));
    }
    problems
}

fn web_address(text: &str) -> Option<Url> {
    Url::parse(text).ok().filter(|url| matches!(url.scheme(), "http" | "https") && url.host().is_some())
}

fn no_web_address(text: &str) -> String {
    format!("{} {}", quoted(text), outgoing_address::reason(text, "http:// or https://"))
}

fn site(site: &SiteConfig) -> Vec<ConfigProblem> {
    let mut problems = Vec::new();
    let mut refuse = |key: &str, reason: String| problems.push(problem(key, reason));
    if !site.contact_email.is_empty() && Email::parse(&site.contact_email).is_none() {
        refuse("site.contact_email", format!("{:?} is not an e-mail address", site.contact_email));
    }
    if !site.developer_url.is_empty() && web_address(&site.developer_url).is_none() {
        refuse("site.developer_url", no_web_address(&site.developer_url));
    }
    for reason in legal::problems(&site.legal_dir) {
        refuse("site.legal_dir", reason);
    }
    if site.launch_instant().is_none() {
        let example = SiteConfig::default().launch_at;
        refuse("site.launch_at", format!("{:?} is not an instant, such as {example}", site.launch_at));
    }
    for link in &site.social_links {
        if web_address(link).is_none_or(|url| url.scheme() != "https") {
            refuse("site.social_links", format!("{} {}", quoted(link), outgoing_address::reason(link, "https://")));
        }
    }
    for (place, testimonial) in site.testimonials.iter().enumerate() {
        for (field, reason) in testimonial.problems() {
            refuse(&format!("site.testimonials[{place}].{field}"), reason);
        }
    }
    problems
}

/// Checks that the privacy page of a public site names the controller (GDPR, art. 13 para. 1 lit. a).
fn controller(config: &Config) -> Vec<ConfigProblem> {
    let site = &config.site;
    let is_public = config.server.public_url.starts_with("https://");
    let is_missing = is_public && site.developer_name.trim().is_empty() && site.legal_dir.is_empty();
    let reason = "the privacy page of a public site (server.public_url) must name who runs it";
    is_missing.then(|| problem("site.developer_name", reason.into())).into_iter().collect()
}

fn fetch(fetch: &FetchConfig) -> Vec<ConfigProblem> {
    let mut problems = Vec::new();
    for host in &fetch.allowed_hosts {
        let reason = match url::Host::parse(host) {
            Ok(url::Host::Domain(ascii)) if ascii == *host => continue,
            Ok(url::Host::Domain(ascii)) => format!("{host:?} must be written as {ascii:?}"),
            _ => format!("{host:?} is not a host name"),
        };
        problems.push(problem("fetch.allowed_hosts", reason));
    }
    problems
}

fn log(log: &LogConfig) -> Vec<ConfigProblem> {
    let mut problems = Vec::new();
    if log.level.parse::<tracing_subscriber::EnvFilter>().is_err() {
        problems.push(problem("log.level", format!("{:?} is not a level or filter, such as info", log.level)));
    }
    problems
}

/// Checks numbers that must not be zero or too large.
fn numbers(config: &Config) -> Vec<ConfigProblem> {
    let numbers = [
        ("server.request_timeout_secs", config.server.request_timeout_secs),
        ("server.idle_timeout_secs", config.server.idle_timeout_secs),
        ("server.max_body_bytes", config.server.max_body_bytes),
        ("store.cache_mib", config.store.cache_mib),
        ("fetch.timeout_secs", config.fetch.timeout_secs),
        ("fetch.max_bytes", config.fetch.max_bytes),
        ("sources.timeout_secs", config.sources.timeout_secs),
        ("sources.max_bytes", config.sources.max_bytes),
        ("limits.subscribe_per_hour", config.limits.subscribe_per_hour.into()),
        ("limits.fetch_pdf_per_minute", config.limits.fetch_pdf_per_minute.into()),
        ("limits.analytics_per_minute", config.limits.analytics_per_minute.into()),
        ("limits.report_per_hour", config.limits.report_per_hour.into()),
        ("limits.links_per_minute", config.limits.links_per_minute.into()),
        ("limits.marks_per_minute", config.limits.marks_per_minute.into()),
        ("mail.timeout_secs", config.mail.timeout_secs),
        ("analytics.keep_days", config.analytics.keep_days.into()),
    ];
    let zeros = numbers.into_iter().filter(|(_, value)| *value == 0);
    let mut problems: Vec<_> = zeros.map(|(key, _)| problem(key, "must be at least 1".into())).collect();
    if config.analytics.keep_days > MAX_KEEP_DAYS {
        problems.push(problem("analytics.keep_days", format!("must be at most {MAX_KEEP_DAYS}")));
    }
    if config.notifications.max_age_days > MAX_KEEP_DAYS {
        problems.push(problem("notifications.max_age_days", format!("must be at most {MAX_KEEP_DAYS}")));
    }
    let ConcernsConfig { euro_rate, euro_rate_day, euro_rate_source } = &config.concerns;
    let is_set = [euro_rate, euro_rate_day, euro_rate_source].iter().any(|value| !value.is_empty());
    if is_set && config.concerns.rate().is_none() {
        let message = "needs a rate such as \"5.0985\", with euro_rate_day such as \"2025-12-31\" and euro_rate_source";
        problems.push(problem("concerns.euro_rate", message.into()));
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_of_days_is_within_the_calendar() {
        let reasons = |keep_days: u32| {
            let mut config = Config::default();
            config.analytics.keep_days = keep_days;
            problems(&config).iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(reasons(MAX_KEEP_DAYS), [""; 0]);
        assert_eq!(reasons(u32::MAX), ["analytics.keep_days: must be at most 36500"]);
        let today = jiff::civil::date(2026, 1, 1);
        let first = today.checked_sub(jiff::Span::new().days(i64::from(MAX_KEEP_DAYS)));
        assert!(first.is_ok_and(|first| first.year() > 1900));
    }

    #[test]
    fn a_rate_of_the_euro_has_its_day_and_source() {
        let reasons = |[euro_rate, euro_rate_day, euro_rate_source]: [&str; 3]| {
            let [euro_rate, euro_rate_day, euro_rate_source] =
                [euro_rate, euro_rate_day, euro_rate_source].map(str::to_owned);
            let concerns = ConcernsConfig { euro_rate, euro_rate_day, euro_rate_source };
            let config = Config { concerns, ..Config::default() };
            problems(&config).into_iter().map(|problem| problem.key).collect::<Vec<_>>()
        };
        for good in [["", "", ""], ["5.0985", "2025-12-31", "BNR"]] {
            assert_eq!(reasons(good), [""; 0]);
        }
        for bad in [["5.0985", "", ""], ["", "2025-12-31", "BNR"], ["5,09", "2025-12-31", "BNR"], ["5.09", "x", "BNR"]]
        {
            assert_eq!(reasons(bad), ["concerns.euro_rate"], "{bad:?}");
        }
    }

    #[test]
    fn the_public_address_is_a_plain_origin() {
        let reasons = |url: &str| {
            let server = ServerConfig { public_url: url.into(), ..ServerConfig::default() };
            super::server(&server).into_iter().map(|problem| problem.reason).collect::<Vec<_>>()
        };
        for good in ["", "https://p.ro", "https://p.ro/", "http://127.0.0.1:8080", "http://[::1]:8080"] {
            assert_eq!(reasons(good), [""; 0], "{good}");
        }
        for (bad, origin) in [
            ("https://P.ro", "https://p.ro"),
            ("https://p.ro:443", "https://p.ro"),
            ("https://p.ro/legi", "https://p.ro"),
            ("https://p.ro?x=1", "https://p.ro"),
            ("https://ana@p.ro", "https://p.ro"),
            ("https://știri.ro", "https://xn--tiri-pxb.ro"),
        ] {
            assert_eq!(reasons(bad), [format!("{} must be written as {origin:?}", quoted(bad))]);
        }
        for bad in ["p.ro", "ftp://p.ro", "javascript:alert(1)"] {
            let reason = "is not an address that begins with http:// or https://";
            assert_eq!(reasons(bad), [format!("{bad:?} {reason}")]);
        }
        for (bad, reason) in [("https://", "empty host"), ("https://p.ro:99999", "invalid port number")] {
            assert_eq!(reasons(bad), [format!("{bad:?} is not an address: {reason}")]);
        }
    }
}
