//! The AWS configuration that all adapters share.

use std::time::Duration;

use aws_config::retry::RetryConfig;
use aws_config::timeout::TimeoutConfig;
use aws_config::{BehaviorVersion, Region, SdkConfig};
use aws_sdk_s3::config::{Credentials, ProvideCredentials};
use aws_smithy_http_client::{Builder, tls};
use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;

/// The wait time of a long poll: SQS's maximum.
pub(crate) const LONG_POLL: Duration = Duration::from_secs(20);

/// Region, credentials, endpoints, timeouts and retries.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AwsSettings {
    /// The region. Default: the SDK's region chain (`AWS_REGION`, profile, instance).
    pub region: Option<String>,
    /// An access key. Default: the SDK's credentials chain (environment, profile, web identity, container, instance).
    pub access_key_id: Option<String>,
    /// The secret of `access_key_id`.
    pub secret_access_key: Option<SecretString>,
    /// The endpoint of a compatible service, for every service without its own endpoint below.
    pub endpoint_url: Option<String>,
    /// The endpoint of S3.
    pub objects_url: Option<String>,
    /// The endpoint of Secrets Manager.
    pub secrets_url: Option<String>,
    /// The endpoint of SQS.
    pub queue_url: Option<String>,
    /// The endpoint of SNS.
    pub topic_url: Option<String>,
    /// The account that must own the bucket, 12 digits. If set, each call of S3 names it, and S3 refuses a bucket of
    /// another account.
    pub account_id: Option<String>,
    /// Whether the bucket's name is in the URL's path instead of the host name, as most compatible services need.
    pub path_style: bool,
    /// Timeout for connecting, in seconds.
    pub connect_timeout_seconds: u64,
    /// Timeout of one attempt, in seconds.
    pub attempt_timeout_seconds: u64,
    /// Timeout of a call with all its attempts, in seconds.
    pub timeout_seconds: u64,
    /// The maximum number of attempts of a call. The caller also retries later, with its own back-off.
    pub attempts: u32,
}

impl Default for AwsSettings {
    fn default() -> Self {
        AwsSettings {
            region: None,
            access_key_id: None,
            secret_access_key: None,
            endpoint_url: None,
            objects_url: None,
            secrets_url: None,
            queue_url: None,
            topic_url: None,
            account_id: None,
            path_style: false,
            connect_timeout_seconds: 5,
            attempt_timeout_seconds: 20,
            timeout_seconds: 45,
            attempts: 3,
        }
    }
}

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

/// The shared AWS configuration. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Aws {
    config: SdkConfig,
    settings: AwsSettings,
}

impl AwsSettings {
    /// Validates the settings without a call.
    pub fn check(&self) -> Result<(), ConnectError> {
        let is_account = |id: &String| id.len() == 12 && id.bytes().all(|byte| byte.is_ascii_digit());
        if !self.account_id.as_ref().is_none_or(is_account) {
            return Err(ConnectError::AccountId);
        }
        if self.access_key_id.is_some() == self.secret_access_key.is_some() {
            Ok(())
        } else {
            Err(ConnectError::IncompleteKeys)
        }
    }
}

impl Aws {
    /// Loads region and credentials. Makes no call, unless the credentials come from the instance metadata.
    pub async fn connect(settings: &AwsSettings) -> Result<Self, ConnectError> {
        settings.check()?;
        let http = Builder::new()
            .tls_provider(tls::Provider::Rustls(tls::rustls_provider::CryptoMode::AwsLc))
            .build_https();
        let timeouts = TimeoutConfig::builder()
            .connect_timeout(Duration::from_secs(settings.connect_timeout_seconds))
            .operation_attempt_timeout(Duration::from_secs(settings.attempt_timeout_seconds))
            .operation_timeout(Duration::from_secs(settings.timeout_seconds))
            .build();
        let mut loader = aws_config::defaults(BehaviorVersion::latest())
            .http_client(http)
            .timeout_config(timeouts)
            .retry_config(RetryConfig::standard().with_max_attempts(settings.attempts.max(1)));
        if let Some(region) = &settings.region {
            loader = loader.region(Region::new(region.clone()));
        }
        if let (Some(id), Some(secret)) = (&settings.access_key_id, &settings.secret_access_key) {
            let keys = Credentials::new(id, secret.expose_secret(), None, None, "settings");
            loader = loader.credentials_provider(keys);
        }
        if let Some(endpoint) = &settings.endpoint_url {
            loader = loader.endpoint_url(endpoint);
        }
        let config = loader.load().await;
        if config.region().is_none() {
            return Err(ConnectError::NoRegion);
        }
        let provider = config
            .credentials_provider()
            .ok_or_else(|| ConnectError::NoCredentials("there is no provider".into()))?;
        provider
            .provide_credentials()
            .await
            .map_err(|error| ConnectError::NoCredentials(error.into()))?;
        Ok(Aws {
            config,
            settings: settings.clone(),
        })
    }

    /// The region.
    pub(crate) fn region(&self) -> &str {
        self.config.region().map_or("", Region::as_ref)
    }

    /// The account that must own the bucket.
    pub(crate) fn account_id(&self) -> Option<String> {
        self.settings.account_id.clone()
    }

    pub(crate) fn s3(&self) -> aws_sdk_s3::Client {
        let mut config = aws_sdk_s3::config::Builder::from(&self.config).force_path_style(self.settings.path_style);
        config.set_endpoint_url(self.endpoint(self.settings.objects_url.as_ref()));
        aws_sdk_s3::Client::from_conf(config.build())
    }

    pub(crate) fn secrets_manager(&self) -> aws_sdk_secretsmanager::Client {
        let mut config = aws_sdk_secretsmanager::config::Builder::from(&self.config);
        config.set_endpoint_url(self.endpoint(self.settings.secrets_url.as_ref()));
        aws_sdk_secretsmanager::Client::from_conf(config.build())
    }

    pub(crate) fn sqs(&self) -> aws_sdk_sqs::Client {
        // A long poll adds its wait time to the timeouts.
        let with_long_poll = |limit: u64| Duration::from_secs(limit) + LONG_POLL;
        let timeouts = TimeoutConfig::builder()
            .connect_timeout(Duration::from_secs(self.settings.connect_timeout_seconds))
            .operation_attempt_timeout(with_long_poll(self.settings.attempt_timeout_seconds))
            .operation_timeout(with_long_poll(self.settings.timeout_seconds))
            .build();
        let mut config = aws_sdk_sqs::config::Builder::from(&self.config).timeout_config(timeouts);
        config.set_endpoint_url(self.endpoint(self.settings.queue_url.as_ref()));
        aws_sdk_sqs::Client::from_conf(config.build())
    }

    pub(crate) fn sns(&self) -> aws_sdk_sns::Client {
        let mut config = aws_sdk_sns::config::Builder::from(&self.config);
        config.set_endpoint_url(self.endpoint(self.settings.topic_url.as_ref()));
        aws_sdk_sns::Client::from_conf(config.build())
    }

    /// The service's own endpoint, or else the common one, or else the SDK's default.
    fn endpoint(&self, own: Option<&String>) -> Option<String> {
        own.or(self.settings.endpoint_url.as_ref()).cloned()
    }
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
            assert_eq!(settings.check().is_ok(), valid, "{id}");
        }
    }

    #[tokio::test]
    async fn an_incomplete_key_is_refused() {
        let half = AwsSettings {
            access_key_id: Some("id".into()),
            ..AwsSettings::default()
        };
        assert!(matches!(Aws::connect(&half).await, Err(ConnectError::IncompleteKeys)));
    }
}
