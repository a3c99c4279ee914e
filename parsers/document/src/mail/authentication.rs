//! Whether a mail's sender is who it says, by the provider's own word.
//!
//! Receivers add an `Authentication-Results` header (RFC 8601) above whatever the sender wrote.
//! Only the topmost one counts, and only from the provider we fetched the mail from.

use parser_model::MailAddress;
use parser_model::reading::Authentication;

/// Judges `sender` by the topmost of `results`, which must be written by `authserv_id`.
///
/// Trusted are a DMARC pass, and a DKIM or SPF pass of a domain aligned with the sender's (RFC 7489, section 3.1: relaxed).
pub fn authenticate(results: &[String], authserv_id: &str, sender: &MailAddress) -> Authentication {
    let Some(topmost) = results.first() else {
        return Authentication::Untrusted("the mail carries no authentication results".into());
    };
    let plain = without_comments(topmost);
    let mut sections = plain.split(';').map(str::trim);
    let author = sections
        .next()
        .and_then(|head| head.split_whitespace().next())
        .unwrap_or("");
    if !author.eq_ignore_ascii_case(authserv_id) {
        return Authentication::Untrusted("the topmost authentication results are not the mail provider's".into());
    }
    let methods: Vec<Method<'_>> = sections.filter_map(Method::parse).collect();
    let by = methods
        .iter()
        .find(|method| method.vouches_for(sender.domain()))
        .map(|method| method.name);
    match by {
        Some(name) => Authentication::Trusted(format!("{name} passed for {}", sender.domain())),
        None => {
            let said = methods
                .iter()
                .map(|m| format!("{}={}", m.name, m.result))
                .collect::<Vec<_>>()
                .join(", ");
            let said = if said.is_empty() {
                "nothing was checked".to_owned()
            } else {
                said
            };
            Authentication::Untrusted(format!("no check passed for {} ({said})", sender.domain()))
        }
    }
}

/// One method's result: `dkim=pass header.i=@example.com`.
struct Method<'a> {
    name: &'a str,
    result: &'a str,
    properties: Vec<(&'a str, &'a str)>,
}

impl<'a> Method<'a> {
    fn parse(section: &'a str) -> Option<Self> {
        let mut words = section.split_whitespace();
        let (name, result) = words.next()?.split_once('=')?;
        // A version may follow the name: `dkim/1=pass`.
        let name = name.split('/').next()?;
        Some(Method {
            name,
            result,
            properties: words.filter_map(|word| word.split_once('=')).collect(),
        })
    }

    fn property(&self, name: &str) -> Option<&'a str> {
        self.properties
            .iter()
            .find(|(key, _)| key.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.trim_matches('"'))
    }

    fn vouches_for(&self, domain: &str) -> bool {
        if !self.result.eq_ignore_ascii_case("pass") {
            return false;
        }
        let claimed = match self.name.to_ascii_lowercase().as_str() {
            "dmarc" => self.property("header.from").map(|from| aligned(from, domain)),
            "dkim" => self
                .property("header.d")
                .or(self.property("header.i"))
                .map(|d| aligned(d, domain)),
            "spf" => self.property("smtp.mailfrom").map(|from| aligned(from, domain)),
            _ => None,
        };
        claimed.unwrap_or(false)
    }
}

/// Whether a checked domain (or the domain of a checked address) and the sender's belong together:
/// equal, or one a sub-domain of the other and the shorter one more than a public suffix's worth (two labels).
/// Without a list of public suffixes this is stricter than DMARC's relaxed mode between two
/// sub-domains of one domain, and laxer only below two-label suffixes such as `co.uk`, where the parent itself would have to sign.
fn aligned(checked: &str, sender_domain: &str) -> bool {
    let checked = checked
        .rsplit_once('@')
        .map_or(checked, |(_, domain)| domain)
        .trim_end_matches('.')
        .to_lowercase();
    let under = |long: &str, short: &str| {
        short.contains('.')
            && long
                .strip_suffix(short)
                .is_some_and(|head| head.is_empty() || head.ends_with('.'))
    };
    under(&checked, sender_domain) || under(sender_domain, &checked)
}

/// RFC 5322 comments, nested ones too, become a blank.
fn without_comments(text: &str) -> String {
    let (mut plain, mut depth, mut escaped) = (String::with_capacity(text.len()), 0_usize, false);
    for c in text.chars() {
        match c {
            _ if escaped => escaped = false,
            '\\' if depth > 0 => escaped = true,
            '(' => depth += 1,
            ')' if depth > 0 => {
                depth -= 1;
                plain.push(' ');
            }
            c if depth == 0 => plain.push(c),
            _ => {}
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trusted(results: &[&str], sender: &str) -> bool {
        let results: Vec<String> = results.iter().map(|&r| r.to_owned()).collect();
        matches!(
            authenticate(&results, "mx.google.com", &sender.parse().unwrap()),
            Authentication::Trusted(_)
        )
    }

    #[test]
    fn a_dmarc_pass_is_trusted() {
        let real = "mx.google.com; dkim=pass header.i=@example.com header.s=s1; spf=pass (google.com: domain of a@example.com designates 192.0.2.1) smtp.mailfrom=a@example.com; dmarc=pass (p=REJECT sp=REJECT dis=NONE) header.from=example.com";
        assert!(trusted(&[real], "info@example.com"));
    }

    #[test]
    fn an_aligned_dkim_or_spf_pass_is_trusted() {
        assert!(trusted(
            &["mx.google.com; dkim=pass header.i=@mail.example.com"],
            "info@example.com"
        ));
        assert!(trusted(
            &["mx.google.com; spf=pass smtp.mailfrom=bounce@example.com"],
            "info@mail.example.com"
        ));
        assert!(!trusted(
            &["mx.google.com; dkim=pass header.i=@sender.example.net"],
            "info@example.com"
        ));
        assert!(!trusted(
            &["mx.google.com; spf=pass smtp.mailfrom=x@com"],
            "info@example.com"
        ));
    }

    #[test]
    fn forged_results_are_not() {
        let pass = "mx.google.com; dmarc=pass header.from=example.com";
        assert!(!trusted(&[], "info@example.com"));
        assert!(!trusted(
            &["evil.example.net; dmarc=pass header.from=example.com", pass],
            "info@example.com"
        ));
        assert!(!trusted(
            &["mx.google.com; dmarc=fail header.from=example.com", pass],
            "info@example.com"
        ));
        assert!(!trusted(
            &["mx.google.com; dmarc=pass header.from=example.net"],
            "info@example.com"
        ));
        assert!(!trusted(
            &["mx.google.com; dmarc=fail (dmarc=pass header.from=example.com)"],
            "info@example.com"
        ));
        assert!(!trusted(&["mx.google.com; dmarc=pass"], "info@example.com"));
        assert!(!trusted(
            &["mx.google.com.evil.example.net; dmarc=pass header.from=example.com"],
            "info@example.com"
        ));
        assert!(!trusted(
            &["mx.google.com; dmarc=pass header.from=notexample.com"],
            "info@example.com"
        ));
    }
}
