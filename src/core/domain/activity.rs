//! Events in the recent activity of an account, and the network that an event came from.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr};

use serde::{Deserialize, Serialize};

/// An event in the recent activity of an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ActivityKind {
    SignIn,
    /// A wrong password, or a wrong code of a second factor.
    FailedSignIn,
    /// A new password, set with the current one.
    PasswordChange,
    /// A new password, set with a mailed link.
    PasswordReset,
    EmailChange,
    /// A change of address was undone.
    EmailRecovery,
    /// An identity at a provider was connected.
    ProviderLink,
    /// A provider was disconnected.
    ProviderUnlink,
    SecondFactorAdd,
    SecondFactorRemove,
    /// New recovery codes replaced the earlier ones.
    RecoveryCodes,
    PasskeyAdd,
    PasskeyRemove,
    /// A telephone number was added, in place of an earlier one if there was one.
    PhoneLink,
    /// The telephone number was removed.
    PhoneUnlink,
}

/// The network that a request came from: a /24 of IPv4 or a /48 of IPv6, such as `198.51.100.0/24`. It identifies a
/// provider or a town, not a household.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct NetworkPrefix(String);

impl NetworkPrefix {
    pub fn of(address: IpAddr) -> Self {
        Self(match address {
            IpAddr::V4(address) => {
                let [a, b, c, _] = address.octets();
                format!("{a}.{b}.{c}.0/24")
            }
            IpAddr::V6(address) => {
                let [a, b, c, ..] = address.segments();
                format!("{}/48", Ipv6Addr::new(a, b, c, 0, 0, 0, 0, 0))
            }
        })
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for NetworkPrefix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prefix_holds_no_address() {
        let of = |text: &str| NetworkPrefix::of(text.parse().expect("an address")).to_string();
        assert_eq!(of("198.51.100.7"), "198.51.100.0/24");
        assert_eq!(of("2001:db8:1:2:3::4"), "2001:db8:1::/48");
        assert_eq!(of("::1"), "::/48");
    }
}
