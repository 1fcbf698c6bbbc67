//! Telephone numbers of accounts: sending a code to one, and signing in or changing the account with the code.

pub(super) mod code;
pub mod linking;
pub(super) mod offered;
pub(super) mod proof;
mod quota;
pub mod send;
pub mod sign_in;

pub use self::proof::PhoneCredential;
pub use self::quota::{KNOWN_BROWSER_SECS, known_browser};

use crate::domain::{Phone, TenantId};
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::store::Reading;
use crate::store::accounts;

/// Checks that the number is not a second factor: the first factor must be another one.
///
/// # Errors
/// `unsupported_first_factor`.
fn require_no_second_factor(tx: &dyn Reading, tenant: &TenantId, phone: &Phone) -> Result<()> {
    if accounts::by_factor_phone(tx, tenant, phone)?.is_some() { Err(number_is_second_factor()) } else { Ok(()) }
}

fn number_is_second_factor() -> Error {
    let message = "This number is the second factor of an account, and cannot sign in.";
    Error::new(Kind::Forbidden, ErrorCode::UnsupportedFirstFactor, message).in_field("phone")
}
