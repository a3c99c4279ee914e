//! The settings of AWS. They need no SDK, so every build checks them.

use std::fmt;
use std::str::FromStr;

use invoices_settings::AwsSettings;

/// Validates the settings without a call.
pub fn check(settings: &AwsSettings) -> Result<(), ConnectError> {
    let is_account = |id: &String| id.len() == 12 && id.bytes().all(|byte| byte.is_ascii_digit());
    if !settings.account_id.as_ref().is_none_or(is_account) {
        return Err(ConnectError::AccountId);
    }
    if settings.access_key_id.is_some() == settings.secret_access_key.is_some() {
        Ok(())
    } else {
        Err(ConnectError::IncompleteKeys)
    }
}

/// The server-side encryption of new objects.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Encryption {
    /// The bucket's default. For compatible services without encryption.
    Bucket,
    /// S3-managed keys (SSE-S3).
    #[default]
    S3,
    /// A KMS key (SSE-KMS): its id, ARN or alias.
    Kms(String),
}

impl FromStr for Encryption {
    type Err = SettingError;

    /// `bucket`, `s3` or `kms:<key>`.
    fn from_str(text: &str) -> Result<Self, SettingError> {
        match text.split_once(':') {
            None if text == "bucket" => Ok(Encryption::Bucket),
            None if text == "s3" => Ok(Encryption::S3),
            Some(("kms", key)) if !key.is_empty() => Ok(Encryption::Kms(key.to_owned())),
            _ => Err(SettingError(format!("{text:?} must be bucket, s3 or kms:<key>"))),
        }
    }
}

/// The settings of `S3Objects`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct S3Settings {
    /// The bucket's name.
    pub bucket: String,
    /// How objects are encrypted.
    pub encryption: Encryption,
}

impl S3Settings {
    /// A bucket by its name: 3 to 63 lower-case letters, digits, dots and hyphens.
    pub fn new(bucket: &str, encryption: Encryption) -> Result<Self, SettingError> {
        let plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-' || b == b'.';
        if !(3..=63).contains(&bucket.len()) || !bucket.bytes().all(plain) {
            return Err(SettingError(format!("{bucket:?} is not a valid bucket name")));
        }
        Ok(S3Settings {
            bucket: bucket.to_owned(),
            encryption,
        })
    }
}

/// The prefix of the secrets' names: at most 200 letters, digits and `/_+=.@-`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecretNames(pub(crate) String);

impl FromStr for SecretNames {
    type Err = SettingError;

    fn from_str(text: &str) -> Result<Self, SettingError> {
        let prefix = text.trim_end_matches('/');
        let plain = |b: u8| b.is_ascii_alphanumeric() || b"/_+=.@-".contains(&b);
        if prefix.is_empty() || prefix.len() > 200 || !prefix.bytes().all(plain) {
            return Err(SettingError(format!("{text:?} is not a valid prefix of secret names")));
        }
        Ok(SecretNames(prefix.to_owned()))
    }
}

/// The ARN of a standard topic: `arn:aws:sns:<region>:<account>:<name>`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TopicArn(String);

impl FromStr for TopicArn {
    type Err = SettingError;

    fn from_str(text: &str) -> Result<Self, SettingError> {
        let parts: Vec<&str> = text.split(':').collect();
        match parts[..] {
            ["arn", partition, "sns", region, account, name]
                if ![partition, region, account, name].contains(&"") && !name.contains('.') =>
            {
                Ok(TopicArn(text.to_owned()))
            }
            _ => Err(SettingError(format!("{text:?} is not the ARN of a standard topic"))),
        }
    }
}

impl fmt::Display for TopicArn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The queue to poll, and the bucket that sends to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueueSettings {
    /// The queue's URL.
    pub url: String,
    /// The bucket that sends to it.
    pub bucket: String,
}

impl QueueSettings {
    /// A standard queue by its URL, `https://sqs.<region>.amazonaws.com/<account>/<name>`.
    pub fn new(url: &str, bucket: &str) -> Result<Self, SettingError> {
        let path = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
        let named = path
            .and_then(|path| path.split_once('/'))
            .is_some_and(|(host, name)| !host.is_empty() && !name.is_empty() && !name.contains('.'));
        if !named {
            return Err(SettingError(format!("{url:?} is not the URL of a standard queue")));
        }
        Ok(QueueSettings {
            url: url.to_owned(),
            bucket: bucket.to_owned(),
        })
    }
}

/// A setting has an invalid value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct SettingError(String);

/// Why the AWS adapters can't be set up.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ConnectError {
    /// The account's id is not 12 digits.
    #[error("aws.account_id has 12 digits")]
    AccountId,
    /// Only one of the two key settings is set.
    #[error("set both aws.access_key_id and aws.secret_access_key, or neither")]
    IncompleteKeys,
    /// No region is configured.
    #[error("no region: set aws.region, or AWS_REGION")]
    NoRegion,
    /// No credentials were found.
    #[error("no credentials were found in the environment, a profile or the instance metadata")]
    NoCredentials(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The bucket can't be used.
    #[error("the bucket {bucket} can't be used: {problem}")]
    Bucket {
        /// Its name.
        bucket: String,
        /// The error of S3.
        problem: String,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_account_has_twelve_digits() {
        for (id, valid) in [("123456789012", true), ("12345678901", false), ("arn:aws:iam:", false)] {
            let settings = AwsSettings {
                account_id: Some(id.into()),
                ..AwsSettings::default()
            };
            assert_eq!(check(&settings).is_ok(), valid, "{id}");
        }
    }
}
