//! A real identity provider of SAML: pysaml2 of PyPI, which signs with Debian's xmlsec1.

use std::collections::HashMap;
use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

use paragraf::config::{ProviderConfig, ProviderKind};
use scraper::{Html, Selector};
use serde::Deserialize;
use url::Url;

use super::announced::Announced;
use super::install::find_or_install;
use super::python;

/// The provider's ID in the configuration of our servers.
pub const PROVIDER: &str = "saml.test";

/// The versions that were tried; pysaml2 itself accepts any of the others.
const PACKAGES: [&str; 3] = ["pysaml2==7.5.5", "lxml==6.1.3", "cryptography==50.0.2"];

/// A running provider.
pub struct SamlProvider {
    _program: Announced,
    pub issuer: String,
    /// In PEM, by name: `now` signs, `next` will, `other` belongs to somebody else.
    pub certificates: HashMap<String, String>,
}

/// The user who signs in, and the fault of the response (see `saml_idp/faults.py`).
#[derive(Debug, Clone, Copy, Default)]
pub struct Visitor<'a> {
    pub subject: &'a str,
    pub email: &'a str,
    pub name: &'a str,
    /// The format of the NameID; empty for a persistent one.
    pub format: &'a str,
    pub fault: &'a str,
}

/// The form that the provider's page posts.
#[derive(Debug, Clone)]
pub struct PostedForm {
    pub action: String,
    pub fields: Vec<(String, String)>,
    /// As requested: `true` or `None`.
    pub force_authn: String,
}

impl SamlProvider {
    /// Returns the provider that all tests share.
    pub fn shared() -> &'static Self {
        static SHARED: OnceLock<SamlProvider> = OnceLock::new();
        SHARED.get_or_init(Self::start)
    }

    fn start() -> Self {
        let find = || {
            let found = Command::new("sh").args(["-c", "command -v xmlsec1"]).output().ok()?;
            found.status.success().then(|| String::from_utf8_lossy(&found.stdout).trim().into())
        };
        find_or_install("xmlsec1", find).expect("this test needs xmlsec1; on Debian `apt-get install xmlsec1`");
        let python = python::environment("saml", &PACKAGES).join("python");
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/tests/support/saml_idp/idp.py");
        let mut command = Command::new(python);
        command.arg("-B").arg(script);
        #[derive(Deserialize)]
        struct Started {
            issuer: String,
            certificates: HashMap<String, String>,
        }
        let (program, Started { issuer, certificates }) = Announced::start(command);
        Self { _program: program, issuer, certificates }
    }

    /// The settings of this provider under an ID of ours.
    pub fn settings(&self, id: &str) -> ProviderConfig {
        ProviderConfig {
            kind: ProviderKind::Saml,
            id: id.into(),
            name: "Firma".into(),
            entity_id: self.issuer.clone(),
            // Real addresses have parameters of their own.
            sso_url: format!("{}/sso?idpid=C0", self.issuer),
            certificates: vec![self.certificates["now"].clone()],
            ..ProviderConfig::default()
        }
    }
}

/// Opens the address of a sign-in, signs in, and returns the form that goes back to us.
pub async fn sign_in_at(url: &str, visitor: Visitor<'_>) -> PostedForm {
    let mut url = Url::parse(url).expect("an address");
    let Visitor { subject, email, name, format, fault } = visitor;
    let said = [("subject", subject), ("mail", email), ("name", name), ("format", format), ("fault", fault)];
    url.query_pairs_mut().extend_pairs(said.iter().filter(|(_, value)| !value.is_empty()));
    let response = reqwest::get(url).await.expect("an answer");
    let (status, page) = (response.status(), response.text().await.expect("text"));
    assert!(status.is_success(), "{fault}: {page}");
    let page = Html::parse_fragment(&page);
    let select = |what: &str| Selector::parse(what).expect("a selector");
    let form = page.select(&select("form")).next().expect("a form");
    let attribute = |name: &str| form.attr(name).unwrap_or_default().to_owned();
    let inputs = select("input");
    let fields = form
        .select(&inputs)
        .map(|input| ["name", "value"].map(|name| input.attr(name).unwrap_or_default().to_owned()).into());
    PostedForm { action: attribute("action"), fields: fields.collect(), force_authn: attribute("data-force-authn") }
}

impl PostedForm {
    pub fn field(&self, name: &str) -> &str {
        self.fields.iter().find(|(own, _)| own == name).map_or("", |(_, value)| value)
    }

    /// As the browser sends it.
    pub fn body(&self) -> String {
        url::form_urlencoded::Serializer::new(String::new()).extend_pairs(&self.fields).finish()
    }
}
