//! The DNS records by which receiving servers decide whether to trust our mails: SPF (RFC 7208), DKIM (RFC 6376) and
//! DMARC (RFC 7489).

use std::fmt;

use data_encoding::BASE64;
use mail_auth::common::parse::TxtRecordParser;
use mail_auth::common::verify::DomainKey;
use mail_auth::dmarc::Dmarc;
use mail_auth::spf::Spf;
use serde::{Deserialize, Serialize};

use super::dkim;
use super::dns::TxtResolver;
use super::sender::Sender;
use crate::config::MailConfig;

/// A kind of record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RecordKind {
    Spf,
    Dkim,
    Dmarc,
}

/// What the DNS has at a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RecordState {
    Good,
    Missing,
    /// What is wrong with it.
    Wrong(String),
    /// Why it cannot be looked up.
    Unread(String),
}

/// A record of the sender's domain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SenderRecord {
    pub kind: RecordKind,
    /// The name in the DNS.
    pub name: String,
    pub state: RecordState,
}

impl fmt::Display for RecordKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Spf => "SPF",
            Self::Dkim => "DKIM",
            Self::Dmarc => "DMARC",
        })
    }
}

/// Looks up the records of the sender: SPF of the domain to which mails return, DKIM of the signing key if there is one,
/// DMARC of the domain in `From`.
pub async fn sender_records(resolver: &TxtResolver, config: &MailConfig, sender: &Sender) -> Vec<SenderRecord> {
    let mut records = vec![spf(resolver, domain(&sender.return_path)).await];
    if !config.dkim_key_file.is_empty() {
        records.push(dkim_record(resolver, config).await);
    }
    records.push(dmarc(resolver, domain(&sender.address)).await);
    records
}

fn domain(address: &str) -> &str {
    address.rsplit('@').next().unwrap_or_default()
}

async fn spf(resolver: &TxtResolver, domain: &str) -> SenderRecord {
    let found = resolver.look_up(domain).await;
    let state = judge(found, |record| is_version(record, "v=spf1"), |record| Spf::parse(record.as_bytes()).is_ok());
    SenderRecord { kind: RecordKind::Spf, name: domain.to_owned(), state }
}

/// The record of the domain, else of the nearest domain above it that has one.
async fn dmarc(resolver: &TxtResolver, mut domain: &str) -> SenderRecord {
    loop {
        let name = format!("_dmarc.{domain}");
        let found = resolver.look_up(&name).await;
        let state =
            judge(found, |record| is_version(record, "v=DMARC1"), |record| Dmarc::parse(record.as_bytes()).is_ok());
        let above = domain.split_once('.').map(|(_, above)| above).filter(|above| above.contains('.'));
        match (state, above) {
            (RecordState::Missing, Some(above)) => domain = above,
            (state, _) => return SenderRecord { kind: RecordKind::Dmarc, name, state },
        }
    }
}

async fn dkim_record(resolver: &TxtResolver, config: &MailConfig) -> SenderRecord {
    let name = format!("{}._domainkey.{}", config.dkim_selector, config.dkim_domain);
    let found = resolver.look_up(&name).await;
    let published = |record: &str| tag(record, "p").map(str::to_owned);
    let is_key = |record: &str| published(record).is_some();
    let mut state = judge(found.clone(), is_key, |record| DomainKey::parse(record.as_bytes()).is_ok());
    if state == RecordState::Good
        && let Ok(Some(own)) = dkim::public_key(config)
    {
        let keys = found.unwrap_or_default().into_iter().filter_map(|record| decoded(&published(&record)?));
        // The record of an RSA key holds it within a structure that names the algorithm.
        if !keys.into_iter().any(|key| key.ends_with(&own)) {
            state = RecordState::Wrong("it holds another key than mail.dkim_key_file".into());
        }
    }
    SenderRecord { kind: RecordKind::Dkim, name, state }
}

fn decoded(key: &str) -> Option<Vec<u8>> {
    let key: String = key.split_whitespace().collect();
    BASE64.decode(key.as_bytes()).ok()
}

