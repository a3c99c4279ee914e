//! AWS resources for tests, each with a unique name.

use aws_config::{BehaviorVersion, Region};
use aws_sdk_s3::config::Credentials;
use invoices_aws::{Aws, Encryption, S3Objects, S3Settings};
use invoices_settings::AwsSettings;
use uuid::Uuid;

pub const REGION: &str = "eu-north-1";

/// The URL of moto.
pub fn endpoint() -> String {
    std::env::var("INVOICES_TEST_AWS").expect("no stand-in for AWS: run the tests with `cargo xtask test`")
}

/// A unique name.
pub fn name(of: &str) -> String {
    format!("{of}-{}", Uuid::new_v4().simple())
}

pub fn settings(endpoint: &str) -> AwsSettings {
    AwsSettings {
        region: Some(REGION.into()),
        access_key_id: Some("test".into()),
        secret_access_key: Some("test".into()),
        endpoint_url: Some(endpoint.parse().unwrap()),
        path_style: true,
        ..AwsSettings::default()
    }
}

pub async fn aws() -> Aws {
    Aws::connect(&settings(&endpoint())).await.unwrap()
}

/// The SDK's configuration, for calls without the adapters.
pub async fn sdk() -> aws_config::SdkConfig {
    aws_config::defaults(BehaviorVersion::latest())
        .region(Region::new(REGION))
        .credentials_provider(Credentials::new("test", "test", None, None, "test"))
        .endpoint_url(endpoint())
        .load()
        .await
}

pub async fn s3() -> aws_sdk_s3::Client {
    let config = aws_sdk_s3::config::Builder::from(&sdk().await).force_path_style(true);
    aws_sdk_s3::Client::from_conf(config.build())
}

/// A new bucket.
pub async fn bucket() -> String {
    let name = name("invoices");
    let place = aws_sdk_s3::types::CreateBucketConfiguration::builder()
        .location_constraint(REGION.into())
        .build();
    let made = s3()
        .await
        .create_bucket()
        .bucket(&name)
        .create_bucket_configuration(place);
    made.send().await.unwrap();
    name
}

/// An empty bucket as the service uses it.
pub async fn objects(bucket: &str) -> S3Objects {
    let settings = S3Settings::new(bucket, Encryption::S3).unwrap();
    S3Objects::open(&aws().await, settings).await.unwrap()
}
