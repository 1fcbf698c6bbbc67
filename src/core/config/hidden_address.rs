//! Addresses without their credentials, for settings and messages that are shown.

/// Replaces a secret in settings that are shown.
pub(super) const HIDDEN: &str = "(hidden)";

/// The text in quotes for a message: an address without its user, query and fragment.
pub(super) fn quoted(text: &str) -> String {
    format!("{:?}", without_credentials(text).as_deref().unwrap_or(text))
}

/// Hides the user, the query and the fragment of an address; `None` for other texts. An address with placeholders is
/// none that a URL parser reads.
pub(super) fn without_credentials(text: &str) -> Option<String> {
    let (scheme, rest) = text.split_once("://")?;
    // A database's password that is not percent-encoded may have every character of an address.
    let (is_database_user, rest) = match rest.rsplit_once('@') {
        Some((_, place)) if scheme.starts_with("postgres") => (true, place),
        _ => (false, rest),
    };
    let end = rest.find(['?', '#']).unwrap_or(rest.len());
    let (rest, query) = (&rest[..end], rest.get(end..=end).unwrap_or_default());
    let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    let (user, host) = authority.rsplit_once('@').map_or(("", authority), |(_, host)| ("@", host));
    let user = if is_database_user { "@" } else { user };
    let hidden = |mark: &str| if mark.is_empty() { "" } else { HIDDEN };
    Some(format!("{scheme}://{}{user}{host}{path}{query}{}", hidden(user), hidden(query)))
}
