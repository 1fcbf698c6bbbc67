//! Every code with which signing in can be refused has words for readers, in both languages.

use std::collections::BTreeSet;
use std::fs;

use serde_json::Value;

use super::{product_sources, repository, root};

/// Where the calls of `/auth/v1` can be refused.
const PLACES: [&str; 10] = [
    "identity/", "ops/accounts/", "rate_limit", "web/auth/", "web/bearer", "web/body", "web/extract",
    "web/request_body", "web/request_limit", "web/same_origin",
];

/// Codes that no reader receives from here: of the job that fetches pictures, and of commands about claims.
const NOT_FOR_READERS: [&str; 4] = ["fetch_refused", "claims_too_large", "forbidden_claim", "invalid_claims"];

/// The text of a variant of `ErrorCode`.
fn wire_name(variant: &str, codes: &str) -> String {
    let line = codes.lines().find_map(|line| line.trim().strip_prefix(variant)?.strip_prefix(" = "));
    line.unwrap_or_else(|| panic!("{variant} is no error code")).trim_matches(['"', ',']).to_owned()
}

/// The variants of `ErrorCode` that a source names.
fn variants(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (at, word) in text.match_indices("ErrorCode::") {
        let rest = &text[at + word.len()..];
        let list = match rest.strip_prefix('{') {
            Some(list) => list.split('}').next().unwrap_or_default(),
            None => rest.split(|letter: char| !letter.is_alphanumeric()).next().unwrap_or_default(),
        };
        let names = list.split(',').map(|name| name.trim().to_owned());
        found.extend(names.filter(|name| name.starts_with(|letter: char| letter.is_ascii_uppercase())));
    }
    found
}

#[test]
fn every_refusal_of_signing_in_has_words_in_both_languages() {
    let codes = fs::read_to_string(root().join("core/error/code.rs")).expect("the codes");
    let named: BTreeSet<_> = product_sources()
        .filter(|(name, _)| PLACES.iter().any(|place| name.starts_with(place)))
        .flat_map(|(_, text)| variants(&text))
        .map(|variant| wire_name(&variant, &codes))
        .filter(|code| !NOT_FOR_READERS.contains(&code.as_str()))
        .collect();
    assert!(named.len() > 40 && named.contains("weak_password"), "the codes were not found: {named:?}");
    let mut missing = Vec::new();
    for language in ["en", "ro"] {
        let path = repository().join(format!("ui/src/i18n/locales/{language}/auth-errors.json"));
        let texts: Value = serde_json::from_str(&fs::read_to_string(path).expect("the texts")).expect("JSON");
        let is_missing = |code: &&String| texts[code.as_str()].as_str().is_none_or(str::is_empty);
        missing.extend(named.iter().filter(is_missing).map(|code| format!("{language}: {code}")));
    }
    assert!(missing.is_empty(), "add texts to auth-errors.json: {missing:?}");
}
