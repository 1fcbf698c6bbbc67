//! Asking for a [proof of work](super::proof).

use std::net::IpAddr;

use super::error::Failure;
use super::proof::Proof;
use super::state::Web;
use crate::error::{Error, ErrorCode, Kind};

impl Web {
    /// Accepts a valid proof of work; otherwise refuses the request with a new challenge.
    ///
    /// # Errors
    /// `proof_required`.
    pub(super) fn require_proof(&self, network: IpAddr, proof: Option<Proof>) -> Result<(), Failure> {
        let now = self.app.clock.now();
        if proof.is_some_and(|proof| self.proofs.redeem(proof, network, now)) {
            return Ok(());
        }
        let message = "Too many requests from your network; a proof of work is needed.";
        let failure = Failure::from(Error::new(Kind::TooMany, ErrorCode::ProofRequired, message));
        Err(failure.with_challenge(self.proofs.challenge(network, now)))
    }
}
