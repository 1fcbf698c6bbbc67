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
    /// Whether pages mark the articles as examples.
    pub demo: bool,
}

impl Site {
    pub(in crate::web) fn new(config: &Config, public_url: String, demo: bool) -> Self {
        let config = &config.site;
        Self {
            public_url,
            contact_email: config.contact_email.clone(),
            contact_phone: config.contact_phone.clone(),
            developer_name: config.developer_name.clone(),
            demo,
        }
    }
}
