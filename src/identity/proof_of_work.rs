//! The built-in captcha: a proof of work of some hundred milliseconds, in the protocol of ALTCHA.
//!
//! A challenge is not stored: its signature covers the expiry, with a key that lives as long as the process. A redeemed
//! solution is stored until it expires.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::sync::{Mutex, PoisonError};

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
    secret: String,
    key_secret: String,
    /// The expiry and signature of redeemed challenges, ordered by expiry.
    redeemed: Mutex<BTreeSet<(Timestamp, String)>>,
}

impl ProofOfWork {
    pub fn new(effort: ChallengeEffort) -> Self {
        let secret = || HEXLOWER.encode(&rand::random::<[u8; 32]>());
        Self { effort, secret: secret(), key_secret: secret(), redeemed: Mutex::default() }
    }

    /// Issues a challenge.
    pub fn challenge(&self, now: Timestamp) -> Result<AltchaChallenge> {
        let expires = now.saturating_add(VALID).unwrap_or(now).as_second();
        let options = CreateChallengeOptions {
            cost: self.effort.cost,
            counter: Some(rand::rng().random_range(self.effort.attempts.clone())),
            // The library compares the protocol's own expiry with the system's clock, which tests cannot advance.
            data: Some(BTreeMap::from([(EXPIRES.to_owned(), expires.into())])),
            hmac_signature_secret: Some(self.secret.clone()),
            hmac_key_signature_secret: Some(self.key_secret.clone()),
            ..CreateChallengeOptions::default()
        };
        create_challenge(options).map_err(|error| Error::internal("issuing a captcha", error))
    }

    /// Returns whether the solution, as JSON in base64, is valid, and uses it up.
    pub fn redeem(&self, solution: &str, now: Timestamp) -> bool {
        let payload = BASE64.decode(solution.as_bytes()).ok();
        let payload = payload.and_then(|json| serde_json::from_slice::<Payload>(&json).ok());
        payload.is_some_and(|payload| self.is_solved(&payload) && self.mark_redeemed(&payload, now))
    }

    fn is_solved(&self, Payload { challenge, solution }: &Payload) -> bool {
        let options = VerifySolutionOptions {
            hmac_key_signature_secret: Some(self.key_secret.clone()),
            ..VerifySolutionOptions::new(challenge, solution, self.secret.clone())
        };
        // Without the signature of the key, the library would repeat the client's work.
        challenge.parameters.key_signature.is_some() && verify_solution(options).is_ok_and(|result| result.verified)
    }

    /// Marks the challenge as redeemed. Returns whether it had neither expired nor been redeemed.
    fn mark_redeemed(&self, payload: &Payload, now: Timestamp) -> bool {
        let Payload { challenge, .. } = payload;
        let expires = challenge.parameters.data.as_ref().and_then(|data| data.get(EXPIRES)?.as_i64());
        let expires = expires.and_then(|second| Timestamp::from_second(second).ok()).filter(|expires| now < *expires);
        let (Some(expires), Some(signature)) = (expires, &challenge.signature) else { return false };
        let mut redeemed = self.redeemed.lock().unwrap_or_else(PoisonError::into_inner);
        *redeemed = redeemed.split_off(&(now, String::new()));
        redeemed.len() < MAX_REDEEMED && redeemed.insert((expires, signature.clone()))
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
