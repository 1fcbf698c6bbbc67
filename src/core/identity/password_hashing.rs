//! Password hashing with argon2id on blocking threads: at most half the cores at once, with a bounded queue.
//!
//! A hash fills 46 MiB of memory. Hashes use the same buffers, one for each permit, as long as requests wait: an
//! allocator may keep the freed buffers of several threads.

use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::{Algorithm, Argon2, Block, Params, Version};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::hash_queue::HashQueue;
use crate::erased::on_blocking_thread;
use crate::error::{Error, Result};

/// Memory, passes and lanes of one hash (OWASP ASVS 5.0, 11.4.2).
const MEMORY_KIB: u32 = 47_104;
const PASSES: u32 = 1;
const LANES: u32 = 1;
/// How long a request may wait for a permit. On a busy machine it would otherwise end with the server's timeout, which
/// names no reason.
const LONGEST_WAIT: Duration = Duration::from_secs(10);

/// Issues permits to hash passwords.
// docs/decisions/0244
pub struct PasswordHasher {
    memory_kib: u32,
    longest_wait: Duration,
    permits: Arc<Semaphore>,
    shared: Arc<Shared>,
}

/// What requests, permits and running hashes share.
#[derive(Default)]
struct Shared {
    queue: HashQueue,
    hash_count: AtomicU64,
    /// Buffers that no hash uses; none unless requests wait.
    buffers: Mutex<Vec<Vec<Block>>>,
}

impl Shared {
    /// Runs a computation with a buffer.
    fn with_buffer<T>(&self, compute: impl FnOnce(&mut Vec<Block>) -> T) -> T {
        let buffers = || self.buffers.lock().unwrap_or_else(PoisonError::into_inner);
        let mut buffer = buffers().pop().unwrap_or_default();
        let result = compute(&mut buffer);
        if self.queue.is_empty() {
            buffers().clear();
        } else {
            buffers().push(buffer);
        }
        result
    }
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
    shared: Arc<Shared>,
}

/// The result of a password check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verification {
    pub matches: bool,
    /// Whether the hash was computed at a lower cost than today's.
    pub is_outdated: bool,
}

impl PasswordHasher {
    /// Hashes with this much memory. Servers use the default; tests about other things save the time.
    pub fn with_memory(memory_kib: u32) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let permits = Arc::new(Semaphore::new((cores / 2).max(1)));
        Self { memory_kib, longest_wait: LONGEST_WAIT, permits, shared: Arc::default() }
    }

    /// Waits for a permit, in turn with other networks.
    ///
    /// # Errors
    /// `unavailable` with `Retry-After` when the queue or the network's share of it is full, or does not move.
    pub async fn acquire(&self, network: IpAddr) -> Result<HashPermit> {
        let place = self.shared.queue.join(network).ok_or_else(overloaded)?;
        let permit = place.wait_for(Arc::clone(&self.permits).acquire_owned());
        let permit = tokio::time::timeout(self.longest_wait, permit).await;
        drop(place);
        let permit = permit.map_err(|_| overloaded())?;
        let permit = permit.map_err(|error| Error::internal("waiting for the password hasher", error))?;
        Ok(HashPermit { memory_kib: self.memory_kib, permit: Arc::new(permit), shared: Arc::clone(&self.shared) })
    }

    /// The number of hashes computed so far.
    pub fn hash_count(&self) -> u64 {
        self.shared.hash_count.load(Ordering::Relaxed)
    }
}

// docs/decisions/0257
impl HashPermit {
    /// Hashes a password with a new salt into a PHC string.
    pub async fn hash(&self, password: &str) -> Result<String> {
        let (password, memory_kib) = (password.to_owned(), self.memory_kib);
        self.run(move |buffer| {
            let params = params(memory_kib)?;
            let salt = Salt::generate();
            let hash = PasswordHash {
                algorithm: Algorithm::Argon2id.ident(),
                version: Some(Version::V0x13.into()),
                params: ParamsString::try_from(&params).map_err(failed)?,
                hash: Some(output(Algorithm::Argon2id, Version::V0x13, params, &password, &salt, buffer)?),
                salt: Some(salt),
            };
            Ok(hash.to_string())
        })
        .await
    }

