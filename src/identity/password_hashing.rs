//! Password hashing with argon2id on blocking threads: at most half the cores at once, with a bounded queue.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _};
use argon2::{Algorithm, Argon2, Params, Version};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::error::{Error, Result};

/// Memory, passes and lanes of one hash (OWASP ASVS 5.0, 11.4.2).
const MEMORY_KIB: u32 = 47_104;
const PASSES: u32 = 1;
const LANES: u32 = 1;
/// Requests that may wait for a permit; further ones are refused.
const QUEUE_LEN: usize = 64;

/// Issues permits to hash passwords.
pub struct PasswordHasher {
    memory_kib: u32,
    permits: Arc<Semaphore>,
    waiting: AtomicUsize,
    hash_count: Arc<AtomicU64>,
}

impl Default for PasswordHasher {
    fn default() -> Self {
        Self::with_memory(MEMORY_KIB)
    }
}

/// The right to hash passwords, one at a time. Released on drop, but not while a hash is being computed.
pub struct HashPermit {
    memory_kib: u32,
    permit: Arc<OwnedSemaphorePermit>,
    hash_count: Arc<AtomicU64>,
}

/// The result of a password check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verification {
    pub matches: bool,
    /// Whether the hash was computed at a lower cost than today's.
    pub is_outdated: bool,
}

/// Counts a waiting request for as long as it lives, so that cancelled requests leave the queue.
struct Waiting<'a>(&'a AtomicUsize);

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl PasswordHasher {
    /// Hashes with this much memory. Servers use the default; tests about other things save the time.
    pub fn with_memory(memory_kib: u32) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            memory_kib,
            permits: Arc::new(Semaphore::new((cores / 2).max(1))),
            waiting: AtomicUsize::new(0),
            hash_count: Arc::default(),
        }
    }

    /// Waits for a permit.
    ///
    /// # Errors
    /// `unavailable` with `Retry-After` when the queue is full.
    pub async fn acquire(&self) -> Result<HashPermit> {
        let waiting = Waiting(&self.waiting);
        if self.waiting.fetch_add(1, Ordering::Relaxed) >= QUEUE_LEN {
            return Err(Error::unavailable("Too many people are signing in; try again in a moment.").retry_after(1));
        }
        let permit = Arc::clone(&self.permits).acquire_owned().await;
        drop(waiting);
        let permit = permit.map_err(|error| Error::internal("waiting for the password hasher", error))?;
        let (permit, hash_count) = (Arc::new(permit), Arc::clone(&self.hash_count));
        Ok(HashPermit { memory_kib: self.memory_kib, permit, hash_count })
    }

    /// The number of hashes computed so far.
    pub fn hash_count(&self) -> u64 {
        self.hash_count.load(Ordering::Relaxed)
    }
}

impl HashPermit {
    /// Hashes a password with a new salt into a PHC string.
    pub async fn hash(&self, password: &str) -> Result<String> {
        let (password, memory_kib) = (password.to_owned(), self.memory_kib);
        self.run(move || {
            let hash = argon2(memory_kib)?.hash_password(password.as_bytes()).map_err(failed)?;
            Ok(hash.to_string())
        })
        .await
    }

    /// Checks a password against a PHC string. `None` never matches, and costs the same work.
    pub async fn verify(&self, password: &str, phc: Option<String>) -> Result<Verification> {
        let (password, memory_kib) = (password.to_owned(), self.memory_kib);
        self.run(move || {
            let is_known = phc.is_some();
            let phc = phc.unwrap_or_else(|| dummy_hash(memory_kib));
            let hash = PasswordHash::new(&phc).map_err(failed)?;
            let matches = argon2(memory_kib)?.verify_password(password.as_bytes(), &hash).is_ok();
            Ok(Verification { matches: matches && is_known, is_outdated: is_outdated(&hash, memory_kib) })
        })
        .await
    }

    /// Runs the work on a blocking thread, which keeps the permit even if the request is cancelled meanwhile.
    async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> Result<T> + Send + 'static) -> Result<T> {
        self.hash_count.fetch_add(1, Ordering::Relaxed);
        let permit = Arc::clone(&self.permit);
        let done = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            work()
        });
        done.await.map_err(|error| Error::internal("hashing a password", error))?
    }
}

/// A hash that no password matches: checking an unknown account costs the same work.
fn dummy_hash(memory_kib: u32) -> String {
    let (salt, output) = ("A".repeat(22), "A".repeat(43));
    format!("$argon2id$v=19$m={memory_kib},t={PASSES},p={LANES}${salt}${output}")
}

fn argon2(memory_kib: u32) -> Result<Argon2<'static>> {
    let params = Params::new(memory_kib, PASSES, LANES, None)
        .map_err(|error| Error::internal("setting up the password hasher", anyhow::anyhow!("{error}")))?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

fn is_outdated(hash: &PasswordHash, memory_kib: u32) -> bool {
    let cost = |params: Params| u64::from(params.m_cost()) * u64::from(params.t_cost());
    hash.algorithm.as_str() != "argon2id"
        || Params::try_from(hash).map_or(true, |params| cost(params) < u64::from(memory_kib) * u64::from(PASSES))
}

fn failed(error: impl std::fmt::Display) -> Error {
    Error::internal("hashing a password", anyhow::anyhow!("{error}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorCode;

    #[tokio::test]
    async fn a_password_matches_only_its_own_hash() {
        let hasher = PasswordHasher::default();
        let permit = hasher.acquire().await.expect("a permit");
        let phc = permit.hash("o vrabie").await.expect("a hash");
        assert!(phc.starts_with("$argon2id$v=19$m=47104,t=1,p=1$"), "{phc}");
        let verify = async |password: &str, phc: Option<String>| permit.verify(password, phc).await.expect("a result");
        assert_eq!(verify("o vrabie", Some(phc.clone())).await, Verification { matches: true, is_outdated: false });
        assert!(!verify("o vrabie ", Some(phc)).await.matches);
        assert_eq!(verify("", None).await, Verification { matches: false, is_outdated: false });
        assert_eq!(hasher.hash_count(), 4);
        let params = Params::new(8, 1, 1, None).expect("parameters");
        let weak = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
        let weak = weak.hash_password(b"x").expect("a hash").to_string();
        assert_eq!(verify("x", Some(weak)).await, Verification { matches: true, is_outdated: true });
    }

    #[tokio::test]
    async fn a_full_queue_refuses_and_cancelled_requests_leave_it() {
        let hasher = PasswordHasher { permits: Arc::new(Semaphore::new(1)), ..PasswordHasher::default() };
        let permit = hasher.acquire().await.expect("a permit");
        let mut queue: Vec<_> = (0..QUEUE_LEN).map(|_| Box::pin(hasher.acquire())).collect();
        for waiting in &mut queue {
            assert!(futures_util::poll!(waiting).is_pending());
        }
        let refused = hasher.acquire().await.err().expect("the queue is full");
        assert_eq!((refused.code, refused.retry_after_secs), (ErrorCode::Unavailable, Some(1)));
        queue.pop();
        let mut late = Box::pin(hasher.acquire());
        assert!(futures_util::poll!(&mut late).is_pending());
        drop((permit, queue));
        late.await.expect("a permit");
    }
}
