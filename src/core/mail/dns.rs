//! Looks up TXT records with the resolver of the system.

use std::collections::HashMap;
use std::time::Duration;

use mail_auth::hickory_resolver::proto::rr::{Name, RData};
use mail_auth::{DnsError, Error, MessageAuthenticator};

const TIMEOUT: Duration = Duration::from_secs(10);

/// Looks up the TXT records of a name.
#[derive(Debug, Clone, Default)]
pub enum TxtResolver {
    /// Asks the servers of `/etc/resolv.conf`.
    #[default]
    System,
    /// For tests.
    Fixed(HashMap<String, Vec<String>>),
}

impl TxtResolver {
    /// Returns the records; none if the name has none.
    ///
    /// # Errors
    /// Why they cannot be read.
    pub(super) async fn look_up(&self, name: &str) -> Result<Vec<String>, String> {
        match self {
            Self::System => {
                let asked = tokio::time::timeout(TIMEOUT, ask(name)).await;
                asked.map_err(|_| "the DNS server did not reply in time".to_owned())?
            }
            Self::Fixed(records) => Ok(records.get(name).cloned().unwrap_or_default()),
        }
    }
}

async fn ask(name: &str) -> Result<Vec<String>, String> {
    let authenticator = MessageAuthenticator::new_system_conf().map_err(|error| error.to_string())?;
    // The dot keeps the search list of the system out.
    let name = Name::from_str_relaxed(format!("{name}.")).map_err(|error| error.to_string())?;
    let found = match authenticator.resolver().txt_lookup(name).await.map_err(Error::from) {
        Ok(found) => found,
        Err(Error::Dns(DnsError::RecordNotFound(_))) => return Ok(vec![]),
        Err(error) => return Err(error.to_string()),
    };
    let mut records = Vec::new();
    for record in found.answers() {
        if let RData::TXT(txt) = &record.data {
            let bytes: Vec<u8> = txt.txt_data.iter().flat_map(|part| part.iter().copied()).collect();
            records.push(String::from_utf8_lossy(&bytes).into_owned());
        }
    }
    Ok(records)
}
