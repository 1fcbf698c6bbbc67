//! Public IP addresses, by the IANA special-purpose registries.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::LazyLock;

use ipnet::{Ipv4Net, Ipv6Net};

/// RFC 6890 and its successors: this network, private, CGNAT, loopback, link-local (and with it
/// the clouds' metadata service), protocol assignments, documentation, 6to4 relays, benchmarks,
/// multicast, reserved, broadcast.
const NOT_PUBLIC_V4: [&str; 15] = [
    "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
    "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
    "224.0.0.0/4", "240.0.0.0/4",
];

/// Inside 2000::/3, the only public part: protocol assignments (Teredo and ORCHID among them),
/// documentation.
const NOT_PUBLIC_V6: [&str; 3] = ["2001::/23", "2001:db8::/32", "3fff::/20"];

static V4: LazyLock<Vec<Ipv4Net>> = LazyLock::new(|| NOT_PUBLIC_V4.iter().filter_map(|net| net.parse().ok()).collect());
static V6: LazyLock<Vec<Ipv6Net>> = LazyLock::new(|| NOT_PUBLIC_V6.iter().filter_map(|net| net.parse().ok()).collect());

/// Whether the address is public.
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    V4.iter().all(|net| !net.contains(&address))
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let segments = address.segments();
    // 6to4 and NAT64 addresses embed the IPv4 address that receives the packets.
    let carried = match segments {
        [0x2002, high, low, ..] => Some((high, low)),
        [0x64, 0xff9b, 0, 0, 0, 0, high, low] => Some((high, low)),
        _ => None,
    };
    if let Some((high, low)) = carried {
        let [[a, b], [c, d]] = [high.to_be_bytes(), low.to_be_bytes()];
        return is_public_v4(Ipv4Addr::new(a, b, c, d));
    }
    // Mapped and compatible IPv4, loopback, ULA, link-local and multicast lie outside 2000::/3.
    segments[0] & 0xe000 == 0x2000 && V6.iter().all(|net| !net.contains(&address))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_listed_network_is_parsed() {
        assert_eq!((V4.len(), V6.len()), (NOT_PUBLIC_V4.len(), NOT_PUBLIC_V6.len()));
    }

    #[test]
    fn only_public_addresses_are_public() {
        for public in ["8.8.8.8", "193.231.0.1", "2a00:1450::1", "64:ff9b::808:808", "2002:808:808::1"] {
            assert!(is_public(public.parse().expect("an address")), "{public}");
        }
        let private = [
            "0.0.0.0", "0.1.2.3", "10.1.2.3", "100.64.0.1", "127.0.0.1", "127.9.9.9", "169.254.169.254",
            "172.31.255.255", "192.0.0.8", "192.0.2.1", "192.168.1.1", "198.18.0.1", "198.51.100.1", "203.0.113.9",
            "224.0.0.1", "240.0.0.1", "255.255.255.255", "::", "::1", "::ffff:127.0.0.1", "::ffff:8.8.8.8",
            "::127.0.0.1", "fe80::1", "fc00::1", "fd12:3456::1", "ff02::1", "2001:db8::1", "2001::1", "3fff::1",
            "64:ff9b::7f00:1", "64:ff9b::a00:1", "64:ff9b:1::1", "2002:7f00:1::", "2002:c0a8:101::1", "100::1",
        ];
        for address in private {
            assert!(!is_public(address.parse().expect("an address")), "{address}");
        }
    }
}
