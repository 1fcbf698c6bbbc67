//! The built-in captcha: a proof of work of some hundred milliseconds, in the protocol of ALTCHA.
//!
//! A challenge is not stored: its signature covers the expiry, with a key that lives as long as the process, or that
//! processes on one database share. A redeemed solution is stored until it expires.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::sync::{Mutex, PoisonError, RwLock};

use altcha::{CreateChallengeOptions, Payload, VerifySolutionOptions, create_challenge, verify_solution};
use data_encoding::{BASE64, HEXLOWER};
use jiff::{SignedDuration, Timestamp};
use rand::RngExt;

use crate::error::{Error, Result};

/// A challenge in the format of the protocol.
pub type AltchaChallenge = altcha::Challenge;

/// How long a challenge can be solved.
const VALID: SignedDuration = SignedDuration::from_mins(10);
/// Maximum number of stored solutions, about 10 MB. At the maximum, no solution is accepted until some expire.
const MAX_REDEEMED: usize = 100_000;
const EXPIRES: &str = "expires";

/// The work that a challenge takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChallengeEffort {
    /// Iterations of PBKDF2 for each attempt.
    pub cost: u32,
    /// Attempts until the solution.
    pub attempts: RangeInclusive<u32>,
}

impl Default for ChallengeEffort {
    fn default() -> Self {
        Self { cost: 5_000, attempts: 100..=300 }
    }
}

/// Issues challenges and redeems their solutions.
pub struct ProofOfWork {
    effort: ChallengeEffort,
    secrets: RwLock<ChallengeSecrets>,
    /// The expiry and signature of redeemed challenges, ordered by expiry.
    redeemed: Mutex<BTreeSet<(Timestamp, String)>>,
}

/// What signs challenges, and the keys of their solutions.
#[derive(Clone)]
struct ChallengeSecrets {
    challenge: String,
    solution: String,
}

/// A valid solution.
pub struct SolvedChallenge {
    /// The challenge's signature, which no other challenge has.
    pub signature: String,
    pub expires: Timestamp,
}

impl ProofOfWork {
    pub fn new(effort: ChallengeEffort) -> Self {
        let secret = || HEXLOWER.encode(&rand::random::<[u8; 32]>());
        let secrets = RwLock::new(ChallengeSecrets { challenge: secret(), solution: secret() });
        Self { effort, secrets, redeemed: Mutex::default() }
    }

    /// Signs with this key from now on.
    pub fn share_key(&self, key: &[u8; 32]) {
        let secret = |name: &str| format!("{name} {}", HEXLOWER.encode(key));
        let secrets = ChallengeSecrets { challenge: secret("challenge"), solution: secret("solution") };
        *self.secrets.write().unwrap_or_else(PoisonError::into_inner) = secrets;
    }

    fn secrets(&self) -> ChallengeSecrets {
        self.secrets.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Issues a challenge.
    pub fn challenge(&self, now: Timestamp) -> Result<AltchaChallenge> {
        let (expires, secrets) = (now.saturating_add(VALID).unwrap_or(now).as_second(), self.secrets());
        let options = CreateChallengeOptions {
            cost: self.effort.cost,
            counter: Some(rand::rng().random_range(self.effort.attempts.clone())),
            // The library compares the protocol's own expiry with the system's clock, which tests cannot advance.
            data: Some(BTreeMap::from([(EXPIRES.to_owned(), expires.into())])),
            hmac_signature_secret: Some(secrets.challenge),
            hmac_key_signature_secret: Some(secrets.solution),
            ..CreateChallengeOptions::default()
        };
        create_challenge(options).map_err(|error| Error::internal("issuing a captcha", error))
    }

    /// Returns whether the solution, as JSON in base64, is valid, and uses it up.
    pub fn redeem(&self, solution: &str, now: Timestamp) -> bool {
        self.solved(solution, now).is_some_and(|solved| self.mark_redeemed(solved, now))
    }

    /// The challenge of a solution, as JSON in base64, that is valid and has not expired. The caller uses it up.
    pub fn solved(&self, solution: &str, now: Timestamp) -> Option<SolvedChallenge> {
        let json = BASE64.decode(solution.as_bytes()).ok()?;
        let payload = serde_json::from_slice::<Payload>(&json).ok().filter(|payload| self.is_solved(payload))?;
        let Payload { challenge, .. } = payload;
        let expires = challenge.parameters.data.as_ref().and_then(|data| data.get(EXPIRES)?.as_i64());
        let expires = expires.and_then(|second| Timestamp::from_second(second).ok()).filter(|expires| now < *expires);
        Some(SolvedChallenge { signature: challenge.signature?, expires: expires? })
    }

    fn is_solved(&self, Payload { challenge, solution }: &Payload) -> bool {
        let secrets = self.secrets();
        let options = VerifySolutionOptions {
            hmac_key_signature_secret: Some(secrets.solution),
            ..VerifySolutionOptions::new(challenge, solution, secrets.challenge)
        };
        // Without the signature of the key, the library would repeat the client's work.
        challenge.parameters.key_signature.is_some() && verify_solution(options).is_ok_and(|result| result.verified)
    }

    /// Marks the challenge as redeemed. Returns whether it had not been redeemed.
    fn mark_redeemed(&self, SolvedChallenge { signature, expires }: SolvedChallenge, now: Timestamp) -> bool {
        let mut redeemed = self.redeemed.lock().unwrap_or_else(PoisonError::into_inner);
        *redeemed = redeemed.split_off(&(now, String::new()));
        redeemed.len() < MAX_REDEEMED && redeemed.insert((expires, signature))
    }
}

#[cfg(test)]
mod tests {
    use altcha::{SolveChallengeOptions, solve_challenge};

