//! Host names that can be compared.

/// The maximum length of a host name, and of one of its labels, in characters (RFC 1035, section 2.3.4).
const MAX_NAME: usize = 253;
const MAX_LABEL: usize = 63;

/// A well-formed host name of two labels or more, in lower case, with A-labels and without a full stop at the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Host(String);

impl Host {
    /// `None` if the text isn't a well-formed host name, such as an IP address.
    pub fn parse(text: &str) -> Option<Self> {
        let ascii = idna::domain_to_ascii(text).ok()?;
        let name = ascii.strip_suffix('.').unwrap_or(&ascii);
        let (_, last) = name.rsplit_once('.')?;
        let is_host =
            name.len() <= MAX_NAME && name.split('.').all(is_label) && !last.chars().all(|c| c.is_ascii_digit());
        is_host.then(|| Host(name.to_owned()))
    }

    /// The host of a mail address, or of a host name alone.
    pub fn of_address(text: &str) -> Option<Self> {
        Host::parse(text.rsplit_once('@').map_or(text, |(_, domain)| domain))
    }

    /// Whether this is `other` or a sub-domain of it.
    pub fn is_within(&self, other: &Host) -> bool {
        let head = self.0.strip_suffix(&other.0);
        head.is_some_and(|head| head.is_empty() || head.ends_with('.'))
    }

    /// Whether a checked domain and the sender's belong together (RFC 7489, section 3.1: relaxed): equal, or one a
    /// sub-domain of the other. Both have two labels or more.
    ///
    /// Without a list of public suffixes this is stricter than DMARC's relaxed mode between two
    /// sub-domains of one domain, and laxer only below two-label suffixes such as `co.uk`, where the parent itself would have to sign.
    pub fn is_aligned(&self, sender: &Host) -> bool {
        self.is_within(sender) || sender.is_within(self)
    }
}

impl std::fmt::Display for Host {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

fn is_label(label: &str) -> bool {
    (1..=MAX_LABEL).contains(&label.len())
        && label.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
        && !label.starts_with('-')
        && !label.ends_with('-')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn host(text: &str) -> Host {
        Host::parse(text).unwrap()
    }

    #[test]
    fn host_names_compare_without_case_full_stop_and_encoding() {
        assert_eq!(host("Example.COM."), host("example.com"));
        assert_eq!(host("räksmörgås.example.com"), host("XN--rksmrgs-5wao1o.example.com"));
        assert_eq!(Host::of_address("Kvitto@Example.com"), Some(host("example.com")));
        assert_eq!(Host::of_address("@example.com"), Some(host("example.com")));
    }

    #[test]
    fn anything_else_is_no_host_name() {
        let long = format!("{}.example.com", "a".repeat(64));
        for text in [
            "",
            ".",
            "com",
            "example.com..",
            ".example.com",
            "a..example.com",
            "-a.example.com",
            "a-.example.com",
            "a_b.example.com",
            "a b.example.com",
            "192.0.2.1",
            "[192.0.2.1]",
            "user@example.com",
            "xn--0.example.com",
            "example.com\0",
            "*.example.com",
            &long,
        ] {
            assert_eq!(Host::parse(text), None, "{text:?}");
        }
        assert_eq!(Host::parse(&"a.".repeat(200)), None);
    }

    #[test]
    fn alignment_is_of_whole_labels() {
        assert!(host("mail.example.com").is_aligned(&host("example.com")));
        assert!(host("example.com").is_aligned(&host("mail.example.com")));
        assert!(!host("notexample.com").is_aligned(&host("example.com")));
        assert!(!host("a.example.com").is_aligned(&host("b.example.com")));
    }
}
