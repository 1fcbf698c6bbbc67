//! Reads the files with certificates of SAML providers.

use super::accounts::AccountsConfig;
use super::certificates::parse;
use super::problem::{ConfigProblem, problem};
use super::provider_config::KEY;

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
    use super::super::samples::certificate;
    use super::super::{Environment, Secrets, merge};

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
