//! The address of the client, by which logins and sign-ups are limited, also behind proxies.

use std::net::{IpAddr, SocketAddr};

use http::HeaderMap;
use invoices_settings::ForwardedHeader;
use ipnet::IpNet;

/// The proxies whose headers are trusted.
///
/// A client can send any header. Each proxy appends the address that called it, so the header is read from the right, as long
/// as the addresses are those of trusted proxies. The first other address is the client's; anything left of it the client may
/// have made up.
#[derive(Clone, Debug, Default)]
pub struct Proxies {
    /// The networks of the trusted proxies.
    pub trusted: Vec<IpNet>,
    /// The header that they set. No other header is read.
    pub header: ForwardedHeader,
}

impl Proxies {
    /// The client's address for limits. An IPv6 address is cut to its /64, which usually belongs to one client.
    pub fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let mut nearest = peer.to_canonical();
        for hop in self.hops(headers).iter().rev() {
            if !self.trusts(nearest) {
                break;
            }
            // If a trusted proxy names no address, its own is the nearest that is known.
            let Some(address) = address(hop) else { break };
            nearest = address;
        }
        network_of(nearest)
    }

    fn trusts(&self, address: IpAddr) -> bool {
        self.trusted.iter().any(|network| network.contains(&address))
    }

    /// The addresses in the header, the nearest last.
    fn hops<'h>(&self, headers: &'h HeaderMap) -> Vec<&'h str> {
        if self.trusted.is_empty() {
            return vec![];
        }
        let name = match self.header {
            ForwardedHeader::XForwardedFor => "x-forwarded-for",
            ForwardedHeader::Forwarded => "forwarded",
        };
        // A value that is not text becomes an empty address, which ends the loop in `client`.
        let values = headers.get_all(name).iter().map(|value| value.to_str().unwrap_or(""));
        let elements = values.flat_map(|value| value.split(','));
        match self.header {
            ForwardedHeader::XForwardedFor => elements.map(str::trim).collect(),
            ForwardedHeader::Forwarded => elements.map(forwarded_for).collect(),
        }
    }
}

/// The `for` of one element of `Forwarded`; empty if it has none.
fn forwarded_for(element: &str) -> &str {
    let pairs = element.split(';').filter_map(|pair| pair.split_once('='));
    let mut named = pairs.filter(|(name, _)| name.trim().eq_ignore_ascii_case("for"));
    named.next().map_or("", |(_, value)| value.trim().trim_matches('"'))
}

/// `192.0.2.1`, `192.0.2.1:4711`, `2001:db8::1`, `[2001:db8::1]` or `[2001:db8::1]:4711`.
fn address(text: &str) -> Option<IpAddr> {
    let plain = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
    let address = plain.unwrap_or(text).parse::<IpAddr>().ok();
    let address = address.or_else(|| text.parse::<SocketAddr>().ok().map(|address| address.ip()));
    address.map(|address| address.to_canonical())
}

fn network_of(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::from([a, b, c, d, 0, 0, 0, 0])
        }
        address @ IpAddr::V4(_) => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn proxies(header: ForwardedHeader) -> Proxies {
        Proxies {
            trusted: vec!["10.0.0.0/8".parse().unwrap(), "fd00::/8".parse().unwrap()],
            header,
        }
    }

    fn client(proxies: &Proxies, peer: &str, lines: &[(&'static str, &str)]) -> String {
        let mut headers = HeaderMap::new();
        for (name, value) in lines {
            headers.append(*name, value.parse().unwrap());
        }
        proxies.client(peer.parse().unwrap(), &headers).to_string()
    }

    #[test]
    fn a_header_of_an_untrusted_peer_is_ignored() {
        let said = [("x-forwarded-for", "203.0.113.9"), ("forwarded", "for=203.0.113.9")];
        assert_eq!(client(&Proxies::default(), "198.51.100.7", &said), "198.51.100.7");
        for header in [ForwardedHeader::XForwardedFor, ForwardedHeader::Forwarded] {
            assert_eq!(client(&proxies(header), "198.51.100.7", &said), "198.51.100.7");
        }
    }

    #[test]
    fn the_first_from_the_right_that_is_no_trusted_proxy_calls() {
        let proxies = proxies(ForwardedHeader::XForwardedFor);
        for (said, expected) in [
            (&["203.0.113.9"][..], "203.0.113.9"),
            (&["1.1.1.1, 203.0.113.9, 10.0.0.2"], "203.0.113.9"),
            (&["1.1.1.1", "203.0.113.9", "10.0.0.2"], "203.0.113.9"),
            (&["1.1.1.1, 203.0.113.9:4711"], "203.0.113.9"),
            (&["::ffff:203.0.113.9"], "203.0.113.9"),
            (&["2001:db8:1:2:3:4:5:6"], "2001:db8:1:2::"),
            (&["[2001:db8:1:2:3:4:5:6]:4711, fd00::7"], "2001:db8:1:2::"),
            // A proxy that names no valid address counts as the client.
            (&[][..], "10.0.0.1"),
            (&["203.0.113.9, unknown"], "10.0.0.1"),
            (&["203.0.113.9, "], "10.0.0.1"),
            (&["10.0.0.3, 10.0.0.2"], "10.0.0.3"),
        ] {
            let lines: Vec<_> = said.iter().map(|value| ("x-forwarded-for", *value)).collect();
            assert_eq!(client(&proxies, "10.0.0.1", &lines), expected, "{said:?}");
        }
        let other = [("forwarded", "for=203.0.113.9")];
        assert_eq!(
            client(&proxies, "10.0.0.1", &other),
            "10.0.0.1",
            "the other header is not read"
        );
    }

    #[test]
    fn forwarded_is_read_as_rfc_7239_writes_it() {
        let proxies = proxies(ForwardedHeader::Forwarded);
        for (said, expected) in [
            ("for=203.0.113.9;proto=https;by=10.0.0.1", "203.0.113.9"),
            (
                "for=1.1.1.1, By=10.0.0.2; For=\"203.0.113.9:4711\", for=10.0.0.2",
                "203.0.113.9",
            ),
            ("for=\"[2001:db8:1:2:3:4:5:6]\"", "2001:db8:1:2::"),
            ("for=203.0.113.9, for=_hidden", "10.0.0.1"),
            ("for=203.0.113.9, proto=https", "10.0.0.1"),
        ] {
            assert_eq!(client(&proxies, "10.0.0.1", &[("forwarded", said)]), expected, "{said}");
        }
    }
}
