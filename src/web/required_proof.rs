//! Asking for a [proof of work](super::proof).

use std::net::IpAddr;

use super::error::Failure;
use super::proof::{Proof, Proofs};
use super::state::{VISITOR, Web};
use crate::error::{Error, ErrorCode, Kind};
use crate::ops::once;

impl Web {
    /// Accepts a valid proof of work; otherwise refuses the request with a new challenge.
    ///
    /// # Errors
    /// `proof_required`.
    pub(super) async fn require_proof(&self, network: IpAddr, proof: Option<Proof>) -> Result<(), Failure> {
        let now = self.app.clock.now();
        // Processes on one database sign with one key, and spend a proof together.
        let shared = self.app.store.is_shared().then(|| self.app.identity.cookies.derived("proofs of work"));
        let shared = shared.transpose()?.map(|key| Proofs::with_key(&key));
        let is_accepted = match (proof, &shared) {
            (None, _) => false,
            (Some(proof), None) => self.proofs.redeem(proof, network, now),
            (Some(proof), Some(proofs)) => {
                proofs.is_valid(&proof, network, now)
                    && once::accept(&self.app, &VISITOR, &proof.salt, proof.expires_at).await?
            }
        };
        if is_accepted {
            return Ok(());
        }
        let message = "Too many requests from your network; a proof of work is needed.";
        let failure = Failure::from(Error::new(Kind::TooMany, ErrorCode::ProofRequired, message));
        Err(failure.with_challenge(shared.as_ref().unwrap_or(&self.proofs).challenge(network, now)))
    }
}
