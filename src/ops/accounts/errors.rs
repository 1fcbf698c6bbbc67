//! Errors that several account operations share, and the parsers that return them.

use crate::domain::account::display_name;
use crate::domain::email::Email;
use crate::error::{Error, ErrorCode, Kind, Result};

/// Parses an address from the input field `field`.
///
/// # Errors
/// `invalid_email`.
pub(super) fn parse_email(field: &'static str, text: &str) -> Result<Email> {
    Email::pasted(text).ok_or_else(|| invalid_email(field))
}

/// Parses a display name, which may be empty.
///
/// # Errors
/// `invalid` in `display_name`.
pub(super) fn parse_name(text: &str) -> Result<String> {
    let refused = || Error::invalid("display_name", "This name is too long or has invisible characters.");
    display_name(text).ok_or_else(refused)
}

pub(super) fn invalid_email(field: &'static str) -> Error {
    invalid_field(ErrorCode::InvalidEmail, field, "This is not a valid e-mail address.")
}

pub(super) fn invalid_field(code: ErrorCode, field: &'static str, message: &str) -> Error {
    Error::new(Kind::Invalid, code, message).in_field(field)
}

pub(super) fn email_in_use() -> Error {
    Error::conflict(ErrorCode::EmailAlreadyInUse, "This e-mail address belongs to an account.")
}

pub(super) fn method_not_offered() -> Error {
    Error::new(Kind::Forbidden, ErrorCode::OperationNotAllowed, "This sign-in method is not offered here.")
}

pub(super) fn sign_up_closed() -> Error {
    Error::new(Kind::Forbidden, ErrorCode::AdminRestrictedOperation, "Only the operator creates accounts.")
}

pub(super) fn user_disabled() -> Error {
    Error::new(Kind::Forbidden, ErrorCode::UserDisabled, "This account is disabled.")
}

pub(super) fn user_not_found() -> Error {
    Error::new(Kind::NotFound, ErrorCode::UserNotFound, "There is no account with this e-mail address.")
}

pub(super) fn wrong_password(kind: Kind) -> Error {
    Error::new(kind, ErrorCode::WrongPassword, "The e-mail address and the password do not match.")
}

pub(super) fn expired_code() -> Error {
    Error::new(Kind::Invalid, ErrorCode::ExpiredActionCode, "This code has expired.")
}

pub(super) fn invalid_code() -> Error {
    Error::new(
        Kind::Invalid,
        ErrorCode::InvalidActionCode,
        "This code is malformed, expired, or has already been used.",
    )
}

pub(super) fn invalid_provider_response() -> Error {
    Error::new(Kind::Invalid, ErrorCode::InvalidIdpResponse, "The response of the provider is not valid.")
}
