//! The signatures of a mail, checked with keys that are at hand: in a reader, which can ask no name server.

use std::borrow::Borrow;
use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;
use std::sync::LazyLock;

use bytes::Bytes;
use futures::FutureExt;
use invoices_domain::{MailAddress, NotAuthenticated};
use mail_auth::common::crypto::Algorithm;
use mail_auth::common::parse::TxtRecordParser;
use mail_auth::common::verify::{DomainKey, VerifySignature};
use mail_auth::dkim::{DkimError, Signature as Header};
use mail_auth::hickory_resolver::config::{ResolverConfig, ResolverOpts};
use mail_auth::hickory_resolver::proto::op::ResponseCode;
use mail_auth::{
    AuthenticatedMessage, DkimOutput, DkimResult, DnsError, Error, MessageAuthenticator, Parameters, ResolverCache, Txt,
};
use serde::{Deserialize, Serialize};

use crate::bound::without_large_signatures;
use crate::resolver::resolver;

/// What name servers say of keys, by the keys' names.
pub type Keys = BTreeMap<String, Published>;

/// What a name server says of a key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Published {
    /// The texts under its name.
    Records(Vec<String>),
    /// There is none.
    Nothing,
    /// No name server said anything, for this reason.
    Unknown(String),
}

/// A signature that was checked.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Signature {
    /// The domain that signed (`d=`).
    pub domain: String,
    /// Whether it did.
    pub finding: Finding,
}

/// What the check of a signature found; all but the first say why.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Finding {
    /// It is valid and covers the sender.
    Valid,
    /// It has expired, or its key is not published any more: old mails outlive their keys.
    Outlived(String),
    /// It is not valid.
    Invalid(String),
    /// No name server said anything about its key.
    Unknown(String),
}

impl Signature {
    /// Whether the sender's domain, or one of the same organisation, signed (RFC 9989: relaxed alignment).
    pub(crate) fn is_of(&self, sender: &MailAddress) -> bool {
        let organisation = |name: &str| psl::domain_str(&name.to_lowercase()).map(str::to_owned);
        let signer = organisation(self.domain.trim_end_matches('.'));
        signer.is_some() && signer == organisation(sender.domain())
    }
}

/// It only asks the records that it is given.
static AUTHENTICATOR: LazyLock<Option<MessageAuthenticator>> = LazyLock::new(|| {
    let nobody = ResolverConfig::from_parts(None, Vec::new(), Vec::new());
    resolver(nobody, ResolverOpts::default()).ok().map(MessageAuthenticator)
});

/// Checks a mail's signatures with these keys. An error if none can be checked.
pub fn verify(message: &Bytes, keys: &Keys) -> Result<Vec<Signature>, NotAuthenticated> {
    let message = without_large_signatures(message)?;
    // Signatures of a part of the text (`l=`) are ignored: anyone could add to it.
    let parsed = AuthenticatedMessage::parse(&message).ok_or(NotAuthenticated::UnreadableHeader)?;
    let authenticator = AUTHENTICATOR.as_ref().ok_or(NotAuthenticated::UncheckedSignatures)?;
    let records = Records(
        keys.iter()
            .map(|(name, key)| (name.as_str().into(), record(key)))
            .collect(),
    );
    let parameters = Parameters::new(&parsed).with_txt_cache(&records);
    // Nothing in it waits: every record is there.
    let outputs = authenticator.verify_dkim(parameters).now_or_never();
    let outputs = outputs.ok_or(NotAuthenticated::UncheckedSignatures)?;
    let checked = outputs.iter().filter_map(|output| {
        let header = output.signature()?;
        let key = keys.get(&header.domain_key().to_lowercase());
        Some(Signature {
            domain: header.d.clone(),
            finding: finding(output, header, key),
        })
    });
    Ok(checked.collect())
}

