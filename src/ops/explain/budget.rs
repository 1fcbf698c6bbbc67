//! The monthly ceiling of tokens: reserved before a call, settled after it.

use crate::app::App;
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::store::{WriteTx, explanations};

/// Tokens of a month that a call may use.
#[derive(Debug, Clone)]
pub(super) struct Reservation {
    pub(super) month: String,
    pub(super) tokens: u64,
}

/// Reserves tokens unless that exceeds the ceiling of the month.
///
/// # Errors
/// `token_ceiling`.
pub(super) async fn reserve(app: &App, tokens: u64) -> Result<Reservation> {
    let ceiling = app.config.explain.tokens_per_month;
    let reservation = Reservation { month: super::plan::month(app), tokens };
    let month = reservation.month.clone();
    app.store
        .write(move |tx| {
            let used = explanations::tokens(tx, &month)?;
            let after = used.saturating_add(tokens);
            if ceiling > 0 && after > ceiling {
                return Err(exceeded(&month, used, tokens, ceiling));
            }
            Ok(explanations::put_tokens(tx, &month, after)?)
        })
        .await?;
    Ok(reservation)
}

fn exceeded(month: &str, used: u64, tokens: u64, ceiling: u64) -> Error {
    let message = format!(
        "{used} of {ceiling} tokens of {month} are used, and this needs up to {tokens}; \
         raise tokens_per_month in [explain] or wait for the next month"
    );
    Error::new(Kind::TooMany, ErrorCode::TokenCeiling, message)
}

impl Reservation {
    /// Replaces the reserved tokens by those that were used.
    pub(super) fn settle(&self, tx: &WriteTx, used: u64) -> Result<()> {
        let counted = explanations::tokens(tx, &self.month)?;
        let settled = counted.saturating_sub(self.tokens).saturating_add(used);
        Ok(explanations::put_tokens(tx, &self.month, settled)?)
    }
}
