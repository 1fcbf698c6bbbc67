//! Proofs of work for networks over their rate limit: cheap for a person once in a while, expensive for a robot.
//!
//! A challenge is not stored: its signature covers the network and the expiry. A redeemed proof is stored until it
//! expires.

use std::collections::BTreeSet;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};

use data_encoding::HEXLOWER;
use hmac::{Hmac, KeyInit, Mac};
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

/// Leading zero bits of the hash: 131,072 attempts on average, a second or two on a phone.
// docs/decisions/0033
const TARGET_BITS: u32 = 17;
const VALID: SignedDuration = SignedDuration::from_mins(10);
/// Most redeemed proofs that are stored, about 10 MB. When they are full, no proof is accepted until some expire.
const MAX_REDEEMED: usize = 100_000;

/// Work that the client must do before its request is served.
///
/// Find a `nonce` such that the SHA-256 of `salt`, `:` and the nonce in decimal digits begins with `target_bits` zero
/// bits; then repeat the request with a proof.
// docs/decisions/0274
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct Challenge {
    /// Always `sha-256`.
    algorithm: &'static str,
    salt: String,
    target_bits: u32,
    /// The proof is accepted once, from the same network, until this instant.
    expires_at: Timestamp,
    signature: String,
}

/// The solution of a challenge.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct Proof {
    pub(super) salt: String,
    pub(super) expires_at: Timestamp,
    signature: String,
    nonce: u64,
}

/// Issues challenges and redeems proofs, with a key that lives as long as the process, or that processes share.
pub(super) struct Proofs {
    key: Hmac<Sha256>,
    /// Expiry and salt; the expired ones come first.
    redeemed: Mutex<BTreeSet<(Timestamp, String)>>,
}

impl Proofs {
    pub(super) fn new() -> Self {
        let key: [u8; 64] = rand::random();
        Self { key: Hmac::new(&key.into()), redeemed: Mutex::default() }
    }

    /// Signs with a key that several processes share.
    pub(super) fn with_key(key: &[u8; 32]) -> Self {
        let mut block = [0; 64];
        block[..key.len()].copy_from_slice(key);
        Self { key: Hmac::new(&block.into()), redeemed: Mutex::default() }
    }

    pub(super) fn challenge(&self, network: IpAddr, now: Timestamp) -> Challenge {
        let salt = HEXLOWER.encode(&rand::random::<[u8; 16]>());
        let expires_at = now.saturating_add(VALID).unwrap_or(now);
        let signature = HEXLOWER.encode(&self.sign(&salt, expires_at, network).finalize().into_bytes());
        Challenge { algorithm: "sha-256", salt, target_bits: TARGET_BITS, expires_at, signature }
    }

    /// Returns whether the proof is valid, and spends it.
    pub(super) fn redeem(&self, proof: Proof, network: IpAddr, now: Timestamp) -> bool {
        self.is_valid(&proof, network, now) && self.insert(proof, now)
    }

    /// Returns whether the proof is valid, without spending it.
    pub(super) fn is_valid(&self, proof: &Proof, network: IpAddr, now: Timestamp) -> bool {
        let is_signed = HEXLOWER
            .decode(proof.signature.as_bytes())
            .is_ok_and(|signature| self.sign(&proof.salt, proof.expires_at, network).verify_slice(&signature).is_ok());
        is_signed && now < proof.expires_at && is_solved(&proof.salt, proof.nonce, TARGET_BITS)
    }

    /// Returns whether the proof was not redeemed before, and stores it.
    fn insert(&self, proof: Proof, now: Timestamp) -> bool {
        let mut redeemed = self.redeemed.lock().unwrap_or_else(PoisonError::into_inner);
        *redeemed = redeemed.split_off(&(now, String::new()));
        redeemed.len() < MAX_REDEEMED && redeemed.insert((proof.expires_at, proof.salt))
    }

    fn sign(&self, salt: &str, expires_at: Timestamp, network: IpAddr) -> Hmac<Sha256> {
        let mut mac = self.key.clone();
        mac.update(format!("{salt}\n{expires_at}\n{network}\n{TARGET_BITS}").as_bytes());
        mac
    }
}

