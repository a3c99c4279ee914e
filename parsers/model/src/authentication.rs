//! Why the sender of a mail is not authenticated.

#![allow(missing_docs, reason = "the sentence of a code is its description")]

use serde::{Deserialize, Serialize};

/// Why nothing shows that a mail is from the sender that it names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(tag = "code", content = "parameters", rename_all = "kebab-case")]
pub enum NotAuthenticated {
    #[error("the message doesn't have exactly one sender")]
    NotOneSender,
    #[error("no mail provider authenticated the sender")]
    NoProvider,
    #[error("the mail carries no authentication results")]
    NoResults,
    #[error("the topmost authentication results are not the mail provider's")]
    ResultsOfAnother,
    #[error("the authentication results can't be read: {detail}")]
    UnreadableResults { detail: String },
    #[error("the sender's domain isn't a host name")]
    InvalidSenderDomain,
    #[error("there are several DMARC results")]
    SeveralDmarcResults,
    #[error("the DMARC result has no header.from")]
    DmarcWithoutDomain,
    #[error("the DMARC result's header.from isn't a host name")]
    DmarcOfInvalidDomain,
    #[error("the DMARC result is for {result_domain}, not for {domain}")]
    DmarcOfOtherDomain { result_domain: String, domain: String },
    #[error("the DMARC result is for {result_domain}, and no other check passed for {domain}")]
    DmarcOfParentDomain { result_domain: String, domain: String },
    #[error("DMARC did not pass for {domain} ({results})")]
    DmarcNotPassed { domain: String, results: String },
    #[error("no check passed for {domain} ({results})")]
    NothingPassed { domain: String, results: String },
    #[error("no DKIM signature of {domain}")]
    NoSignature { domain: String },
    #[error("the DKIM signature of {domain} is not valid: {detail}")]
    InvalidSignature { domain: String, detail: String },
    #[error("it has more than {limit} DKIM signatures")]
    TooManySignatures { limit: usize },
    #[error("its signatures can't be checked")]
    UncheckedSignatures,
    #[error("its header can't be read")]
    UnreadableHeader,
}
