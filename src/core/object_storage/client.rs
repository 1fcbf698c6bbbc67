//! The client of a storage. Requests carry their signature in the address, which is valid for an hour; errors never
//! show it.

use std::path::Path;
use std::time::Duration;

use data_encoding::HEXLOWER;
use reqwest::header::CONTENT_LENGTH;
use reqwest::{Body, Client, Response, StatusCode};
use rusty_s3::actions::ListObjectsV2;
use rusty_s3::{Bucket, Credentials, S3Action, UrlStyle};
use sha2::{Digest, Sha256};
use tokio::io::AsyncWriteExt;
use tokio_util::io::ReaderStream;
use url::Url;

use crate::config::S3Config;
use crate::error::{Error, Result};
use crate::http_client;

const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
pub(super) const SIGNED_FOR: Duration = Duration::from_secs(60 * 60);
/// A request may take this long, and a second more for each [`SLOWEST_BYTES_PER_SEC`] bytes.
pub(super) const TIMEOUT: Duration = Duration::from_secs(60);
const SLOWEST_BYTES_PER_SEC: u64 = 64 << 10;
/// Longer than a list of a thousand names, the most in one reply.
const MAX_LIST: u64 = 4 << 20;
/// Longer than the reason of a refusal.
pub(super) const MAX_REASON: u64 = 16 << 10;

/// The client of a storage.
pub struct ObjectStorage {
    pub(super) bucket: Bucket,
    pub(super) credentials: Credentials,
    /// Empty, or with a slash at its end.
    prefix: String,
    pub(super) client: Client,
}

/// Size and SHA-256 of a stored file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ObjectDigest {
    pub size_bytes: u64,
    pub sha256: String,
}

impl ObjectStorage {
    /// The configured storage, if there is one.
    ///
    /// # Errors
    /// `internal` for settings that were not checked.
    pub fn new(config: &S3Config) -> Result<Option<Self>> {
        if !config.is_enabled() {
            return Ok(None);
        }
        let failed = |error: anyhow::Error| Error::internal("making the client of the storage", error);
        let endpoint: Url = config.s3_endpoint.parse().map_err(|error: url::ParseError| failed(error.into()))?;
        // The name of the bucket in the path: no other host than the configured one is called.
        let bucket = Bucket::new(endpoint, UrlStyle::Path, config.s3_bucket.clone(), config.s3_region.clone())
            .map_err(|error| failed(anyhow::anyhow!("{error}")))?;
        let client = http_client::builder().connect_timeout(CONNECT_TIMEOUT).build();
        let prefix = match config.s3_prefix.trim_end_matches('/') {
            "" => String::new(),
            prefix => format!("{prefix}/"),
        };
        Ok(Some(Self {
            bucket,
            credentials: Credentials::new(config.s3_access_key.clone(), config.s3_secret_key.clone()),
            prefix,
            client: client.map_err(|error| failed(error.into()))?,
        }))
    }

    /// The address of the folder, without secrets.
    pub fn address(&self) -> String {
        format!("{}{}", self.bucket.base_url(), self.prefix)
    }

    /// Stores the file under this name by one request, in place of another one.
    pub async fn put(&self, name: &str, file: &Path) -> Result<()> {
        let opened = tokio::fs::File::open(file).await.map_err(|error| unreadable(file, error))?;
        let size = opened.metadata().await.map_err(|error| unreadable(file, error))?.len();
        let key = self.key(name);
        let url = self.bucket.put_object(Some(&self.credentials), &key).sign(SIGNED_FOR);
        let request = self.client.put(url).header(CONTENT_LENGTH, size).timeout(timeout(size));
        let response = request.body(Body::wrap_stream(ReaderStream::new(opened))).send().await;
        self.accepted("store", name, response).await.map(drop)
    }

    /// Reads the stored file and returns its digest; `None` if there is none. `size` is the expected size.
    pub async fn digest(&self, name: &str, size: u64) -> Result<Option<ObjectDigest>> {
        let Some(mut response) = self.get(name, size).await? else { return Ok(None) };
        let (mut digest, mut size_bytes) = (Sha256::new(), 0);
        while let Some(chunk) = response.chunk().await.map_err(|error| self.broken("read", name, error))? {
            digest.update(&chunk);
            size_bytes += chunk.len() as u64;
        }
        Ok(Some(ObjectDigest { size_bytes, sha256: HEXLOWER.encode(&digest.finalize()) }))
    }

    /// Copies the stored file to `target`. Returns whether there is one.
    pub async fn download(&self, name: &str, target: std::fs::File) -> Result<bool> {
        let size = self.list().await?.into_iter().find(|(found, _)| found == name).map_or(0, |(_, size)| size);
        let Some(mut response) = self.get(name, size).await? else { return Ok(false) };
        let mut target = tokio::fs::File::from_std(target);
        let unwritable = |error| Error::unavailable(format!("cannot write a copy of {name}")).caused_by(error);
        while let Some(chunk) = response.chunk().await.map_err(|error| self.broken("read", name, error))? {
            target.write_all(&chunk).await.map_err(unwritable)?;
        }
        target.flush().await.map_err(unwritable)?;
        Ok(true)
    }

    /// Removes the stored file, if there is one.
    pub async fn remove(&self, name: &str) -> Result<()> {
        let key = self.key(name);
        let url = self.bucket.delete_object(Some(&self.credentials), &key).sign(SIGNED_FOR);
        let response = self.client.delete(url).timeout(TIMEOUT).send().await;
        self.accepted("remove", name, response).await.map(drop)
    }

