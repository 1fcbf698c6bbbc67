//! Storing a large file in parts: a lost connection costs a part, and S3 takes at most 5 GB in one request.

use std::io::SeekFrom;
use std::path::Path;
use std::time::Duration;

use reqwest::header::{CONTENT_LENGTH, ETAG};
use reqwest::{Body, Response, StatusCode};
use rusty_s3::S3Action;
use rusty_s3::actions::{CompleteMultipartUploadResponse, CreateMultipartUpload};
use tokio::io::{AsyncReadExt, AsyncSeekExt};
use tokio_util::io::ReaderStream;

use super::client::{MAX_REASON, ObjectStorage, SIGNED_FOR, TIMEOUT, code_of, timeout, unreadable};
use crate::error::Result;
use crate::http_client;

/// Bytes of a part, and the largest file that is sent in one request. S3 takes parts of at least 5 MiB.
const PART_BYTES: u64 = 16 << 20;
/// Most parts of a file; source: Amazon S3 User Guide, "Amazon S3 multipart upload limits".
const MAX_PARTS: u64 = 10_000;
/// Pauses before a part is sent again.
const PAUSES: [Duration; 3] = [Duration::from_millis(200), Duration::from_secs(2), Duration::from_secs(20)];

/// A piece of a file, numbered from 1.
struct FilePart {
    number: u16,
    from: u64,
    length: u64,
}

/// Whether a file of this size is stored in parts.
pub fn needs_parts(size: u64) -> bool {
    size > PART_BYTES
}

/// The parts of a file.
fn parts(size: u64) -> impl Iterator<Item = FilePart> {
    let most = PART_BYTES.max(size.div_ceil(MAX_PARTS));
    let starts = (0..size).step_by(usize::try_from(most).unwrap_or(usize::MAX));
    starts.zip(1..).map(move |(from, number)| FilePart { number, from, length: most.min(size - from) })
}

impl ObjectStorage {
    /// Begins to store a file under this name and returns the id of the upload. The storage keeps its parts until
    /// [`Self::put_parts`] has ended or [`Self::abandon`] removes them.
    pub async fn begin(&self, name: &str) -> Result<String> {
        let key = self.key(name);
        let url = self.bucket.create_multipart_upload(Some(&self.credentials), &key).sign(SIGNED_FOR);
        let sent = self.client.post(url).header(CONTENT_LENGTH, 0).timeout(TIMEOUT).send().await;
        let body = self.text(name, self.accepted("store", name, sent).await?).await?;
        let begun = CreateMultipartUpload::parse_response(&body);
        let begun = begun.map_err(|error| self.failed("store", name).caused_by(anyhow::anyhow!("{error}")))?;
        Ok(begun.upload_id().to_owned())
    }

    /// Stores the file under this name by the upload that has begun, in place of another one.
    pub async fn put_parts(&self, name: &str, upload: &str, file: &Path) -> Result<()> {
        let size = tokio::fs::metadata(file).await.map_err(|error| unreadable(file, error))?.len();
        let mut etags = Vec::new();
        for part in parts(size) {
            etags.push(self.put_part(name, upload, file, &part).await?);
        }
        let key = self.key(name);
        let tags = etags.iter().map(String::as_str);
        let action = self.bucket.complete_multipart_upload(Some(&self.credentials), &key, upload, tags);
        let request = self.client.post(action.sign(SIGNED_FOR)).timeout(timeout(size)).body(action.body());
        let body = self.text(name, self.accepted("store", name, request.send().await).await?).await?;
        // S3 may notice an error after it has replied with 200.
        match CompleteMultipartUploadResponse::parse(&body) {
            Ok(_) => Ok(()),
            Err(_) => {
                let reason = anyhow::anyhow!("the storage did not join the parts{}", code_of(&body));
                Err(self.failed("store", name).caused_by(reason))
            }
        }
    }

    /// Removes the parts of an upload that has not ended. One that is not there is no error.
    pub async fn abandon(&self, name: &str, upload: &str) -> Result<()> {
        let key = self.key(name);
        let url = self.bucket.abort_multipart_upload(Some(&self.credentials), &key, upload).sign(SIGNED_FOR);
        let response = self.client.delete(url).timeout(TIMEOUT).send().await;
        if response.as_ref().is_ok_and(|response| response.status() == StatusCode::NOT_FOUND) {
            return Ok(());
        }
        self.accepted("remove the parts of", name, response).await.map(drop)
    }

    /// Stores a part, again if something passing prevents it, and returns its tag.
    async fn put_part(&self, name: &str, upload: &str, file: &Path, part: &FilePart) -> Result<String> {
        let mut pauses = PAUSES.into_iter();
        loop {
            let sent = self.send_part(name, upload, file, part).await?;
            if is_passing(&sent)
                && let Some(pause) = pauses.next()
            {
                tracing::info!(backup = name, part = part.number, "the storage did not take a part; it is sent again");
                tokio::time::sleep(pause).await;
                continue;
            }
            let response = self.accepted("store", name, sent).await?;
            let tag = response.headers().get(ETAG).and_then(|tag| tag.to_str().ok());
            let missing = || self.failed("store", name).caused_by(anyhow::anyhow!("the reply to a part has no ETag"));
            return tag.map(str::to_owned).ok_or_else(missing);
        }
    }

    async fn send_part(
        &self,
        name: &str,
        upload: &str,
        file: &Path,
        part: &FilePart,
    ) -> Result<reqwest::Result<Response>> {
        let mut opened = tokio::fs::File::open(file).await.map_err(|error| unreadable(file, error))?;
        opened.seek(SeekFrom::Start(part.from)).await.map_err(|error| unreadable(file, error))?;
        let key = self.key(name);
        let url = self.bucket.upload_part(Some(&self.credentials), &key, part.number, upload).sign(SIGNED_FOR);
        let request = self.client.put(url).header(CONTENT_LENGTH, part.length).timeout(timeout(part.length));
        Ok(request.body(Body::wrap_stream(ReaderStream::new(opened.take(part.length)))).send().await)
    }

    /// The text of a short reply.
    async fn text(&self, name: &str, response: Response) -> Result<String> {
        let body = http_client::read_body(response, MAX_REASON).await;
        let body = body.map_err(|error| self.broken("store", name, error))?.unwrap_or_default();
        Ok(String::from_utf8_lossy(&body).trim().to_owned())
    }
}

/// Whether the same request may succeed a little later.
fn is_passing(sent: &reqwest::Result<Response>) -> bool {
    sent.as_ref().map_or(true, |response| {
        let status = response.status();
        status.is_server_error() || [StatusCode::REQUEST_TIMEOUT, StatusCode::TOO_MANY_REQUESTS].contains(&status)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_of_a_file_follow_each_other_and_are_at_most_ten_thousand() {
        assert!(!needs_parts(PART_BYTES) && needs_parts(PART_BYTES + 1));
        for size in [PART_BYTES + 1, 2 * PART_BYTES, 5 << 30, MAX_PARTS * PART_BYTES, 1 << 40, (5 << 40) - 1] {
            let (mut end, mut count) = (0, 0);
            for part in parts(size) {
                count += 1;
                assert_eq!((part.from, u64::from(part.number)), (end, count));
                end += part.length;
            }
            assert!(end == size && count <= MAX_PARTS, "{size}: {count} parts up to {end}");
        }
    }
}
