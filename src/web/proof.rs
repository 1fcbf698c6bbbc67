//! Proofs of work, asked of networks that are over their limit: a robot pays with its processor
//! for what a person pays once in a while.
//!
//! A challenge is remembered by nobody: it is signed, together with the network it is for and the
//! time until which it counts. Only what was redeemed is remembered, until it would have expired.

use std::collections::BTreeSet;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};

use hmac::{Hmac, KeyInit, Mac};
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

/// Leading zero bits of the hash: 131,072 attempts on average, a second or two on a phone.
const TARGET_BITS: u32 = 17;
const VALID: SignedDuration = SignedDuration::from_mins(10);
/// Redeemed challenges that are remembered, about 10 MB; past it nothing is redeemed until some expire.
const MAX_REMEMBERED: usize = 100_000;

/// Work that a client must do before it is served.
///
/// Find a `nonce` so that the SHA-256 of `salt`, `:` and the nonce in decimal digits begins with
/// `target_bits` zero bits; then send the request again with a proof.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct Challenge {
    /// Always `sha-256`.
    algorithm: &'static str,
    salt: String,
    target_bits: u32,
    /// It counts once, for the asking network, until then.
    #[schema(value_type = String, format = DateTime)]
    expires_at: Timestamp,
    signature: String,
}

/// The answer to a challenge.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct Proof {
    salt: String,
    #[schema(value_type = String, format = DateTime)]
    expires_at: Timestamp,
    signature: String,
    /// Found by the client.
    nonce: u64,
}

/// Makes challenges and redeems proofs; its key lives as long as the process.
pub(super) struct Proofs {
    key: Hmac<Sha256>,
    /// By the time until which they count, so that the expired ones stand in front.
    redeemed: Mutex<BTreeSet<(Timestamp, String)>>,
}

impl Proofs {
    pub(super) fn new() -> Self {
        let key: [u8; 64] = rand::random();
        Self { key: Hmac::new(&key.into()), redeemed: Mutex::default() }
    }

    pub(super) fn challenge(&self, network: IpAddr, now: Timestamp) -> Challenge {
        let salt = hex(&rand::random::<[u8; 16]>());
        let expires_at = now.saturating_add(VALID).unwrap_or(now);
        let signature = hex(&self.signed(&salt, expires_at, network).finalize().into_bytes());
        Challenge { algorithm: "sha-256", salt, target_bits: TARGET_BITS, expires_at, signature }
    }

    /// Whether the proof is good; a good one is used up by asking.
    pub(super) fn redeem(&self, proof: Proof, network: IpAddr, now: Timestamp) -> bool {
        let ours = unhex(&proof.signature).is_some_and(|signature| {
            // Compares in constant time.
            self.signed(&proof.salt, proof.expires_at, network).verify_slice(&signature).is_ok()
        });
        ours && now < proof.expires_at && is_solved(&proof.salt, proof.nonce, TARGET_BITS) && self.is_first(proof, now)
    }

    /// Whether this proof was not redeemed before; now it is. Under one lock, for a cache's entry may
    /// be new to two who come at once.
    fn is_first(&self, proof: Proof, now: Timestamp) -> bool {
        let mut redeemed = self.redeemed.lock().unwrap_or_else(PoisonError::into_inner);
        *redeemed = redeemed.split_off(&(now, String::new()));
        redeemed.len() < MAX_REMEMBERED && redeemed.insert((proof.expires_at, proof.salt))
    }

    fn signed(&self, salt: &str, expires_at: Timestamp, network: IpAddr) -> Hmac<Sha256> {
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

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The 32 bytes of a signature in hexadecimal digits.
fn unhex(text: &str) -> Option<[u8; 32]> {
    let digits = text.as_bytes();
    let mut bytes = [0; 32];
    if digits.len() != 2 * bytes.len() || !digits.iter().all(u8::is_ascii_hexdigit) {
        return None;
    }
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
        *byte = u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()?;
    }
    Some(bytes)
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
    fn a_proof_counts_once_for_its_network_until_it_expires() {
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
    fn nothing_of_a_challenge_can_be_changed() {
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
        assert!(!proofs.redeem(solve(&mine), HOME, now), "a salt of one's own");
        assert!(proofs.redeem(good, HOME, now));
    }

    #[test]
    fn of_many_who_redeem_one_proof_one_may() {
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
