//! The keys by which the uses of a limit are counted.

use std::net::{IpAddr, Ipv6Addr};

use uuid::Uuid;

use crate::domain::email::Email;

/// The client or resource whose uses a limit counts.
#[derive(Debug, Clone, Hash)]
pub enum LimitKey {
    /// An IPv4 address or the /64 of an IPv6 address. The latter also counts for its [site](site_of).
    Network(IpAddr),
    /// An account or session.
    Name(String),
    /// A [mailbox](Email::mailbox), in whatever spelling its address is written.
    Mailbox(String),
}

impl LimitKey {
    /// The same text in every process.
    pub fn text(&self) -> String {
        match self {
            Self::Network(network) => format!("network {network}"),
            Self::Name(name) => format!("name {name}"),
            Self::Mailbox(mailbox) => format!("mailbox {mailbox}"),
        }
    }
}

impl From<IpAddr> for LimitKey {
    fn from(network: IpAddr) -> Self {
        Self::Network(network)
    }
}

impl From<&Email> for LimitKey {
    fn from(email: &Email) -> Self {
        Self::Mailbox(email.mailbox())
    }
}

impl From<&str> for LimitKey {
    fn from(name: &str) -> Self {
        Self::Name(name.to_owned())
    }
}

impl From<String> for LimitKey {
    fn from(name: String) -> Self {
        Self::Name(name)
    }
}

impl From<Uuid> for LimitKey {
    fn from(session: Uuid) -> Self {
        Self::Name(session.to_string())
    }
}

/// The IPv4 address, or the /48 of an IPv6 address: one customer may have all 65,536 networks in it.
// docs/decisions/0083
pub fn site_of(network: IpAddr) -> IpAddr {
    match network {
        IpAddr::V4(_) => network,
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() >> 80 << 80)),
    }
}