    /// Checks a password against a PHC string. `None` never matches, and costs the same work.
    pub async fn verify(&self, password: &str, phc: Option<String>) -> Result<Verification> {
        let (password, memory_kib) = (password.to_owned(), self.memory_kib);
        self.run(move |buffer| {
            let is_known = phc.is_some();
            let phc = phc.unwrap_or_else(|| dummy_hash(memory_kib));
            let hash = PasswordHash::new(&phc).map_err(failed)?;
            let matches = is_password(&password, &hash, buffer).unwrap_or(false);
            Ok(Verification { matches: matches && is_known, is_outdated: is_outdated(&hash, memory_kib) })
        })
        .await
    }

    /// Runs the work on a blocking thread, which keeps the permit even if the request is cancelled meanwhile.
    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Vec<Block>) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        self.shared.hash_count.fetch_add(1, Ordering::Relaxed);
        let (permit, shared) = (Arc::clone(&self.permit), Arc::clone(&self.shared));
        let done = on_blocking_thread(move || {
            let _permit = permit;
            shared.with_buffer(work)
        });
        done.await.map_err(|error| Error::internal("hashing a password", error))?
    }
}

/// A hash that no password matches: checking an unknown account costs the same work.
fn dummy_hash(memory_kib: u32) -> String {
    let (salt, output) = ("A".repeat(22), "A".repeat(43));
    format!("$argon2id$v=19$m={memory_kib},t={PASSES},p={LANES}${salt}${output}")
}

fn params(memory_kib: u32) -> Result<Params> {
    let length = Params::DEFAULT_OUTPUT_LEN;
    Params::new(memory_kib, PASSES, LANES, Some(length))
        .map_err(|error| Error::internal("setting up the password hasher", anyhow::anyhow!("{error}")))
}

/// Computes a hash in the buffer, which grows as needed.
fn output(
    algorithm: Algorithm,
    version: Version,
    params: Params,
    password: &str,
    salt: &[u8],
    buffer: &mut Vec<Block>,
) -> Result<Output> {
    let blocks = params.block_count();
    if buffer.len() < blocks {
        // A larger vector would be copied with what it holds.
        *buffer = vec![Block::new(); blocks];
    }
    let mut output = vec![0; params.output_len().unwrap_or(Params::DEFAULT_OUTPUT_LEN)];
    let argon2 = Argon2::new(algorithm, version, params);
    let memory = &mut buffer[..blocks];
    argon2.hash_password_into_with_memory(password.as_bytes(), salt, &mut output, memory).map_err(failed)?;
    Output::new(&output).map_err(failed)
}

/// Whether the password has this hash, computed with the algorithm and parameters of the hash.
fn is_password(password: &str, hash: &PasswordHash, buffer: &mut Vec<Block>) -> Result<bool> {
    let (Some(salt), Some(expected)) = (&hash.salt, &hash.hash) else { return Ok(false) };
    let algorithm = Algorithm::try_from(hash.algorithm.as_str()).map_err(failed)?;
    let version = hash.version.map_or(Ok(Version::V0x13), Version::try_from).map_err(failed)?;
    let params = Params::try_from(hash).map_err(failed)?;
    // Outputs are compared in constant time.
    Ok(output(algorithm, version, params, password, salt, buffer)? == *expected)
}

fn is_outdated(hash: &PasswordHash, memory_kib: u32) -> bool {
    let cost = |params: Params| u64::from(params.m_cost()) * u64::from(params.t_cost());
    hash.algorithm.as_str() != "argon2id"
        || Params::try_from(hash).map_or(true, |params| cost(params) < u64::from(memory_kib) * u64::from(PASSES))
}

fn overloaded() -> Error {
    Error::unavailable("Too many people are signing in; try again in a moment.").retry_after(1)
}