/// Judges the records of one kind: there must be exactly one, which can be read.
fn judge(
    found: Result<Vec<String>, String>,
    is_of_kind: impl Fn(&str) -> bool,
    is_readable: impl Fn(&str) -> bool,
) -> RecordState {
    let found = match found {
        Ok(found) => found,
        Err(reason) => return RecordState::Unread(reason),
    };
    let of_kind: Vec<_> = found.iter().filter(|record| is_of_kind(record)).collect();
    match of_kind.as_slice() {
        [] => RecordState::Missing,
        [record] if is_readable(record) => RecordState::Good,
        [record] => RecordState::Wrong(format!("it cannot be read: {record}")),
        several => RecordState::Wrong(format!("there are {} of them, and receivers ignore all", several.len())),
    }
}

/// Whether the record begins with this version.
fn is_version(record: &str, version: &str) -> bool {
    let first = record.trim_start().split([';', ' ']).next().unwrap_or_default();
    first.eq_ignore_ascii_case(version)
}

/// The value of a tag in a list such as `v=DKIM1; k=rsa; p=MIIB`.
fn tag<'a>(record: &'a str, name: &str) -> Option<&'a str> {
    let tags = record.split(';').filter_map(|tag| tag.split_once('='));
    tags.into_iter().find(|(tag, _)| tag.trim() == name).map(|(_, value)| value.trim())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;

    async fn states(records: &[(&str, &str)], key: Option<&std::path::Path>) -> Vec<(String, RecordState)> {
        let mut fixed = std::collections::HashMap::<String, Vec<String>>::new();
        for (name, record) in records {
            fixed.entry((*name).to_owned()).or_default().push((*record).to_owned());
        }
        let mut config = Config::default();
        config.mail.from = "legi@stiri.example.ro".into();
        config.mail.bounces.bounce_address = "returned@bounce.example.ro".into();
        if let Some(key) = key {
            config.mail.dkim_key_file = key.display().to_string();
            (config.mail.dkim_selector, config.mail.dkim_domain) = ("p1".into(), "example.ro".into());
        }
        let sender = Sender::new(&config, "https://paragraf.example.ro");
        let found = sender_records(&TxtResolver::Fixed(fixed), &config.mail, &sender).await;
        found.into_iter().map(|record| (format!("{} {}", record.kind, record.name), record.state)).collect()
    }

    #[tokio::test]
    async fn each_record_is_looked_up_where_receivers_do() {
        let good = [
            ("bounce.example.ro", "google-site-verification=x"),
            ("bounce.example.ro", "v=spf1 ip4:192.0.2.1 -all"),
            ("_dmarc.example.ro", "v=DMARC1; p=quarantine"),
        ];
        let name = |text: &str| text.to_owned();
        assert_eq!(
            states(&good, None).await,
            [(name("SPF bounce.example.ro"), RecordState::Good), (name("DMARC _dmarc.example.ro"), RecordState::Good)]
        );
        let missing = states(&[("_dmarc.ro", "v=DMARC1; p=none")], None).await;
        assert!(missing.iter().all(|(_, state)| *state == RecordState::Missing), "{missing:?}");
    }

    #[tokio::test]
    async fn a_record_that_receivers_ignore_is_wrong() {
        for bad in [
            &[("bounce.example.ro", "v=spf1 include -all")][..],
            &[("bounce.example.ro", "v=spf1 -all"), ("bounce.example.ro", "v=spf1 mx -all")],
        ] {
            let found = states(bad, None).await;
            assert!(matches!(found[0].1, RecordState::Wrong(_)), "{found:?}");
        }
    }

    #[tokio::test]
    async fn the_published_key_must_be_ours() {
        let folder = tempfile::tempdir().expect("a folder");
        let pair = rcgen::KeyPair::generate_for(&rcgen::PKCS_ED25519).expect("a key");
        let path = folder.path().join("dkim.pem");
        std::fs::write(&path, pair.serialize_pem()).expect("written");
        let own = format!("v=DKIM1; k=ed25519; p={}", BASE64.encode(pair.public_key_raw()));
        let other = rcgen::KeyPair::generate_for(&rcgen::PKCS_ED25519).expect("a key");
        let other = format!("v=DKIM1; k=ed25519; p={}", BASE64.encode(other.public_key_raw()));
        let state = async |record: &str| {
            let found = states(&[("p1._domainkey.example.ro", record)], Some(&path)).await;
            found.into_iter().find(|(name, _)| name.starts_with("DKIM")).expect("a record").1
        };
        assert_eq!(state(&own).await, RecordState::Good);
        assert_eq!(state(&other).await, RecordState::Wrong("it holds another key than mail.dkim_key_file".into()));
        assert_eq!(state("v=DKIM1; k=ed25519").await, RecordState::Missing);
    }
}
