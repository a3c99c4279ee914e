//! The contract of the objects port, tested on a folder and on a bucket.

use aws_sdk_s3::primitives::ByteStream;
use bytes::Bytes;
use invoices_aws::{Aws, ConnectError, Encryption, S3Objects, S3Settings};
use invoices_domain::ports::{Objects, Put};
use invoices_domain::{ObjectKey, UserId};
use invoices_local::{Access, FolderObjects, FolderSettings};
use invoices_settings::AwsSettings;
use std::sync::Arc;
use tempfile::TempDir;
use tokio::task::JoinSet;
use wiremock::matchers::{any, method, query_param};
use wiremock::{Mock, MockServer, ResponseTemplate};

use crate::test_aws;

fn key(user: UserId, name: &str) -> ObjectKey {
    format!("invoices/{user}/rental/{name}.pdf").parse().unwrap()
}

async fn over_both<T: Future<Output = ()>>(promise: impl Fn(Arc<dyn Objects>) -> T) {
    let folder = TempDir::new().unwrap();
    let settings = FolderSettings {
        folder: folder.path().join("objects"),
        access: Access::Owner,
    };
    promise(Arc::new(FolderObjects::open(&settings).unwrap())).await;
    promise(Arc::new(test_aws::objects(&test_aws::bucket().await).await)).await;
}

#[tokio::test]
async fn an_object_is_stored_once_read_and_deleted() {
    over_both(|objects| async move {
        for name in ["Hyresavi_1", "Hyresavi för å_b (1)+2 & 3%41", "avi#?_=_4"] {
            let key = key(UserId::random(), name);
            assert_eq!(objects.get(&key).await.unwrap(), None);
            assert_eq!(objects.put_if_absent(&key, "one".into()).await.unwrap(), Put::Created);
            for again in ["one", "two"] {
                assert_eq!(objects.put_if_absent(&key, again.into()).await.unwrap(), Put::Existed);
                assert_eq!(objects.get(&key).await.unwrap().unwrap(), "one");
            }
            objects.delete(&key).await.unwrap();
            objects.delete(&key).await.unwrap();
            assert_eq!(objects.get(&key).await.unwrap(), None);
            assert_eq!(objects.put_if_absent(&key, "two".into()).await.unwrap(), Put::Created);
        }
    })
    .await;
}

#[tokio::test]
async fn large_and_empty_objects_come_back_whole() {
    over_both(|objects| async move {
        let large: Vec<u8> = (0..9_000_000_u32)
            .map(|n| n.to_le_bytes()[0] ^ n.to_le_bytes()[1])
            .collect();
        for bytes in [Bytes::new(), Bytes::from(large)] {
            let key = key(UserId::random(), "Hyresavi_1");
            objects.put_if_absent(&key, bytes.clone()).await.unwrap();
            assert!(objects.get(&key).await.unwrap().unwrap() == bytes);
        }
    })
    .await;
}

#[tokio::test]
async fn everything_of_a_user_goes_and_nothing_of_another() {
    over_both(|objects| async move {
        let (alva, bo) = (UserId::random(), UserId::random());
        let retail: ObjectKey = format!("invoices/{alva}/retail/grocery/ica_2026-07-01_0123456789abcdef.html")
            .parse()
            .unwrap();
        for key in [&key(alva, "a_1"), &key(alva, "a_2"), &retail, &key(bo, "b_1")] {
            objects.put_if_absent(key, "x".into()).await.unwrap();
        }
        objects.delete_user(alva).await.unwrap();
        objects.delete_user(alva).await.unwrap();
        for gone in [&key(alva, "a_1"), &key(alva, "a_2"), &retail] {
            assert_eq!(objects.get(gone).await.unwrap(), None);
        }
        assert!(objects.get(&key(bo, "b_1")).await.unwrap().is_some());
    })
    .await;
}

/// A bucket lists and deletes at most a thousand objects at once.
#[tokio::test]
async fn a_user_with_more_than_a_thousand_objects_goes_whole() {
    let bucket = test_aws::bucket().await;
    let (objects, s3, user) = (test_aws::objects(&bucket).await, test_aws::s3().await, UserId::random());
    let mut puts = JoinSet::new();
    for n in 0..1_050 {
        let put = s3
            .put_object()
            .bucket(&bucket)
            .key(key(user, &format!("avi_{n}")).to_string());
        puts.spawn(put.body(ByteStream::from_static(b"x")).send());
        while puts.len() >= 16 {
            puts.join_next().await.unwrap().unwrap().unwrap();
        }
    }
    while let Some(put) = puts.join_next().await {
        put.unwrap().unwrap();
    }
    objects.delete_user(user).await.unwrap();
    let left = s3.list_objects_v2().bucket(&bucket).send().await.unwrap();
    assert_eq!(left.key_count(), Some(0));
}

