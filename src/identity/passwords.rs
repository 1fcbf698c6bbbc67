//! Hashing passwords with argon2id: as many at once as half the cores allow, the others in a queue
//! that has an end.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::error::{Error, Result};

/// KiB of memory, passes and lanes of one hash (OWASP ASVS 5.0, 11.4.2).
const MEMORY_KIB: u32 = 47_104;
const PASSES: u32 = 1;
const LANES: u32 = 1;
/// Who comes when so many wait is told to come back.
const QUEUE: usize = 64;
/// A hash that no password has, with our parameters: an unknown account costs what a known one does.
const NOBODYS: &str =
    "$argon2id$v=19$m=47104,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// The hasher and its queue.
pub struct Passwords {
    places: Arc<Semaphore>,
    waiting: AtomicUsize,
    runs: Arc<AtomicU64>,
}

impl Default for Passwords {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            places: Arc::new(Semaphore::new((cores / 2).max(1))),
            waiting: AtomicUsize::new(0),
            runs: Arc::default(),
        }
    }
}

/// One's turn at the hasher; given back when dropped, but not while a hash is being made.
pub struct Turn {
    place: Arc<OwnedSemaphorePermit>,
    runs: Arc<AtomicU64>,
}

/// What a check found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Checked {
    pub matches: bool,
    /// The hash was made with less than is asked today.
    pub is_outdated: bool,
}

/// Stands in the queue for as long as it lives, so that who leaves is no longer counted.
struct Waiting<'a>(&'a AtomicUsize);

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Passwords {
    /// Waits for a turn.
    ///
    /// Errors: `unavailable` with a time to wait when the queue is full.
    pub async fn turn(&self) -> Result<Turn> {
        let waiting = Waiting(&self.waiting);
        if self.waiting.fetch_add(1, Ordering::Relaxed) >= QUEUE {
            return Err(Error::unavailable("Too many people are signing in; try again in a moment.").retry_after(1));
        }
        let place = Arc::clone(&self.places).acquire_owned().await;
        drop(waiting);
        let place = place.map_err(|error| Error::internal("waiting for the password hasher", error))?;
        Ok(Turn { place: Arc::new(place), runs: Arc::clone(&self.runs) })
    }

    /// How many hashes were computed.
    pub fn runs(&self) -> u64 {
        self.runs.load(Ordering::Relaxed)
    }
}

impl Turn {
    /// A PHC string with a new salt.
    pub async fn hash(&self, password: &str) -> Result<String> {
        let password = password.to_owned();
        self.run(move || {
            let hash = hasher()?.hash_password(password.as_bytes()).map_err(failed)?;
            Ok(hash.to_string())
        })
        .await
    }

    /// Whether this is the password of the PHC string; without one it is not, after the same work.
    pub async fn check(&self, password: &str, phc: Option<String>) -> Result<Checked> {
        let password = password.to_owned();
        self.run(move || {
            let known = phc.is_some();
            let hash = PasswordHash::new(phc.as_deref().unwrap_or(NOBODYS)).map_err(failed)?;
            let matches = hasher()?.verify_password(password.as_bytes(), &hash).is_ok();
            Ok(Checked { matches: matches && known, is_outdated: is_outdated(&hash) })
        })
        .await
    }

    /// Off the async threads. The place goes along: who hangs up in between does not free it early.
    async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> Result<T> + Send + 'static) -> Result<T> {
        self.runs.fetch_add(1, Ordering::Relaxed);
        let place = Arc::clone(&self.place);
        let done = tokio::task::spawn_blocking(move || {
            let _place = place;
            work()
        });
        done.await.map_err(|error| Error::internal("hashing a password", error))?
    }
}

fn hasher() -> Result<Argon2<'static>> {
    let params = Params::new(MEMORY_KIB, PASSES, LANES, None)
        .map_err(|error| Error::internal("setting up the password hasher", anyhow::anyhow!("{error}")))?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

fn is_outdated(hash: &PasswordHash) -> bool {
    let costs = |params: Params| u64::from(params.m_cost()) * u64::from(params.t_cost());
    hash.algorithm.as_str() != "argon2id"
        || Params::try_from(hash).map_or(true, |params| costs(params) < u64::from(MEMORY_KIB) * u64::from(PASSES))
}

fn failed(error: impl std::fmt::Display) -> Error {
    Error::internal("hashing a password", anyhow::anyhow!("{error}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorCode;

    #[tokio::test]
    async fn a_password_matches_its_hash_and_no_other() {
        let passwords = Passwords::default();
        let turn = passwords.turn().await.expect("a turn");
        let phc = turn.hash("o vrabie").await.expect("a hash");
        assert!(phc.starts_with("$argon2id$v=19$m=47104,t=1,p=1$"), "{phc}");
        let check = async |password: &str, phc: Option<String>| turn.check(password, phc).await.expect("a verdict");
        assert_eq!(check("o vrabie", Some(phc.clone())).await, Checked { matches: true, is_outdated: false });
        assert!(!check("o vrabie ", Some(phc)).await.matches);
        assert_eq!(check("", None).await, Checked { matches: false, is_outdated: false });
        assert_eq!(passwords.runs(), 4);
        let params = Params::new(8, 1, 1, None).expect("parameters");
        let weak = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
        let weak = weak.hash_password(b"x").expect("a hash").to_string();
        assert_eq!(check("x", Some(weak)).await, Checked { matches: true, is_outdated: true });
    }

    #[tokio::test]
    async fn the_queue_has_an_end_and_those_who_leave_make_room() {
        let passwords = Passwords { places: Arc::new(Semaphore::new(1)), ..Passwords::default() };
        let turn = passwords.turn().await.expect("a turn");
        let mut queue: Vec<_> = (0..QUEUE).map(|_| Box::pin(passwords.turn())).collect();
        for waiting in &mut queue {
            assert!(futures_util::poll!(waiting).is_pending());
        }
        let full = passwords.turn().await.err().expect("no place");
        assert_eq!((full.code, full.retry_after_secs), (ErrorCode::Unavailable, Some(1)));
        queue.pop();
        let mut late = Box::pin(passwords.turn());
        assert!(futures_util::poll!(&mut late).is_pending());
        drop((turn, queue));
        late.await.expect("its turn has come");
    }
}
