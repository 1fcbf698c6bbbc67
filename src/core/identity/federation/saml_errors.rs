//! The errors of refused SAML responses. Their reasons are logged, and contain nothing of the response.

use saml_rs::SamlError;

use super::errors::invalid;
use crate::error::{Error, ErrorCode, Kind};

/// The status codes when the user did not sign in or did not consent (SAML 2.0 Core, 3.2.2.2).
const CANCELLED: [&str; 2] =
    ["urn:oasis:names:tc:SAML:2.0:status:AuthnFailed", "urn:oasis:names:tc:SAML:2.0:status:RequestDenied"];

/// Returns the error of a refused response.
pub(super) fn refused(error: &SamlError) -> Error {
    if let SamlError::StatusNotSuccess { second: Some(second), .. } = error
        && CANCELLED.contains(&second.as_str())
    {
        let message = "The sign-in was cancelled at the provider.";
        return Error::new(Kind::Forbidden, ErrorCode::UserCancelled, message);
    }
    invalid(&format!("the SAML response was refused: {}", reason(error)))
}

fn reason(error: &SamlError) -> &'static str {
    match error {
        SamlError::Base64(_) => "it is not Base64",
        SamlError::Xml(_) | SamlError::Invalid(_) => "its XML is not acceptable",
        SamlError::ProtocolProfile(_) => "it violates the protocol",
        SamlError::IssuerMismatch { .. } => "another issuer than entity_id",
        SamlError::DestinationMismatch { .. } => "another destination",
        SamlError::InResponseToMismatch { .. } => "it answers another request, or none",
        SamlError::AudienceMismatch { .. } => "another audience than client_id",
        SamlError::UnrecognizedCondition { .. } => "an unknown condition",
        SamlError::PrincipalMismatch => "assertions about several users",
        SamlError::StatusNotSuccess { .. } => "the provider reports an error",
        SamlError::TimeWindowInvalid { .. } => "it is not valid at this time",
        SamlError::SubjectConfirmationInvalid { .. } => "the subject is not confirmed",
        SamlError::SignatureMissing => "it is not signed",
        SamlError::SignatureVerification { .. } => "a wrong signature",
        SamlError::ReferenceResolution { .. } | SamlError::SignedReferenceMismatch => {
            "the signature covers something else"
        }
        SamlError::AssertionSignatureRequired => "the assertion itself is not signed",
        SamlError::AlgorithmUnsupported => "its signature does not use RSA with SHA-256 or stronger",
        SamlError::NoTrustedCertificate => "none of the certificates can be used",
        SamlError::CertificateMismatch => "it is signed with another certificate",
        SamlError::PotentialWrappingAttack => "the signature is wrapped",
        _ => "it is not acceptable",
    }
}
