//! What the web service can be asked for.

use serde::{Deserialize, Serialize};

/// A search; missing fields match all acts. The service knows no type, issuer or date.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PortalQuery {
    /// The number without thousands dots.
    pub number: Option<String>,
    /// Alone, it is a hint only: the service returns acts of that year and of later ones.
    pub year: Option<i16>,
    /// Words of the text.
    pub text: Option<String>,
    /// Words of the title.
    pub title: Option<String>,
}
