//! Whether a mail's sender is who it says, by the provider's own word.
//!
//! Receivers add an `Authentication-Results` header (RFC 8601) above whatever the sender wrote.
//! Only the topmost one counts, and only from the provider we fetched the mail from.

use std::collections::BTreeSet;

use parser_model::reading::Authentication;
use parser_model::{MailAddress, NotAuthenticated};

use super::authentication_results::{AuthenticationResults, MethodResult};
use super::host::Host;

/// The only version of the header and of the methods that this build understands.
const VERSION: u32 = 1;
/// The maximum number of results that a reason names.
const MAX_NAMED: usize = 8;

/// Judges `sender` by the topmost of `results`, which must be written by `authserv_id`.
///
/// A DMARC result decides: trusted is one pass for the sender's domain. Without a DMARC result, a DKIM or SPF pass of
/// a domain aligned with the sender's is trusted. Providers may report DMARC for the parent domain whose policy applies. Such a
/// pass is trusted if a DKIM or SPF pass is aligned with the sender's own domain. Where DMARC failed, the check failed.
pub fn authenticate(results: &[String], authserv_id: &str, sender: &MailAddress) -> Authentication {
    let results = match provider_results(results.first(), authserv_id) {
        Ok(results) => results,
        Err(reason) => return Authentication::Untrusted(reason),
    };
    let dmarc_failed = |result: &MethodResult| result.method == "dmarc" && result.result == "fail";
    match judge(&results, sender) {
        Ok(method) => Authentication::Trusted(format!("{method} passed for {}", sender.domain())),
        Err(reason) if results.results.iter().any(dmarc_failed) => Authentication::Failed(reason),
        Err(reason) => Authentication::Untrusted(reason),
    }
}

fn unreadable(why: &dyn std::fmt::Display) -> NotAuthenticated {
    let detail = why.to_string();
    NotAuthenticated::UnreadableResults { detail }
}

fn provider_results(topmost: Option<&String>, authserv_id: &str) -> Result<AuthenticationResults, NotAuthenticated> {
    let topmost = topmost.ok_or(NotAuthenticated::NoResults)?;
    let results: AuthenticationResults = topmost.parse().map_err(|error| unreadable(&error))?;
    if !results.authserv_id.eq_ignore_ascii_case(authserv_id) {
        return Err(NotAuthenticated::ResultsOfAnother);
    }
    Ok(results)
}

/// The method that authenticated the sender, or why none did.
fn judge(results: &AuthenticationResults, sender: &MailAddress) -> Result<&'static str, NotAuthenticated> {
    if let Some(version) = results.version.filter(|&version| version != VERSION) {
        return Err(unreadable(&format_args!("their version {version} is unknown")));
    }
    for result in &results.results {
        if let Some(name) = doubled(result) {
            return Err(unreadable(&format_args!("{} has {name} twice", result.method)));
        }
    }
    let domain = Host::parse(sender.domain()).ok_or(NotAuthenticated::InvalidSenderDomain)?;
    let results = &results.results[..];
    let mut dmarc = results.iter().filter(|result| result.method == "dmarc");
    match (dmarc.next(), dmarc.next()) {
        (None, _) => aligned_pass(results, &domain).ok_or_else(|| nothing_passed(results, &domain)),
        (Some(result), None) => dmarc_pass(result, results, &domain),
        (Some(_), Some(_)) => Err(NotAuthenticated::SeveralDmarcResults),
    }
}

/// The first property that a result has twice.
fn doubled(result: &MethodResult) -> Option<String> {
    let mut names = BTreeSet::new();
    let mut properties = result.properties.iter();
    let doubled = properties.find(|property| !names.insert((&property.ptype, &property.name)));
    doubled.map(|property| format!("{}.{}", property.ptype, property.name))
}

fn dmarc_pass(dmarc: &MethodResult, results: &[MethodResult], domain: &Host) -> Result<&'static str, NotAuthenticated> {
    if !is_pass(dmarc) {
        return Err(nothing_passed(results, domain));
    }
    let from = dmarc
        .property("header.from")
        .ok_or(NotAuthenticated::DmarcWithoutDomain)?;
    let from = Host::parse(from).ok_or(NotAuthenticated::DmarcOfInvalidDomain)?;
    // RFC 8601 has the sender's domain there. Gmail has the domain with the policy, which may be a parent.
    if from == *domain {
        Ok("dmarc")
    } else if domain.is_within(&from) {
        aligned_pass(results, domain).ok_or_else(|| NotAuthenticated::DmarcOfParentDomain {
            result_domain: from.to_string(),
            domain: domain.to_string(),
        })
    } else {
        Err(NotAuthenticated::DmarcOfOtherDomain {
            result_domain: from.to_string(),
            domain: domain.to_string(),
        })
    }
}

/// DKIM or SPF, if it passed for a domain aligned with the sender's.
fn aligned_pass(results: &[MethodResult], domain: &Host) -> Option<&'static str> {
    let passes = results.iter().filter(|result| is_pass(result));
    let passes_for = |method: &str, checked: fn(&MethodResult) -> Option<Host>| {
        let mut of_method = passes.clone().filter(|result| result.method == method);
        of_method.any(|result| checked(result).is_some_and(|host| host.is_aligned(domain)))
    };
    if passes_for("dkim", signer) {
        Some("dkim")
    } else if passes_for("spf", envelope_sender) {
        Some("spf")
    } else {
        None
    }
}

fn is_pass(result: &MethodResult) -> bool {
    result.result == "pass" && result.version.is_none_or(|version| version == VERSION)
}

/// The domain of a DKIM signature. The user that it names must be of this domain or a sub-domain (RFC 6376, section 3.5).
fn signer(dkim: &MethodResult) -> Option<Host> {
    let user = match dkim.property("header.i") {
        Some(user) if !user.contains('@') => return None,
        Some(user) => Some(Host::of_address(user)?),
        None => None,
    };
    match (dkim.property("header.d"), user) {
        (Some(domain), user) => {
            let domain = Host::parse(domain)?;
            let agree = user.is_none_or(|user| user.is_within(&domain));
            agree.then_some(domain)
        }
        (None, user) => user,
    }
}

/// The domain of the envelope's sender that SPF checked.
fn envelope_sender(spf: &MethodResult) -> Option<Host> {
    Host::of_address(spf.property("smtp.mailfrom")?)
}

fn nothing_passed(results: &[MethodResult], domain: &Host) -> NotAuthenticated {
    let has_dmarc = results.iter().any(|result| result.method == "dmarc");
    let named = results.iter().take(MAX_NAMED);
    let named: Vec<String> = named
        .map(|result| format!("{}={}", result.method, result.result))
        .collect();
    let results = match results.len() {
        0 => "nothing was checked".to_owned(),
        1..=MAX_NAMED => named.join(", "),
        _ => format!("{}, …", named.join(", ")),
    };
    let domain = domain.to_string();
    if has_dmarc {
        NotAuthenticated::DmarcNotPassed { domain, results }
    } else {
        NotAuthenticated::NothingPassed { domain, results }
    }
}

#[cfg(test)]
mod tests;
