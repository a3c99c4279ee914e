//! Which addresses are public.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Whether an address leads to someone else's host on the internet. Addresses of this host, of private networks and of
/// protocols, and those that carry such an IPv4 address, do not (IANA's special-purpose address registries).
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let is_special = match a {
        // This network, private, loopback, multicast, and what is reserved with the broadcast address.
        0 | 10 | 127 | 224..=255 => true,
        // Shared by the customers of a provider (CGNAT).
        100 => (64..128).contains(&b),
        // Link-local, such as the metadata of clouds.
        169 => b == 254,
        172 => (16..32).contains(&b),
        // Private, protocol assignments, documentation, and 6to4 relays.
        192 => b == 168 || matches!((b, c), (0, 0 | 2) | (88, 99)),
        // Benchmarks and documentation.
        198 => matches!(b, 18 | 19) || (b, c) == (51, 100),
        203 => (b, c) == (0, 113),
        _ => false,
    };
    !is_special
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let segments = address.segments();
    if let Some(embedded) = embedded(segments) {
        return is_public_v4(embedded);
    }
    let [first, second, ..] = segments;
    // Only 2000::/3 is assigned for global unicast: everything else is local, multicast or reserved.
    let is_global = first & 0xe000 == 0x2000;
    // Teredo and other protocols.
    let is_protocol = first == 0x2001 && second < 0x200;
    let is_documentation = (first, second) == (0x2001, 0xdb8) || first == 0x3fff;
    is_global && !is_protocol && !is_documentation
}

/// The IPv4 address that a mapped, a NAT64 or a 6to4 address leads to.
fn embedded(segments: [u16; 8]) -> Option<Ipv4Addr> {
    match segments {
        [0, 0, 0, 0, 0, 0xffff, high, low] | [0x64, 0xff9b, 0, 0, 0, 0, high, low] | [0x2002, high, low, ..] => {
            let ([a, b], [c, d]) = (high.to_be_bytes(), low.to_be_bytes());
            Some(Ipv4Addr::new(a, b, c, d))
        }
        _ => None,
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

    // Shows: Threats | A webhook leads into…
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
