//! Which addresses are public.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Whether an address leads to somebody else's host on the internet. Addresses of this host, of private networks and of
/// protocols, and those that carry such an IPv4 address, do not (IANA's special-purpose address registries).
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let special = match (a, b, c) {
        // This network, loopback, multicast, and what is reserved with the broadcast address.
        (0 | 127 | 224.., ..)
        // Private networks.
        | (10, ..) | (172, 16..=31, _) | (192, 168, _)
        // Shared by the customers of a provider (CGNAT).
        | (100, 64..=127, _)
        // Link-local, such as the metadata of clouds.
        | (169, 254, _)
        // Protocol assignments, documentation, 6to4 relays, and benchmarks.
        | (192, 0, 0 | 2) | (192, 88, 99) | (198, 18 | 19, _) | (198, 51, 100) | (203, 0, 113) => true,
        _ => false,
    };
    !special
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let segments = address.segments();
    let embedded = |high: u16, low: u16| {
        let ([a, b], [c, d]) = (high.to_be_bytes(), low.to_be_bytes());
        is_public_v4(Ipv4Addr::new(a, b, c, d))
    };
    match segments {
        // Unspecified, loopback, and IPv4 in its mapped, translated and compatible forms. Nothing else in ::/16 is used.
        [0, 0, 0, 0, 0, 0xffff, high, low] => embedded(high, low),
        [0, ..] => false,
        // NAT64, and its prefix for local use.
        [0x64, 0xff9b, 0, 0, 0, 0, high, low] => embedded(high, low),
        [0x64, 0xff9b, ..] => false,
        // Discard-only.
        [0x100, ..] => false,
        // 6to4.
        [0x2002, high, low, ..] => embedded(high, low),
        // Teredo and other protocol assignments, of which only DNS and AMT anycast are global.
        [0x2001, second, ..] if second < 0x200 => false,
        // Documentation.
        [0x2001, 0xdb8, ..] | [0x3fff, ..] => false,
        // Only 2000::/3 is assigned for global unicast: everything else is local, multicast or reserved.
        [first, ..] => first & 0xe000 == 0x2000,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn public(text: &str) -> bool {
        is_public(text.parse().unwrap())
    }

    #[test]
    fn public_addresses_are_public() {
        for address in [
            "1.1.1.1",
            "9.255.255.255",
            "11.0.0.0",
            "100.63.255.255",
            "100.128.0.0",
            "169.253.0.1",
            "172.15.255.255",
            "172.32.0.0",
            "192.167.0.1",
            "198.17.0.1",
            "223.255.255.254",
            "2606:4700::1111",
            "2a00:1450:4001::1",
            "64:ff9b::101:101",
            "2002:101:101::1",
            "::ffff:1.1.1.1",
        ] {
            assert!(public(address), "{address}");
        }
    }

    #[test]
    fn all_others_are_not() {
        for address in [
            "0.0.0.0",
            "0.1.2.3",
            "10.0.0.1",
            "100.64.0.1",
            "127.0.0.1",
            "127.255.0.1",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.8",
            "192.0.2.1",
            "192.88.99.1",
            "192.168.1.1",
            "198.18.0.1",
            "198.19.255.255",
            "198.51.100.1",
            "203.0.113.1",
            "224.0.0.1",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::127.0.0.1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "::ffff:0:10.0.0.1",
            "64:ff9b::a00:1",
            "64:ff9b::7f00:1",
            "64:ff9b:1::1",
            "100::1",
            "2001::1",
            "2001:db8::1",
            "2002:7f00:1::1",
            "2002:a00:1::1",
            "2002:c0a8:101::1",
            "3fff::1",
            "fc00::1",
            "fd00:ec2::254",
            "fe80::1",
            "fec0::1",
            "ff02::1",
            "5f00::1",
        ] {
            assert!(!public(address), "{address}");
        }
    }
}
