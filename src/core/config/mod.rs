//! Configuration: defaults, then the file, then the environment. All problems are reported at once.
//!
//! `config.example.toml` lists every key with its default; a test compares it with [`Config`].

mod account_policy;
mod account_warnings;
mod accounts;
mod accounts_check;
pub mod age_keys;
mod backup;
mod button_check;
mod captcha;
mod certificate_files;
mod certificates;
mod check;
pub mod database_address;
mod day_of_week;
mod demo;
mod ehlo_name;
mod email_method;
mod empty_as_none;
mod explain;
mod hidden_address;
mod hooks;
mod imap_account;
mod legal;
mod load;
mod mail;
mod mail_bounces;
mod mail_check;
mod mail_seed;
mod mail_sending;
mod mail_smtp;
mod merge;
mod network;
mod operator;
mod outgoing_address;
mod problem;
mod provider;
mod provider_check;
mod provider_config;
mod provider_endpoints_check;
mod provider_kind;
mod provider_shape;
mod providers;
mod rehearsal;
#[cfg(test)]
mod samples;
mod second_factor_policy;
mod secrets;
mod security_contact;
mod settings;
mod sms;
mod sms_gateway;
mod sources;
mod tenant;
mod tenant_check;
mod tenant_rules;
mod testimonials;
mod time_of_day;
mod unread;

pub use account_policy::AccountPolicy;
pub use accounts::{
    AccountsConfig, AutoLink, CredentialHelper, EmailPrivacy, SecurityProfile, SignInFlow, VerifyEmail,
};
pub use backup::{BackupConfig, S3Config};
pub use captcha::{CaptchaConfig, CaptchaKind};
pub use day_of_week::DayOfWeek;
pub use email_method::EmailMethod;
pub use explain::ExplainConfig;
pub use hooks::HooksConfig;
pub use imap_account::ImapAccount;
pub use legal::{LEGAL_FILES, read_legal_file};
pub use load::{DEFAULT_FILE, EXAMPLE, SYSTEM_FILE};
pub use mail::{MailConfig, Transport};
pub use mail_bounces::BounceConfig;
pub use mail_seed::SeedConfig;
pub use mail_smtp::{SmtpAccount, SmtpSecurity};
pub use merge::{Environment, merge};
pub use problem::ConfigProblem;
pub use provider::{Endpoints, NameIdFormat, ProfileFields, Provider, SamlAttributes, is_loopback};
pub use provider_config::ProviderConfig;
pub use provider_kind::ProviderKind;
pub use second_factor_policy::SecondFactorPolicy;
pub use secrets::Secrets;
pub use security_contact::SecurityContact;
pub use settings::{
    AnalyticsConfig, ConcernsConfig, Config, FetchConfig, LimitsConfig, LogConfig, LogFormat, NotificationsConfig,
    ServerConfig, SiteConfig, StoreConfig,
};
pub use sms::{SmsConfig, SmsMethod, SmsTransport};
pub use sms_gateway::parse_header;
pub use sources::SourcesConfig;
pub use tenant::{TenantChoice, TenantConfig};
pub use tenant_rules::TenantRules;
pub use testimonials::Testimonial;
pub use time_of_day::{QuietHours, TimeOfDay};
pub use unread::{UnreadSetting, stray_variables};