fn failed(error: impl std::fmt::Display) -> Error {
    Error::internal("hashing a password", anyhow::anyhow!("{error}"))
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;
    use std::pin::Pin;
    use std::task::Poll;

    use argon2::PasswordHasher as _;

    use super::*;
    use crate::error::ErrorCode;

    type Acquiring<'a> = Pin<Box<dyn Future<Output = Result<HashPermit>> + 'a>>;

    const HERE: IpAddr = IpAddr::V4(Ipv4Addr::new(198, 51, 100, 7));
    const ELSEWHERE: IpAddr = IpAddr::V4(Ipv4Addr::new(203, 0, 113, 1));

    #[tokio::test]
    async fn a_password_matches_only_its_own_hash() {
        let hasher = PasswordHasher::default();
        let permit = hasher.acquire(HERE).await.expect("a permit");
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
    async fn hashes_use_the_same_memory_until_nobody_waits() {
        let hasher = PasswordHasher { permits: Arc::new(Semaphore::new(1)), ..PasswordHasher::with_memory(64) };
        let kept = || hasher.shared.buffers.lock().expect("the buffers").iter().map(Vec::len).collect::<Vec<_>>();
        let first = hasher.acquire(HERE).await.expect("a permit");
        let mut waiting = Box::pin(hasher.acquire(HERE));
        assert!(futures_util::poll!(&mut waiting).is_pending());
        let phc = first.hash("o vrabie").await.expect("a hash");
        assert_eq!(kept(), [64], "the waiting request needs it");
        drop(first);
        let second = waiting.await.expect("a permit");
        assert!(second.verify("o vrabie", Some(phc)).await.expect("a result").matches, "in the used memory");
        assert_eq!(kept(), [0; 0]);
    }

    /// Requests of one network that fill its share.
    async fn wait_until_refused(hasher: &PasswordHasher) -> Vec<Acquiring<'_>> {
        let mut waiting = Vec::new();
        for _ in 0..1000 {
            let mut request: Acquiring = Box::pin(hasher.acquire(HERE));
            match futures_util::poll!(&mut request) {
                Poll::Pending => waiting.push(request),
                Poll::Ready(_) => break,
            }
        }
        waiting
    }

    #[tokio::test]
    async fn the_requests_of_one_network_let_those_of_others_go_on() {
        let hasher = PasswordHasher { permits: Arc::new(Semaphore::new(1)), ..PasswordHasher::with_memory(64) };
        let permit = hasher.acquire(HERE).await.expect("a permit");
        let mut greedy = wait_until_refused(&hasher).await;
        let mut reader = Box::pin(hasher.acquire(ELSEWHERE));
        assert!(futures_util::poll!(&mut reader).is_pending(), "one hash runs");
        drop(permit);
        let first = greedy.remove(0).await.expect("the first of the line");
        for waiting in &mut greedy {
            assert!(futures_util::poll!(waiting).is_pending());
        }
        drop(first);
        let permit = reader.await.expect("the reader is next");
        drop((permit, greedy));
        assert!(hasher.shared.queue.is_empty());
    }

    #[tokio::test]
    async fn a_full_queue_refuses_and_cancelled_requests_leave_it() {
        let hasher = PasswordHasher { permits: Arc::new(Semaphore::new(1)), ..PasswordHasher::default() };
        let permit = hasher.acquire(HERE).await.expect("a permit");
        let mut queue = wait_until_refused(&hasher).await;
        let refused = hasher.acquire(HERE).await.err().expect("the queue is full");
        assert_eq!((refused.code, refused.retry_after_secs), (ErrorCode::Unavailable, Some(1)));
        queue.pop();
        let mut late = Box::pin(hasher.acquire(HERE));
        assert!(futures_util::poll!(&mut late).is_pending());
        drop((permit, queue));
        late.await.expect("a permit");
    }

    #[tokio::test]
    async fn a_queue_that_does_not_move_refuses_waiting_requests() {
        let longest_wait = Duration::from_millis(1);
        let hasher =
            PasswordHasher { longest_wait, permits: Arc::new(Semaphore::new(1)), ..PasswordHasher::with_memory(64) };
        let permit = hasher.acquire(HERE).await.expect("a permit");
        let refused = hasher.acquire(HERE).await.err().expect("a refusal");
        assert_eq!((refused.code, refused.retry_after_secs), (ErrorCode::Unavailable, Some(1)));
        assert!(hasher.shared.queue.is_empty(), "it has left the queue");
        drop(permit);
        hasher.acquire(HERE).await.expect("a permit");
    }
}
