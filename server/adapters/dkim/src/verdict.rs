//! What signatures and a policy say of a mail's sender.

use invoices_domain::reading::Authentication;
use invoices_domain::{MailAddress, NotAuthenticated};
use mail_auth::common::crypto::Algorithm;
use mail_auth::dkim::Signature;
use mail_auth::dmarc::Policy;
use mail_auth::{DkimOutput, DkimResult, DmarcOutput, DmarcResult, Error};

/// Trusted is a valid signature of the sender's domain. Without one, the check has failed if the domain asks to refuse such
/// mails, unless the key of its signature is not published any more: old mails outlive their keys.
///
/// An error if a name server failed.
pub(crate) fn of(
    signatures: &[DkimOutput<'_>],
    policy: &DmarcOutput,
    sender: &MailAddress,
) -> Result<Authentication, String> {
    let own: Vec<&DkimOutput<'_>> = signatures.iter().filter(|output| is_aligned(output, sender)).collect();
    if let Some(signed) = own.iter().find(|output| is_valid(output)) {
        let domain = signed.signature().map_or("", |signature| &signature.d);
        return Ok(Authentication::Trusted(format!(
            "a DKIM signature of {domain} is valid"
        )));
    }
    for output in &own {
        if let DkimResult::TempError(error) = output.result() {
            return Err(format!("failed to look up the key of a signature: {error}"));
        }
    }
    if let DmarcResult::TempError(error) = policy.dkim_result() {
        return Err(format!("failed to look up the policy of {}: {error}", sender.domain()));
    }
    let domain = sender.domain().to_owned();
    let reason = match own.first() {
        None => NotAuthenticated::NoSignature { domain },
        Some(output) => NotAuthenticated::InvalidSignature {
            domain,
            detail: fault(output),
        },
    };
    let refuses = matches!(policy.policy(), Policy::Quarantine | Policy::Reject);
    let may_be_old = own
        .iter()
        .any(|output| matches!(output.result(), DkimResult::PermError(_)) || is_expired(output));
    Ok(if refuses && !may_be_old {
        Authentication::Failed(reason)
    } else {
        Authentication::Untrusted(reason)
    })
}

/// Whether the sender's domain, or one of the same organisation, signed (RFC 9989: relaxed alignment).
fn is_aligned(output: &DkimOutput<'_>, sender: &MailAddress) -> bool {
    let Some(signature) = output.signature() else {
        return false;
    };
    let organisation = |name: &str| psl::domain_str(&name.to_lowercase()).map(str::to_owned);
    let signer = organisation(signature.d.trim_end_matches('.'));
    signer.is_some() && signer == organisation(sender.domain())
}

/// A signature that does not cover the `From` header doesn't mention it (RFC 6376, section 5.4), and one with SHA-1 counts for none
/// (RFC 8301, section 3.1).
fn is_valid(output: &DkimOutput<'_>) -> bool {
    let covers_sender = |header: &String| header.eq_ignore_ascii_case("from");
    *output.result() == DkimResult::Pass
        && output
            .signature()
            .is_some_and(|signature| !is_of_sha1(signature) && signature.h.iter().any(covers_sender))
}

fn is_of_sha1(signature: &Signature) -> bool {
    signature.a == Algorithm::RsaSha1
}

fn is_expired(output: &DkimOutput<'_>) -> bool {
    use mail_auth::dkim::DkimError;
    matches!(
        output.result(),
        DkimResult::Neutral(Error::Dkim(DkimError::SignatureExpired))
    )
}

fn fault(output: &DkimOutput<'_>) -> String {
    match output.result() {
        DkimResult::Neutral(error) | DkimResult::Fail(error) | DkimResult::PermError(error) => error.to_string(),
        DkimResult::Pass if output.signature().is_some_and(is_of_sha1) => "it uses SHA-1".to_owned(),
        DkimResult::Pass => "it does not cover the sender".to_owned(),
        DkimResult::TempError(_) | DkimResult::None => "nothing is known of it".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_with_sha_1_counts_for_none() {
        let sender: MailAddress = "kvitto@example.com".parse().unwrap();
        let judged = |algorithm| {
            let signature = Signature {
                a: algorithm,
                d: "example.com".to_owned(),
                h: vec!["From".to_owned()],
                ..Signature::default()
            };
            of(
                &[DkimOutput::pass().with_signature(&signature)],
                &DmarcOutput::default(),
                &sender,
            )
            .unwrap()
        };
        assert!(matches!(judged(Algorithm::RsaSha256), Authentication::Trusted(_)));
        let Authentication::Untrusted(reason) = judged(Algorithm::RsaSha1) else {
            panic!("it is trusted");
        };
        assert!(reason.to_string().contains("SHA-1"), "{reason}");
    }
}
