//! The certificates of SAML providers.

use data_encoding::BASE64;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;

use super::accounts::AccountsConfig;
use super::problem::{ConfigProblem, problem};
use super::provider::KEY;

/// The base64 of the certificates in the text, which is PEM or the base64 of one.
///
/// # Errors
/// What is wrong with the text.
pub(super) fn parse(text: &str) -> Result<Vec<String>, String> {
    let is_certificate = |der: &[u8]| der.first() == Some(&0x30) && der.len() > 100;
    if !text.contains("-----BEGIN") {
        let bare: String = text.split_whitespace().collect();
        let is_good = BASE64.decode(bare.as_bytes()).is_ok_and(|der| is_certificate(&der));
        return if is_good { Ok(vec![bare]) } else { Err(NOT_ONE.into()) };
    }
    let found: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(text.as_bytes()).collect();
    let found = found.ok().filter(|found| !found.is_empty() && found.iter().all(|der| is_certificate(der)));
    let found = found.ok_or_else(|| NOT_ONE.to_owned())?;
    Ok(found.iter().map(|der| BASE64.encode(der)).collect())
}

const NOT_ONE: &str = "is not a certificate: write PEM (-----BEGIN CERTIFICATE-----) or its base64";

/// Reads the certificates that are in files.
pub(super) fn read(accounts: &mut AccountsConfig) -> Vec<ConfigProblem> {
    let mut problems = Vec::new();
    for (place, provider) in accounts.provider.iter_mut().enumerate() {
        for file in &provider.certificate_files {
            let read = std::fs::read_to_string(file).map_err(|error| format!("cannot read the file {file}: {error}"));
            match read.and_then(|text| parse(&text).map_err(|reason| format!("the file {file} {reason}"))) {
                Ok(found) => provider.certificates_read.extend(found),
                Err(reason) => problems.push(problem(&format!("{KEY}[{place}].certificate_files"), reason)),
            }
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::super::{Environment, Secrets, merge};
    use super::*;

    fn certificate() -> (String, String) {
        let key = rcgen::KeyPair::generate().expect("a key");
        let params = rcgen::CertificateParams::new(vec!["idp.example.ro".into()]).expect("parameters");
        let certificate = params.self_signed(&key).expect("a certificate");
        (certificate.pem(), BASE64.encode(certificate.der()))
    }

    #[test]
    fn certificates_are_read_from_pem_and_from_base64() {
        let ((first, bare), (second, _)) = (certificate(), certificate());
        assert_eq!(parse(&first).as_deref(), Ok(&[bare.clone()][..]));
        assert_eq!(parse(&format!(" {}\n{} ", &bare[..64], &bare[64..])).map(|found| found.len()), Ok(1));
        assert_eq!(parse(&format!("{first}{second}")).map(|found| found.len()), Ok(2));
        let key = rcgen::KeyPair::generate().expect("a key").serialize_pem();
        for bad in ["", "MIIC", "not base64!", &key, "-----BEGIN CERTIFICATE-----\nMIIC\n-----END CERTIFICATE-----"] {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_saml_provider_may_have_its_certificates_in_files() {
        let ((first, bare), (second, _)) = (certificate(), certificate());
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("idp.pem");
        std::fs::write(&path, first + &second).expect("a file");
        let with = |path: &str| {
            format!(
                "[[accounts.provider]]\nkind = 'saml'\nid = 'saml.firma'\nentity_id = 'urn:firma'\n\
                 sso_url = 'https://idp.example.ro/sso'\ncertificates = ['{bare}']\ncertificate_files = ['{path}']\n"
            )
        };
        let text = with(&path.display().to_string());
        let config = merge(&text, &Environment::new(), Secrets::Read).expect("good");
        let provider = config.accounts.providers().next().expect("a provider");
        assert_eq!((provider.certificates.len(), &provider.certificates[0]), (3, &bare));
        let shown = toml::to_string_pretty(&config).expect("TOML");
        assert_eq!(merge(&shown, &Environment::new(), Secrets::Read).expect("good"), config);
        let reasons = merge(&with("/none/such"), &Environment::new(), Secrets::Read).expect_err("refused");
        let wanted = "accounts.provider[0].certificate_files: cannot read the file /none/such: ";
        assert!(reasons[0].to_string().starts_with(wanted), "{reasons:?}");
        assert!(merge(&with("/none/such"), &Environment::new(), Secrets::Skip).is_ok());
    }
}