    /// The names and sizes of the files in the folder.
    pub async fn list(&self) -> Result<Vec<(String, u64)>> {
        let (mut found, mut next) = (Vec::new(), None::<String>);
        loop {
            let response = self.client.get(self.list_url(next.as_deref())).timeout(TIMEOUT).send().await;
            let response = self.accepted("list", "backups", response).await?;
            let body = http_client::read_body(response, MAX_LIST).await;
            let body = body.map_err(|error| self.broken("list", "backups", error))?.unwrap_or_default();
            let page = ListObjectsV2::parse_response(&String::from_utf8_lossy(&body));
            let page = page.map_err(|error| self.failed("list", "backups").caused_by(anyhow::anyhow!("{error}")))?;
            found.extend(page.contents.into_iter().filter_map(|object| {
                let name = object.key.strip_prefix(&self.prefix)?.to_owned();
                Some((name, object.size.unwrap_or(0)))
            }));
            next = page.next_continuation_token;
            if next.is_none() {
                return Ok(found);
            }
        }
    }

    /// The address of a page of the list.
    fn list_url(&self, next: Option<&str>) -> Url {
        let mut action = self.bucket.list_objects_v2(Some(&self.credentials));
        action.with_prefix(self.prefix.as_str());
        action.with_delimiter("/");
        if let Some(token) = next {
            action.with_continuation_token(token);
        }
        action.sign(SIGNED_FOR)
    }

    pub(super) fn key(&self, name: &str) -> String {
        format!("{}{name}", self.prefix)
    }

    async fn get(&self, name: &str, size: u64) -> Result<Option<Response>> {
        let key = self.key(name);
        let url = self.bucket.get_object(Some(&self.credentials), &key).sign(SIGNED_FOR);
        let response = self.client.get(url).timeout(timeout(size)).send().await;
        if response.as_ref().is_ok_and(|response| response.status() == StatusCode::NOT_FOUND) {
            return Ok(None);
        }
        self.accepted("read", name, response).await.map(Some)
    }

    /// The response, if it is a success.
    pub(super) async fn accepted(&self, action: &str, name: &str, sent: reqwest::Result<Response>) -> Result<Response> {
        let response = sent.map_err(|error| self.broken(action, name, error))?;
        let status = response.status();
        if status.is_success() {
            return Ok(response);
        }
        let body = http_client::read_body(response, MAX_REASON).await.ok().flatten().unwrap_or_default();
        let body = String::from_utf8_lossy(&body);
        let reason = anyhow::anyhow!("the storage replied with status {}{}", status.as_u16(), code_of(&body));
        Err(self.failed(action, name).caused_by(reason))
    }

    pub(super) fn broken(&self, action: &str, name: &str, error: reqwest::Error) -> Error {
        // The address has the signature.
        self.failed(action, name).caused_by(error.without_url())
    }

    pub(super) fn failed(&self, action: &str, name: &str) -> Error {
        Error::unavailable(format!("cannot {action} {name} at {}", self.address()))
    }
}

/// The time within which a reply or a body of this size must arrive.
pub(super) fn timeout(size: u64) -> Duration {
    TIMEOUT + Duration::from_secs(size / SLOWEST_BYTES_PER_SEC)
}

pub(super) fn unreadable(file: &Path, error: std::io::Error) -> Error {
    Error::unavailable(format!("cannot read {}", file.display())).caused_by(error)
}

/// The code in the body of a refusal, in brackets after a space; empty if there is none.
pub(super) fn code_of(body: &str) -> String {
    between(body, "<Code>", "</Code>").map(|code| format!(" ({code})")).unwrap_or_default()
}

/// The short text between two tags, without control characters.
fn between<'a>(text: &'a str, open: &str, close: &str) -> Option<&'a str> {
    let (_, rest) = text.split_once(open)?;
    let (inside, _) = rest.split_once(close)?;
    (inside.len() <= 100 && !inside.chars().any(char::is_control)).then_some(inside)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slow_line_has_time_for_a_large_backup() {
        assert_eq!(timeout(0), TIMEOUT);
        assert_eq!(timeout(64 << 20), TIMEOUT + Duration::from_secs(1024));
    }

    #[test]
    fn the_reason_of_a_refusal_is_short() {
        let reason = |text: &str| between(text, "<Code>", "</Code>").map(str::to_owned);
        assert_eq!(reason("<Error><Code>AccessDenied</Code></Error>").as_deref(), Some("AccessDenied"));
        assert_eq!(reason(&format!("<Code>{}</Code>", "x".repeat(101))), None);
        assert_eq!(reason("<html>"), None);
    }

    #[test]
    fn the_address_names_the_folder_and_no_secret() {
        let config = S3Config {
            s3_endpoint: "https://s3.example.com".into(),
            s3_bucket: "copii".into(),
            s3_prefix: "paragraf".into(),
            s3_access_key: "AKIA".into(),
            s3_secret_key: "s3cret".into(),
            ..S3Config::default()
        };
        let storage = ObjectStorage::new(&config).expect("a client").expect("a storage");
        assert_eq!(storage.address(), "https://s3.example.com/copii/paragraf/");
        assert!(ObjectStorage::new(&S3Config::default()).expect("none").is_none());
    }
}
