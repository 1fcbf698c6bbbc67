//! DKIM signatures (RFC 6376, RFC 8463).

use std::path::Path;

use mail_auth::common::crypto::{Algorithm, CryptoError, Sha256, SigningKey};
use mail_auth::common::headers::{HeaderWriter, Writable};
use mail_auth::dkim::{Canonicalization, DkimSigner, Done};
use ring::rand::SystemRandom;
use ring::signature::{Ed25519KeyPair, KeyPair, RSA_PKCS1_SHA256, RsaKeyPair};
use rustls::pki_types::PrivateKeyDer;
use rustls::pki_types::pem::PemObject;

use super::failure::SendFailure;
use crate::config::MailConfig;
use crate::error::{Error, ErrorCode, Kind, Result};

/// The signed headers; those that a message lacks are skipped.
const HEADERS: [&str; 11] = [
    "From", "To", "Subject", "Date", "Message-ID", "MIME-Version", "Content-Type", "Reply-To", "List-Unsubscribe",
    "List-Unsubscribe-Post", "List-Id",
];

/// Signs messages with the configured key.
pub(super) struct Dkim(DkimSigner<DkimKey, Done>);

/// Keys of ring, whose RSA is constant-time and several times as fast as pure Rust.
// docs/decisions/0051
enum DkimKey {
    Rsa(Box<RsaKeyPair>),
    Ed25519(Box<Ed25519KeyPair>),
}

impl Dkim {
    /// `None` when no key is configured.
    ///
    /// # Errors
    /// `config` when the file holds no usable key.
    pub(super) fn new(config: &MailConfig) -> Result<Option<Self>> {
        if config.dkim_key_file.is_empty() {
            return Ok(None);
        }
        let signer = DkimSigner::from_key(DkimKey::read(Path::new(&config.dkim_key_file))?)
            .domain(&config.dkim_domain)
            .selector(&config.dkim_selector)
            .headers(HEADERS)
            .header_canonicalization(Canonicalization::Relaxed)
            .body_canonicalization(Canonicalization::Relaxed);
        Ok(Some(Self(signer)))
    }

    /// Prepends the signature; takes up to a millisecond of CPU time.
    pub(super) fn sign(&self, message: Vec<u8>) -> Result<Vec<u8>, SendFailure> {
        let signature = self.0.sign(&message).map_err(|error| SendFailure::not_sent(format!("signing: {error}")))?;
        let mut signed = signature.to_header().into_bytes();
        signed.extend_from_slice(&message);
        Ok(signed)
    }
}

/// Returns the public key that belongs to the configured private key: of RSA in PKCS#1, of Ed25519 its 32 bytes; `None`
/// when no key is configured.
///
/// # Errors
/// `config` when the file holds no usable key.
pub(super) fn public_key(config: &MailConfig) -> Result<Option<Vec<u8>>> {
    if config.dkim_key_file.is_empty() {
        return Ok(None);
    }
    Ok(Some(match DkimKey::read(Path::new(&config.dkim_key_file))? {
        DkimKey::Rsa(key) => key.public_key().as_ref().to_vec(),
        DkimKey::Ed25519(key) => key.public_key().as_ref().to_vec(),
    }))
}

impl DkimKey {
    fn read(path: &Path) -> Result<Self> {
        let unusable = |reason: &str| {
            let message = format!("mail.dkim_key_file: {} {reason}", path.display());
            Error::new(Kind::Invalid, ErrorCode::Config, message)
        };
        let der = PrivateKeyDer::from_pem_file(path)
            .map_err(|error| unusable("holds no private key in PEM form").caused_by(error))?;
        let rsa = match &der {
            PrivateKeyDer::Pkcs1(key) => RsaKeyPair::from_der(key.secret_pkcs1_der()),
            PrivateKeyDer::Pkcs8(key) => match Ed25519KeyPair::from_pkcs8_maybe_unchecked(key.secret_pkcs8_der()) {
                Ok(key) => return Ok(Self::Ed25519(Box::new(key))),
                Err(_) => RsaKeyPair::from_pkcs8(key.secret_pkcs8_der()),
            },
            _ => return Err(unusable("is of a type that DKIM does not support; generate an RSA or Ed25519 key")),
        };
        let remedy = "is neither an RSA key of 2048 to 8192 bits nor an Ed25519 key";
        rsa.map(|key| Self::Rsa(Box::new(key))).map_err(|_| unusable(remedy))
    }
}

impl SigningKey for DkimKey {
    type Hasher = Sha256;

    fn sign(&self, input: impl Writable) -> mail_auth::Result<Vec<u8>> {
        match self {
            Self::Ed25519(key) => Ok(key.sign(self.hash(input).as_ref()).as_ref().to_vec()),
            Self::Rsa(key) => {
                let mut signed = Vec::new();
                input.write(&mut signed);
                let mut signature = vec![0; key.public().modulus_len()];
                key.sign(&RSA_PKCS1_SHA256, &SystemRandom::new(), &signed, &mut signature)
                    .map_err(|error| mail_auth::Error::Crypto(CryptoError::Library(error.to_string())))?;
                Ok(signature)
            }
        }
    }

    fn algorithm(&self) -> Algorithm {
        match self {
            Self::Rsa(_) => Algorithm::RsaSha256,
            Self::Ed25519(_) => Algorithm::Ed25519Sha256,
        }
    }
}
