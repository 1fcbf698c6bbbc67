//! The certificates of SAML providers.

use data_encoding::BASE64;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;

/// Returns the certificates in the text as base64. The text is PEM, or the base64 of one certificate.
///
/// # Errors
/// The reason, without the text.
pub(super) fn parse(text: &str) -> Result<Vec<String>, String> {
    let is_certificate = |der: &[u8]| der.first() == Some(&0x30) && der.len() > 100;
    if !text.contains("-----BEGIN") {
        let bare: String = text.split_whitespace().collect();
        let is_good = BASE64.decode(bare.as_bytes()).is_ok_and(|der| is_certificate(&der));
        return if is_good { Ok(vec![bare]) } else { Err(NOT_A_CERTIFICATE.into()) };
    }
    let found: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(text.as_bytes()).collect();
    let found = found.ok().filter(|found| !found.is_empty() && found.iter().all(|der| is_certificate(der)));
    let found = found.ok_or_else(|| NOT_A_CERTIFICATE.to_owned())?;
    Ok(found.iter().map(|der| BASE64.encode(der)).collect())
}

const NOT_A_CERTIFICATE: &str = "is not a certificate: write PEM (-----BEGIN CERTIFICATE-----) or its base64";

#[cfg(test)]
mod tests {
    use super::super::samples::certificate;
    use super::*;

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
}
