//! The site's properties that pages show.

use crate::app::App;
use crate::config::Config;
use crate::ops::browse::SITE_NAME;

/// The site's properties that pages show.
#[derive(Debug, Clone)]
pub(in crate::web) struct Site {
    /// The URL of the site, without a slash at its end.
    pub public_url: String,
    /// Whether the operator has set the URL. It is the address on which the server listens otherwise.
    has_own_url: bool,
    /// The part of the ids of events and feed entries that no other site has. It is stored, so that ids survive a new
    /// public URL.
    pub id_base: String,
    pub contact_email: String,
    pub contact_phone: String,
    pub developer_name: String,
    /// Whether the details above are samples.
    pub has_sample_details: bool,
    /// Whether a language model helps to explain acts.
    pub explains_with_ai: bool,
    /// Whether visits are counted where the reader agrees.
    pub analytics: bool,
    /// Whether pages mark the articles as examples.
    pub demo: bool,
}

impl Site {
    pub(in crate::web) fn new(app: &App, public_url: String) -> Self {
        let Config { site, analytics, explain, server, .. } = &app.config;
        Self {
            public_url,
            has_own_url: !server.public_url.is_empty(),
            id_base: app.store.instance().to_string(),
            contact_email: site.contact_email.clone(),
            contact_phone: site.contact_phone.clone(),
            developer_name: site.developer_name.clone(),
            has_sample_details: site.has_sample_details,
            explains_with_ai: explain.is_enabled(),
            analytics: analytics.enabled,
            demo: app.demo,
        }
    }

    /// The maker of the site by name, or the site itself.
    pub(in crate::web) fn publisher(&self) -> &str {
        if self.developer_name.is_empty() { SITE_NAME } else { &self.developer_name }
    }

    /// The host of the site, with its port if it has one.
    pub(in crate::web) fn host(&self) -> &str {
        self.public_url.split_once("://").map_or(self.public_url.as_str(), |(_, host)| host)
    }

    /// The host under which readers know the site, if it has one.
    pub(in crate::web) fn own_host(&self) -> Option<&str> {
        self.has_own_url.then(|| self.host())
    }
}
