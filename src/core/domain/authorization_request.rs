//! Checks of the parameters and scopes that the configuration or a page adds to an OAuth 2 authorization request.

/// Parameters of the authorization request that the server sets itself.
const OWN_PARAMETERS: [&str; 12] = [
    "client_id", "client_secret", "code_challenge", "code_challenge_method", "login_hint", "nonce", "redirect_uri",
    "request", "request_uri", "response_type", "scope", "state",
];

/// Whether the server sets this parameter itself.
pub fn is_own_parameter(name: &str) -> bool {
    OWN_PARAMETERS.contains(&name)
}

/// Parameters that a page may not add, in addition to [`OWN_PARAMETERS`]: they replace the request or the kind of
/// answer, or change who gets the tokens.
const OPERATORS_PARAMETERS: [&str; 8] = [
    "audience", "authorization_details", "claims", "dpop_jkt", "id_token_hint", "registration", "resource",
    "response_mode",
];

/// Whether only the configuration may set this parameter, or the server itself.
pub fn is_closed_to_pages(name: &str) -> bool {
    is_own_parameter(name) || OPERATORS_PARAMETERS.contains(&name)
}

/// Whether the text is one scope (RFC 6749 3.3).
pub fn is_scope(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'"' && byte != b'\\')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scope_is_one_word() {
        assert!(["email", "user:email", "https://www.googleapis.com/auth/calendar"].into_iter().all(is_scope));
        assert!(!["", "a b", "a\"b", "ă"].into_iter().any(is_scope));
    }
}
