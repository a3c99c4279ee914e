//! Making the resources that the service needs at AWS.

use invoices_aws::provision::Resources;
use invoices_service::settings::Config;
use invoices_service::start;
use invoices_tests::support::cloud::{Cloud, connect};

#[tokio::test]
async fn provisioning_again_changes_nothing_and_a_dry_run_makes_nothing() {
    let cloud = Cloud::start().await;
    let mut config = Config::in_folder(std::path::Path::new("unused"));
    connect(&mut config, &cloud.endpoint);
    let again = start::provision(&config, &cloud.wanted, false).await.unwrap();
    let lines: Vec<String> = again.steps.iter().map(ToString::to_string).collect();
    assert!(lines.iter().all(|line| line.starts_with("is there")), "{lines:#?}");
    assert_eq!(
        (&again.queue_url, &again.topic_arn),
        (&cloud.made.queue_url, &cloud.made.topic_arn)
    );

    let other = Resources {
        bucket: format!("{}-2", cloud.wanted.bucket),
        queue: format!("{}-2", cloud.wanted.queue),
        topic: format!("{}-2", cloud.wanted.topic),
        ..cloud.wanted.clone()
    };
    for _ in 0..2 {
        let looked = start::provision(&config, &other, true).await.unwrap();
        let lines: Vec<String> = looked.steps.iter().map(ToString::to_string).collect();
        assert_eq!(lines.len(), again.steps.len());
        assert!(lines.iter().all(|line| line.starts_with("would make")), "{lines:#?}");
        assert_eq!((looked.queue_url, looked.topic_arn), (None, None));
    }

    let s3 = cloud.s3();
    let block = s3
        .get_public_access_block()
        .bucket(&cloud.wanted.bucket)
        .send()
        .await
        .unwrap();
    assert_eq!(
        block
            .public_access_block_configuration()
            .unwrap()
            .restrict_public_buckets(),
        Some(true)
    );
    let configuration = s3
        .get_bucket_notification_configuration()
        .bucket(&cloud.wanted.bucket)
        .send()
        .await
        .unwrap();
    assert_eq!(configuration.queue_configurations().len(), 2);
}
