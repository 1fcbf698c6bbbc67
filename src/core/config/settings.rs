//! The settings by section, with their defaults.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;

use ipnet::IpNet;
use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use url::{Host, Url};

use super::accounts::AccountsConfig;
use super::backup::BackupConfig;
use super::captcha::CaptchaConfig;
use super::explain::ExplainConfig;
use super::mail::MailConfig;
use super::sms::SmsConfig;
use super::sources::SourcesConfig;
use super::testimonials::Testimonial;
use super::{ehlo_name, empty_as_none, network};
use crate::domain::Language;
use crate::domain::concern::EuroRate;

/// All settings. An empty string means "not configured".
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Config {
    /// The file that was read.
    #[serde(skip)]
    pub file: Option<PathBuf>,
    pub server: ServerConfig,
    pub store: StoreConfig,
    pub backup: BackupConfig,
    pub site: SiteConfig,
    pub accounts: AccountsConfig,
    pub sms: SmsConfig,
    pub captcha: CaptchaConfig,
    pub analytics: AnalyticsConfig,
    pub notifications: NotificationsConfig,
    pub concerns: ConcernsConfig,
    pub fetch: FetchConfig,
    pub sources: SourcesConfig,
    pub explain: ExplainConfig,
    pub limits: LimitsConfig,
    pub mail: MailConfig,
    pub log: LogConfig,
}

/// The public server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ServerConfig {
    /// Address and port; port 0 picks a free one.
    #[serde(deserialize_with = "network::address")]
    pub listen: SocketAddr,
    /// Base of links in feeds, mails and `canonical`; empty: `http://<listen>`.
    pub public_url: String,
    /// Address and port of the Prometheus metrics, served without authentication.
    #[serde(serialize_with = "empty_as_none::serialize", deserialize_with = "network::optional_address")]
    pub metrics_listen: Option<SocketAddr>,
    /// Address for mails about conditions; empty: [`SiteConfig::contact_email`].
    pub operator_email: String,
    /// Language of these mails.
    pub operator_language: Language,
    /// Networks whose `X-Forwarded-For` is trusted.
    #[serde(deserialize_with = "network::networks")]
    pub trusted_proxies: Vec<IpNet>,
    pub request_timeout_secs: u64,
    /// Time after which an idle connection is closed.
    pub idle_timeout_secs: u64,
    /// Largest request body that the public server accepts.
    pub max_body_bytes: u64,
    /// Time that open requests have to finish after the stop signal.
    pub stop_timeout_secs: u64,
}

/// Where the content is kept: an embedded database, or PostgreSQL.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoreConfig {
    /// Folder of the store, socket, backups and cache; empty: see [`Config::data_dir`].
    pub data_dir: String,
    /// Memory for cached pages of the file.
    pub cache_mib: u64,
    /// Address of a PostgreSQL database that several processes share, `postgres://user@host1,host2/database`; empty: a
    /// file in the data folder.
    pub url: String,
    pub password: String,
    /// File with the password, in place of `password`.
    pub password_file: String,
    /// File with the certificates (PEM) of the authority that the database's certificate names; empty: the public ones.
    pub ca_file: String,
    /// Most connections of this process to the database.
    pub connections: u64,
}

/// The operator's details and texts on the pages. Empty fields are not shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SiteConfig {
    pub contact_email: String,
    pub contact_phone: String,
    pub developer_name: String,
    pub developer_url: String,
    pub city: String,
    pub country: String,
    /// E-mail or https address for reports of vulnerabilities, published with `security_expires`.
    pub security_contact: String,
    /// Instant until which the contact is valid, in RFC 3339.
    pub security_expires: String,
    /// Folder with Markdown files that replace the built-in privacy policy and terms.
    pub legal_dir: String,
    /// Instant to which the landing page counts down, in RFC 3339.
    pub launch_at: String,
    /// Links in the footer, each shown as its host name.
    pub social_links: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub testimonials: Vec<Testimonial>,
    /// Whether the details above are samples of a demonstration.
    #[serde(skip)]
    pub has_sample_details: bool,
}

impl SiteConfig {
    /// Parses [`SiteConfig::launch_at`]; `None` only for a configuration that was not checked.
    pub fn launch_instant(&self) -> Option<Timestamp> {
        self.launch_at.parse().ok()
    }
}

/// First-party analytics of readers who consented.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnalyticsConfig {
    pub enabled: bool,
    /// Number of days kept, including today.
    pub keep_days: u32,
}

/// Notifications of new articles.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NotificationsConfig {
    /// An article published more days ago than this creates no notification.
    pub max_age_days: u32,
}

/// What readers' answers are compared with.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConcernsConfig {
    /// Lei for a euro, such as `5.0985`.
    pub euro_rate: String,
    /// The day of the rate, such as `2025-12-31`.
    pub euro_rate_day: String,
    /// Who published the rate, as reasons name it.
    pub euro_rate_source: String,
}

