//! The content security policy of all responses (<https://www.w3.org/TR/CSP3/>).

use axum::http::HeaderValue;
use url::Url;

use crate::config::CaptchaKind;

macro_rules! policy {
    ($script:literal, $style:literal, $connect:literal, $frame:literal, $types:literal) => {
        concat!(
            "default-src 'none'; script-src 'self'",
            $script,
            "; style-src 'self'",
            $style,
            "; img-src 'self' data:; font-src 'self'; connect-src 'self'",
            $connect,
            "; manifest-src 'self'; worker-src 'self'; ",
            $frame,
            "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
            $types
        )
    };
}

/// The policy: it allows our own addresses, those of the configured captcha vendor, and the provider whose accounts the
/// browser offers (FedCM). The sign-in page is a screen of the application, so the policy of every page must allow
/// them.
pub(super) fn of(captcha: CaptchaKind, fedcm_config: Option<&Url>) -> HeaderValue {
    let policy = for_captcha(captcha);
    let opened = fedcm_config.and_then(|address| {
        let connect = format!("connect-src 'self' {}", address.origin().ascii_serialization());
        HeaderValue::from_str(&policy.replacen("connect-src 'self'", &connect, 1)).ok()
    });
    opened.unwrap_or(HeaderValue::from_static(policy))
}

/// Trusted Types are required only without a captcha vendor, since the vendors' scripts write HTML themselves.
fn for_captcha(captcha: CaptchaKind) -> &'static str {
    match captcha {
        CaptchaKind::ProofOfWork => {
            // docs/decisions/0234
            policy!("", "", "", "", "; require-trusted-types-for 'script'; trusted-types paragraf")
        }
        CaptchaKind::Recaptcha => policy!(
            " https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/",
            "",
            " https://www.google.com/recaptcha/",
            "frame-src https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/; ",
            ""
        ),
        CaptchaKind::Hcaptcha => policy!(
            " https://hcaptcha.com https://*.hcaptcha.com",
            " https://hcaptcha.com https://*.hcaptcha.com",
            " https://hcaptcha.com https://*.hcaptcha.com",
            "frame-src https://hcaptcha.com https://*.hcaptcha.com; ",
            ""
        ),
        CaptchaKind::Turnstile => {
            policy!(" https://challenges.cloudflare.com", "", "", "frame-src https://challenges.cloudflare.com; ", "")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_configured_vendor_is_allowed() {
        let all = [CaptchaKind::ProofOfWork, CaptchaKind::Recaptcha, CaptchaKind::Hcaptcha, CaptchaKind::Turnstile];
        for kind in all {
            let policy = for_captcha(kind);
            assert!(
                policy.starts_with("default-src 'none'; script-src 'self'") && !policy.contains("unsafe"),
                "{policy}"
            );
            assert_eq!(
                policy.ends_with("; require-trusted-types-for 'script'; trusted-types paragraf"),
                kind == CaptchaKind::ProofOfWork,
                "{policy}"
            );
            for (vendor, host) in [
                (CaptchaKind::Recaptcha, "google.com"),
                (CaptchaKind::Hcaptcha, "hcaptcha.com"),
                (CaptchaKind::Turnstile, "cloudflare.com"),
            ] {
                assert_eq!(policy.contains(host), kind == vendor, "{policy}");
            }
        }
    }
}
