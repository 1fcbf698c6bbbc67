//! What a provider must state about a user to let the user in.

use std::collections::BTreeMap;

use super::json_values::shown;
use crate::error::{Error, ErrorCode, Kind, Result};

/// Stands for any value.
const ANY: &str = "*";

/// Names of claims, each with the values of which the user must have one.
// docs/decisions/0272
#[derive(Debug, Clone, Default)]
pub struct RequiredClaims(pub BTreeMap<String, Vec<String>>);

impl RequiredClaims {
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// Checks the values of each required claim.
    ///
    /// # Errors
    /// `admin_restricted_operation`.
    pub(super) fn check(&self, values: impl Fn(&str) -> Vec<String>) -> Result<()> {
        for (name, accepted) in &self.0 {
            let stated = values(name);
            let is_accepted = |value: &String| {
                accepted.iter().any(|one| one == ANY && !value.trim().is_empty() || one == value.trim())
            };
            if !stated.iter().any(is_accepted) {
                let state = if stated.is_empty() { "is missing" } else { "has another value" };
                let cause = anyhow::anyhow!("required_claims: {} {state}", shown(name));
                return Err(not_admitted().caused_by(cause));
            }
        }
        Ok(())
    }
}

/// The error for a user of the provider who lacks a required claim.
fn not_admitted() -> Error {
    let message = "This site does not admit this account of the provider.";
    Error::new(Kind::Forbidden, ErrorCode::AdminRestrictedOperation, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_claim_must_have_one_of_its_values() {
        let required = |name: &str, values: &[&str]| {
            RequiredClaims([(name.to_owned(), values.iter().map(|value| (*value).to_owned()).collect())].into())
        };
        let check = |required: &RequiredClaims, stated: &[&str]| {
            required.check(|_| stated.iter().map(|value| (*value).to_owned()).collect()).is_ok()
        };
        let domain = required("hd", &["firma.ro", "firma.com"]);
        assert!(check(&domain, &["firma.com"]) && check(&domain, &["x", " firma.ro "]));
        assert!(!check(&domain, &[]) && !check(&domain, &["alt.ro"]) && !check(&domain, &["*"]));
        let any = required("hd", &["*"]);
        assert!(check(&any, &["alt.ro"]) && !check(&any, &[]) && !check(&any, &[" "]));
        assert!(RequiredClaims::default().check(|_| vec![]).is_ok());
    }
}