    use super::*;

    fn quick() -> ProofOfWork {
        ProofOfWork::new(ChallengeEffort { cost: 2, attempts: 1..=5 })
    }

    fn payload(challenge: &AltchaChallenge) -> Payload {
        let solution =
            solve_challenge(SolveChallengeOptions::new(challenge)).expect("a challenge").expect("a solution");
        Payload { challenge: challenge.clone(), solution }
    }

    fn encoded(payload: &Payload) -> String {
        BASE64.encode(&serde_json::to_vec(payload).expect("JSON"))
    }

    #[test]
    fn a_solution_is_accepted_once_until_it_expires() {
        let (work, now) = (quick(), Timestamp::UNIX_EPOCH);
        let solved = encoded(&payload(&work.challenge(now).expect("a challenge")));
        assert!(!work.redeem(&solved, now + VALID), "expired");
        assert!(!quick().redeem(&solved, now), "another process");
        assert!(work.redeem(&solved, now + SignedDuration::from_mins(9)));
        assert!(!work.redeem(&solved, now), "a replay");
    }

    #[test]
    fn processes_that_share_a_key_know_the_challenges_of_each_other() {
        let ([one, other], now) = ([quick(), quick()], Timestamp::UNIX_EPOCH);
        [&one, &other].into_iter().for_each(|work| work.share_key(&[7; 32]));
        let solved = encoded(&payload(&one.challenge(now).expect("a challenge")));
        let of = |work: &ProofOfWork| work.solved(&solved, now).expect("a solution").signature;
        assert_eq!(of(&one), of(&other), "both name it alike, so that one row marks it");
        other.share_key(&[8; 32]);
        assert!(other.solved(&solved, now).is_none(), "after the keys were renewed");
    }

    #[test]
    fn changed_solutions_are_refused() {
        let (work, now) = (quick(), Timestamp::UNIX_EPOCH);
        let good = payload(&work.challenge(now).expect("a challenge"));
        let bend = |change: fn(&mut Payload)| {
            let mut bent = good.clone();
            change(&mut bent);
            work.redeem(&encoded(&bent), now)
        };
        assert!(!bend(|it| it.solution.derived_key = "00".repeat(32)));
        assert!(!bend(|it| it.solution.derived_key = "x".into()));
        assert!(!bend(|it| it.challenge.signature = None));
        assert!(!bend(|it| it.challenge.parameters.key_signature = None));
        assert!(!bend(|it| it.challenge.parameters.cost = 1));
        assert!(!bend(|it| {
            it.challenge.parameters.data = Some(BTreeMap::from([(EXPIRES.to_owned(), i64::MAX.into())]));
        }));
        for bad in ["", "e30=", "%%%", "bnVsbA=="] {
            assert!(!work.redeem(bad, now), "{bad}");
        }
        assert!(work.redeem(&encoded(&good), now));
    }
}
