//! Configurations and certificates for the tests of this module.

use data_encoding::BASE64;

use super::{Config, Environment, Secrets, merge};

/// A tenant.
pub const FIRMA: &str = "[[accounts.tenant]]\nid = 'firma'\nname = 'Firma'\nsign_in_methods = ['password']\n";

/// The configuration of this text, or its problems.
pub fn merged(text: &str) -> Result<Config, Vec<String>> {
    let merged = merge(text, &Environment::new(), Secrets::Read);
    merged.map_err(|problems| problems.iter().map(ToString::to_string).collect())
}

/// A new certificate in PEM, and its base64 alone.
pub fn certificate() -> (String, String) {
    let key = rcgen::KeyPair::generate().expect("a key");
    let params = rcgen::CertificateParams::new(vec!["idp.example.ro".into()]).expect("parameters");
    let certificate = params.self_signed(&key).expect("a certificate");
    (certificate.pem(), BASE64.encode(certificate.der()))
}
