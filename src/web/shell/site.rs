//! The site's properties that pages show.

use crate::config::Config;

/// The site's properties that pages show.
#[derive(Debug, Clone)]
pub(in crate::web) struct Site {
    /// The URL of the site, without a slash at its end.
    pub public_url: String,
    pub contact_email: String,
    pub contact_phone: String,
    pub developer_name: String,
    /// Whether visits are counted where the reader agrees.
    pub analytics: bool,
    /// Whether pages mark the articles as examples.
    pub demo: bool,
}

impl Site {
    pub(in crate::web) fn new(config: &Config, public_url: String, demo: bool) -> Self {
        let Config { site, analytics, .. } = config;
        Self {
            public_url,
            contact_email: site.contact_email.clone(),
            contact_phone: site.contact_phone.clone(),
            developer_name: site.developer_name.clone(),
            analytics: analytics.enabled,
            demo,
        }
    }
}