/// Fetching of the PDF files that articles name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FetchConfig {
    /// Hosts an article's `file_url` may name.
    pub allowed_hosts: Vec<String>,
    pub timeout_secs: u64,
    pub max_bytes: u64,
    /// Disk space for fetched files; the oldest are removed first.
    pub cache_bytes: u64,
}

/// Rate limits for each client network.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LimitsConfig {
    pub subscribe_per_hour: u32,
    pub fetch_pdf_per_minute: u32,
    pub analytics_per_minute: u32,
    pub report_per_hour: u32,
    /// Calls that carry the token of a mailed link.
    pub links_per_minute: u32,
    /// Likes, bookmarks and follows of one account.
    pub marks_per_minute: u32,
}

/// The log on standard error.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogConfig {
    /// `error`, `warn`, `info`, `debug`, or a filter such as `info,paragraf::store=debug`.
    pub level: String,
    pub format: LogFormat,
}

/// Format of log lines.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LogFormat {
    /// Text on a terminal, else JSON.
    #[default]
    Auto,
    Text,
    Json,
}

impl ServerConfig {
    /// Whether readers reach the site over the internet: it has an https address, and not one of this machine.
    pub fn is_public_site(&self) -> bool {
        let address = Url::parse(&self.public_url).ok().filter(|address| address.scheme() == "https");
        address.is_some_and(|address| match address.host() {
            Some(Host::Domain(name)) => name != "localhost" && !name.ends_with(".localhost"),
            Some(Host::Ipv4(ip)) => !ip.is_loopback(),
            Some(Host::Ipv6(ip)) => !ip.is_loopback(),
            None => false,
        })
    }

    /// Whether readers come through a proxy, because the server itself serves no TLS, but no proxy is trusted.
    pub fn lacks_trusted_proxy(&self) -> bool {
        self.public_url.starts_with("https://") && self.trusted_proxies.is_empty()
    }
}

impl Default for ServerConfig {
    fn default() -> Self {
        Self {
            listen: (Ipv4Addr::LOCALHOST, 8080).into(),
            public_url: String::new(),
            metrics_listen: None,
            operator_email: String::new(),
            operator_language: Language::Ro,
            trusted_proxies: vec![],
            request_timeout_secs: 30,
            idle_timeout_secs: 60,
            max_body_bytes: 65_536,
            stop_timeout_secs: 10,
        }
    }
}

impl Default for StoreConfig {
    fn default() -> Self {
        Self {
            data_dir: String::new(),
            cache_mib: 8,
            url: String::new(),
            password: String::new(),
            password_file: String::new(),
            ca_file: String::new(),
            connections: 8,
        }
    }
}

impl Default for SiteConfig {
    fn default() -> Self {
        Self {
            contact_email: String::new(),
            contact_phone: String::new(),
            developer_name: String::new(),
            developer_url: String::new(),
            legal_dir: String::new(),
            city: String::new(),
            country: String::new(),
            security_contact: String::new(),
            security_expires: String::new(),
            launch_at: "2025-01-14T00:24:00Z".into(),
            social_links: vec![],
            testimonials: vec![],
            has_sample_details: false,
        }
    }
}

impl Default for AnalyticsConfig {
    fn default() -> Self {
        Self { enabled: true, keep_days: 400 }
    }
}

impl ConcernsConfig {
    /// The rate of the euro; `None` without one, or if the settings are not usable.
    pub fn rate(&self) -> Option<EuroRate> {
        EuroRate::parse(&self.euro_rate, self.euro_rate_day.parse().ok()?, &self.euro_rate_source)
    }

    /// The rate at which thresholds are compared on this day.
    pub fn rate_on(&self, today: Date) -> Option<EuroRate> {
        self.rate().filter(|rate| rate.serves(today))
    }
}

impl Default for NotificationsConfig {
    fn default() -> Self {
        Self { max_age_days: 14 }
    }
}

impl Default for FetchConfig {
    fn default() -> Self {
        Self {
            allowed_hosts: ["monitoruloficial.ro", "www.monitoruloficial.ro", "legislatie.just.ro", "static.anaf.ro"]
                .map(Into::into)
                .to_vec(),
            timeout_secs: 20,
            max_bytes: 50 << 20,
            cache_bytes: 500 << 20,
        }
    }
}

impl Default for LimitsConfig {
    fn default() -> Self {
        Self {
            subscribe_per_hour: 20,
            fetch_pdf_per_minute: 30,
            analytics_per_minute: 60,
            report_per_hour: 10,
            links_per_minute: 60,
            marks_per_minute: 120,
        }
    }
}

impl Default for LogConfig {
    fn default() -> Self {
        Self { level: "info".into(), format: LogFormat::Auto }
    }
}

impl Config {
    /// The public address without a trailing slash.
    pub fn public_url(&self) -> String {
        if self.server.public_url.is_empty() {
            format!("http://{}", self.server.listen)
        } else {
            self.server.public_url.trim_end_matches('/').to_owned()
        }
    }

    /// The name by which this server greets mail servers.
    pub fn ehlo_name(&self) -> String {
        match self.mail.ehlo_name.as_str() {
            "" => ehlo_name::of_url(&self.public_url()),
            name => name.to_owned(),
        }
    }
}