// Shows: Threats | Originals are written to…
#[tokio::test]
async fn a_new_object_is_encrypted_and_says_what_it_is() {
    let bucket = test_aws::bucket().await;
    let s3 = test_aws::s3().await;
    for (encryption, said) in [
        (Encryption::S3, "AES256"),
        (Encryption::Kms("alias/invoices".into()), "aws:kms"),
    ] {
        let settings = S3Settings::new(&bucket, encryption).unwrap();
        let objects = S3Objects::open(&test_aws::aws().await, settings).await.unwrap();
        let key = key(UserId::random(), "Hyresavi_1");
        objects.put_if_absent(&key, "%PDF-1.4".into()).await.unwrap();
        let head = s3
            .head_object()
            .bucket(&bucket)
            .key(key.to_string())
            .send()
            .await
            .unwrap();
        assert_eq!(head.server_side_encryption().unwrap().as_str(), said);
        assert_eq!(head.content_type(), Some("application/pdf"));
        assert_eq!(head.content_disposition(), Some("attachment"));
    }
}

// Shows: Threats | Originals are written to someone else's bucket of the same name, or a browser runs one | with `aws.account_id` each call names the bucket's owner; objects are attachments
#[tokio::test]
async fn every_call_names_the_account_that_must_own_the_bucket() {
    let with_account = |endpoint: &str| AwsSettings {
        account_id: Some("123456789012".into()),
        ..test_aws::settings(endpoint)
    };
    let key = key(UserId::random(), "Hyresavi_1");
    // moto accepts the header and does not compare it.
    let aws = Aws::connect(&with_account(&test_aws::endpoint())).await.unwrap();
    let settings = S3Settings::new(&test_aws::bucket().await, Encryption::S3).unwrap();
    let objects = S3Objects::open(&aws, settings).await.unwrap();
    objects.put_if_absent(&key, "one".into()).await.unwrap();
    assert_eq!(objects.get(&key).await.unwrap().unwrap(), "one");
    objects.delete(&key).await.unwrap();
    objects.put_if_absent(&key, "two".into()).await.unwrap();
    objects.delete_user(key.user()).await.unwrap();
    assert_eq!(objects.get(&key).await.unwrap(), None);

    let server = MockServer::start().await;
    let list = "<ListBucketResult><Contents><Key>invoices/x</Key></Contents></ListBucketResult>";
    Mock::given(method("GET"))
        .and(query_param("list-type", "2"))
        .respond_with(ResponseTemplate::new(200).set_body_string(list))
        .mount(&server)
        .await;
    Mock::given(method("HEAD"))
        .respond_with(ResponseTemplate::new(200))
        .mount(&server)
        .await;
    Mock::given(any())
        .respond_with(ResponseTemplate::new(403))
        .mount(&server)
        .await;
    let aws = Aws::connect(&with_account(&server.uri())).await.unwrap();
    let objects = S3Objects::open(&aws, S3Settings::new("bucket", Encryption::S3).unwrap())
        .await
        .unwrap();
    assert!(objects.put_if_absent(&key, "one".into()).await.is_err());
    assert!(objects.get(&key).await.is_err());
    assert!(objects.delete(&key).await.is_err());
    assert!(objects.delete_user(key.user()).await.is_err());
    let requests = server.received_requests().await.unwrap();
    assert_eq!(requests.len(), 6, "the check at start, and one call of each operation");
    for request in requests {
        let owner = request.headers.get("x-amz-expected-bucket-owner");
        assert_eq!(owner.unwrap(), "123456789012", "{} {}", request.method, request.url);
    }
}

#[tokio::test]
async fn a_bucket_that_is_not_there_is_told_at_start() {
    let settings = S3Settings::new(&test_aws::name("nobodys"), Encryption::S3).unwrap();
    let opened = S3Objects::open(&test_aws::aws().await, settings).await;
    assert!(matches!(opened, Err(ConnectError::Bucket { .. })));
}