fn is_solved(salt: &str, nonce: u64, target_bits: u32) -> bool {
    let digest = Sha256::digest(format!("{salt}:{nonce}"));
    let mut zeros = 0;
    for byte in digest {
        zeros += byte.leading_zeros();
        if byte != 0 {
            break;
        }
    }
    zeros >= target_bits
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOME: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(198, 51, 100, 7));

    fn solve(challenge: &Challenge) -> Proof {
        let nonce = (0..).find(|nonce| is_solved(&challenge.salt, *nonce, challenge.target_bits));
        proof(challenge, nonce.expect("a solution"))
    }

    fn proof(challenge: &Challenge, nonce: u64) -> Proof {
        let Challenge { salt, expires_at, signature, .. } = challenge.clone();
        Proof { salt, expires_at, signature, nonce }
    }

    #[test]
    fn a_proof_is_accepted_once_from_its_network_until_it_expires() {
        let proofs = Proofs::new();
        let now = Timestamp::UNIX_EPOCH;
        let challenge = proofs.challenge(HOME, now);
        let good = solve(&challenge);
        let again = |nonce| proof(&challenge, nonce);
        let late = challenge.expires_at;
        assert!(!proofs.redeem(again(good.nonce), HOME, late), "expired");
        assert!(!proofs.redeem(again(good.nonce), IpAddr::from([198, 51, 100, 8]), now), "another network");
        let wrong = (0..).find(|nonce| !is_solved(&challenge.salt, *nonce, TARGET_BITS)).expect("a nonce");
        assert!(!proofs.redeem(again(wrong), HOME, now), "no work");
        assert!(!Proofs::new().redeem(again(good.nonce), HOME, now), "another process");
        let nonce = good.nonce;
        assert!(proofs.redeem(good, HOME, now));
        assert!(!proofs.redeem(again(nonce), HOME, now), "a replay");
    }

    #[test]
    fn a_changed_proof_is_refused() {
        let proofs = Proofs::new();
        let now = Timestamp::UNIX_EPOCH;
        let challenge = proofs.challenge(HOME, now);
        let good = solve(&challenge);
        let bend = |change: fn(&mut Proof)| {
            let mut bent = proof(&challenge, good.nonce);
            change(&mut bent);
            proofs.redeem(bent, HOME, now)
        };
        assert!(!bend(|proof| proof.expires_at += SignedDuration::from_secs(1)));
        assert!(!bend(|proof| proof.signature = "0".repeat(64)));
        assert!(!bend(|proof| proof.signature.clear()));
        assert!(!bend(|proof| proof.signature = "ș".repeat(32)));
        assert!(!bend(|proof| proof.signature.push_str("00")));
        let mut mine = Challenge { salt: "00".into(), ..challenge.clone() };
        mine.target_bits = TARGET_BITS;
        assert!(!proofs.redeem(solve(&mine), HOME, now), "a salt of the client's own");
        assert!(proofs.redeem(good, HOME, now));
    }

    #[test]
    fn simultaneous_uses_of_a_proof_succeed_once() {
        let proofs = Proofs::new();
        let challenge = proofs.challenge(HOME, Timestamp::UNIX_EPOCH);
        let nonce = solve(&challenge).nonce;
        let redeemed: usize = std::thread::scope(|scope| {
            let tries: Vec<_> = (0..16)
                .map(|_| scope.spawn(|| proofs.redeem(proof(&challenge, nonce), HOME, Timestamp::UNIX_EPOCH)))
                .collect();
            tries.into_iter().map(|redeem| usize::from(redeem.join().expect("an end"))).sum()
        });
        assert_eq!(redeemed, 1);
    }

    #[test]
    fn zero_bits_are_counted_from_the_front() {
        // 00001a08f46d10573996e7ac6598ad9ce0125befb39bd32d36d457d9b27cbd4c, by another program.
        assert!(is_solved("paragraf", 219_731, 19));
        assert!(!is_solved("paragraf", 219_731, 20));
    }
}
