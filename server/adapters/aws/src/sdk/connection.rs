//! The AWS configuration that all adapters share.

use std::time::Duration;

use aws_config::retry::RetryConfig;
use aws_config::timeout::TimeoutConfig;
use aws_config::{BehaviorVersion, Region, SdkConfig};
use aws_sdk_s3::config::{Credentials, ProvideCredentials};
use aws_smithy_http_client::{Builder, tls};
use invoices_settings::{AwsSettings, HttpUrl};
use secrecy::ExposeSecret;

use crate::settings::{ConnectError, check};

/// The wait time of a long poll: SQS's maximum.
pub(super) const LONG_POLL: Duration = Duration::from_secs(20);

/// The shared AWS configuration. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Aws {
    config: SdkConfig,
    settings: AwsSettings,
}

impl Aws {
    /// Loads region and credentials. Makes no call, unless the credentials come from the instance metadata.
    pub async fn connect(settings: &AwsSettings) -> Result<Self, ConnectError> {
        check(settings)?;
        let http = Builder::new()
            .tls_provider(tls::Provider::Rustls(tls::rustls_provider::CryptoMode::AwsLc))
            .build_https();
        let timeouts = TimeoutConfig::builder()
            .connect_timeout(*settings.connect_timeout_seconds)
            .operation_attempt_timeout(*settings.attempt_timeout_seconds)
            .operation_timeout(*settings.timeout_seconds)
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
            loader = loader.endpoint_url(endpoint.to_string());
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
    pub(super) fn region(&self) -> &str {
        self.config.region().map_or("", Region::as_ref)
    }

    /// The account that must own the bucket.
    pub(super) fn account_id(&self) -> Option<String> {
        self.settings.account_id.clone()
    }

    pub(super) fn s3(&self) -> aws_sdk_s3::Client {
        let mut config = aws_sdk_s3::config::Builder::from(&self.config).force_path_style(self.settings.path_style);
        config.set_endpoint_url(self.endpoint(self.settings.objects_url.as_ref()));
        aws_sdk_s3::Client::from_conf(config.build())
    }

    pub(super) fn secrets_manager(&self) -> aws_sdk_secretsmanager::Client {
        let mut config = aws_sdk_secretsmanager::config::Builder::from(&self.config);
        config.set_endpoint_url(self.endpoint(self.settings.secrets_url.as_ref()));
        aws_sdk_secretsmanager::Client::from_conf(config.build())
    }

    pub(super) fn sqs(&self) -> aws_sdk_sqs::Client {
        // A long poll adds its wait time to the timeouts.
        let timeouts = TimeoutConfig::builder()
            .connect_timeout(*self.settings.connect_timeout_seconds)
            .operation_attempt_timeout(*self.settings.attempt_timeout_seconds + LONG_POLL)
            .operation_timeout(*self.settings.timeout_seconds + LONG_POLL)
            .build();
        let mut config = aws_sdk_sqs::config::Builder::from(&self.config).timeout_config(timeouts);
        config.set_endpoint_url(self.endpoint(self.settings.queue_url.as_ref()));
        aws_sdk_sqs::Client::from_conf(config.build())
    }

    pub(super) fn sns(&self) -> aws_sdk_sns::Client {
        let mut config = aws_sdk_sns::config::Builder::from(&self.config);
        config.set_endpoint_url(self.endpoint(self.settings.topic_url.as_ref()));
        aws_sdk_sns::Client::from_conf(config.build())
    }

    /// The service's own endpoint, or else the common one, or else the SDK's default.
    fn endpoint(&self, own: Option<&HttpUrl>) -> Option<String> {
        own.or(self.settings.endpoint_url.as_ref()).map(HttpUrl::to_string)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn an_incomplete_key_is_refused() {
        let half = AwsSettings {
            access_key_id: Some("id".into()),
            ..AwsSettings::default()
        };
        assert!(matches!(Aws::connect(&half).await, Err(ConnectError::IncompleteKeys)));
    }
}