fn finding(output: &DkimOutput<'_>, header: &Header, key: Option<&Published>) -> Finding {
    let misused = key.and_then(usable).and_then(|(_, text)| misuse(text));
    match output.result() {
        // RFC 8301, section 3.1.
        DkimResult::Pass if header.a == Algorithm::RsaSha1 => Finding::Invalid("it uses SHA-1".to_owned()),
        // A signature that does not cover the `From` header doesn't mention it (RFC 6376, section 5.4).
        DkimResult::Pass if !header.h.iter().any(|name| name.eq_ignore_ascii_case("from")) => {
            Finding::Invalid("it does not cover the sender".to_owned())
        }
        DkimResult::Pass => misused.map_or(Finding::Valid, |why| Finding::Invalid(why.to_owned())),
        DkimResult::Neutral(error @ Error::Dkim(DkimError::SignatureExpired)) | DkimResult::PermError(error) => {
            Finding::Outlived(error.to_string())
        }
        DkimResult::Neutral(error) | DkimResult::Fail(error) => Finding::Invalid(error.to_string()),
        DkimResult::TempError(error) => Finding::Unknown(error.to_string()),
        DkimResult::None => Finding::Invalid("nothing is known of it".to_owned()),
    }
}

/// The first of the texts that is a key: of several, RFC 6376 (section 3.6.2.2) leaves the choice.
fn usable(key: &Published) -> Option<(DomainKey, &str)> {
    let Published::Records(texts) = key else {
        return None;
    };
    let mut texts = texts.iter();
    texts.find_map(|text| Some((DomainKey::parse(text.as_bytes()).ok()?, text.as_str())))
}

/// Why a key proves nothing of a mail, by its tags for hashes, services and tests (RFC 6376, section 3.6.1).
fn misuse(key: &str) -> Option<&'static str> {
    key.split(';').find_map(|tag| {
        let (name, values) = tag.split_once('=')?;
        let has = |wanted: &str| values.split(':').any(|value| value.trim().eq_ignore_ascii_case(wanted));
        match name.trim() {
            "h" if !has("sha256") => Some("its key is for other hashes"),
            "s" if !has("email") && !has("*") => Some("its key is for other services"),
            "t" if has("y") => Some("its key is for tests"),
            _ => None,
        }
    })
}

fn record(key: &Published) -> Txt {
    let error = match key {
        Published::Records(texts) => match usable(key) {
            Some((key, _)) => return key.into(),
            None => texts
                .first()
                .and_then(|text| DomainKey::parse(text.as_bytes()).err())
                .unwrap_or(Error::Dns(DnsError::InvalidRecordType)),
        },
        Published::Nothing => Error::Dns(DnsError::RecordNotFound(ResponseCode::NXDomain)),
        Published::Unknown(why) => Error::Dns(DnsError::Resolver(why.clone())),
    };
    Txt::Error(error)
}

/// Nothing is published under a name that is not among these.
struct Records(HashMap<Box<str>, Txt>);

impl ResolverCache<Box<str>, Txt> for Records {
    fn get<Q>(&self, name: &Q) -> Option<Txt>
    where
        Box<str>: Borrow<Q>,
        Q: Hash + Eq + ?Sized,
    {
        Some(self.0.get(name).cloned().unwrap_or_else(|| record(&Published::Nothing)))
    }

    fn remove<Q>(&self, _: &Q) -> Option<Txt>
    where
        Box<str>: Borrow<Q>,
        Q: Hash + Eq + ?Sized,
    {
        None
    }

    fn insert(&self, _: Box<str>, _: Txt, _: std::time::Instant) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_with_sha_1_counts_for_none() {
        let found = |algorithm| {
            let header = Header {
                a: algorithm,
                h: vec!["From".to_owned()],
                ..Header::default()
            };
            finding(&DkimOutput::pass().with_signature(&header), &header, None)
        };
        assert_eq!(found(Algorithm::RsaSha256), Finding::Valid);
        assert_eq!(found(Algorithm::RsaSha1), Finding::Invalid("it uses SHA-1".to_owned()));
    }

    #[test]
    fn a_key_is_for_the_hashes_and_services_that_it_names() {
        for (tags, for_mail) in [
            ("v=DKIM1; p=", true),
            ("h=sha1:sha256; s=email; t=s", true),
            ("s = * ; h = sha256", true),
            ("h=sha1", false),
            ("s=tlsrpt", false),
            ("t=y:s", false),
        ] {
            assert_eq!(misuse(tags).is_none(), for_mail, "{tags}");
        }
    }
}
