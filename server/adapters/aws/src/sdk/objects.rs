//! Original documents in an S3 bucket.

use std::time::Duration;

use async_trait::async_trait;
use aws_sdk_s3::Client;
use aws_sdk_s3::error::SdkError;
use aws_sdk_s3::operation::get_object::GetObjectError;
use aws_sdk_s3::operation::list_objects_v2::ListObjectsV2Output;
use aws_sdk_s3::primitives::ByteStream;
use aws_sdk_s3::types::{Delete, ObjectIdentifier, ServerSideEncryption};
use bytes::{Bytes, BytesMut};
use invoices_domain::ports::{Dependency, DependencyError, Objects, Put};
use invoices_domain::{FileName, ObjectKey, UserId};

use crate::sdk::call_error::{CallError, dependency_error};
use crate::sdk::connection::Aws;
use crate::sdk::event::MAX_OBJECT_BYTES;
use crate::settings::{ConnectError, Encryption, S3Settings};

/// S3's error code when two writers put the same key at once; the second must retry.
const CONFLICT: &str = "ConditionalRequestConflict";
const TAKEN: u16 = 412;
const CONFLICT_TRIES: u32 = 4;
const CONFLICT_PAUSE: Duration = Duration::from_millis(100);

/// Original documents as objects of one bucket.
///
/// A put is conditional (`If-None-Match: *`): of several writers one creates the object, and none overwrites it.
/// Deletion is final only in a bucket without versioning.
#[derive(Clone, Debug)]
pub struct S3Objects {
    client: Client,
    settings: S3Settings,
    /// The account that must own the bucket.
    owner: Option<String>,
}

impl S3Objects {
    /// Checks that the bucket exists and is accessible. An unreachable S3 is only logged, so that the service starts.
    pub async fn open(aws: &Aws, settings: S3Settings) -> Result<Self, ConnectError> {
        let (client, owner) = (aws.s3(), aws.account_id());
        let head = client
            .head_bucket()
            .bucket(&settings.bucket)
            .set_expected_bucket_owner(owner.clone());
        if let Err(error) = head.send().await {
            let problem = CallError::new("HeadBucket", &error).to_string();
            // A response to HEAD has no body, only a status.
            match error.raw_response().map(|response| response.status().as_u16()) {
                Some(301 | 400..=499) => {
                    return Err(ConnectError::Bucket {
                        bucket: settings.bucket,
                        problem,
                    });
                }
                _ => tracing::warn!(bucket = settings.bucket, problem, "failed to check the bucket"),
            }
        }
        Ok(S3Objects {
            client,
            settings,
            owner,
        })
    }

    /// The bucket's name.
    pub fn bucket(&self) -> &str {
        &self.settings.bucket
    }

    /// The first page of the objects with this prefix.
    async fn list(&self, prefix: &str, max_keys: Option<i32>) -> Result<ListObjectsV2Output, DependencyError> {
        let list = self.client.list_objects_v2().bucket(&self.settings.bucket);
        let list = list.set_expected_bucket_owner(self.owner.clone());
        let page = list.prefix(prefix).set_max_keys(max_keys).send().await;
        page.map_err(|error| dependency_error(Dependency::ObjectStore, "ListObjectsV2", &error))
    }

    async fn delete_keys(&self, keys: Vec<ObjectIdentifier>) -> Result<(), DependencyError> {
        let unusable = |error| DependencyError::new(Dependency::ObjectStore, error);
        let delete = Delete::builder()
            .set_objects(Some(keys))
            .quiet(true)
            .build()
            .map_err(unusable)?;
        let answer = self
            .client
            .delete_objects()
            .bucket(&self.settings.bucket)
            .set_expected_bucket_owner(self.owner.clone())
            .delete(delete)
            .send()
            .await
            .map_err(|error| dependency_error(Dependency::ObjectStore, "DeleteObjects", &error))?;
        // The call can succeed although some keys failed.
        let (left, first) = (answer.errors().len(), answer.errors().first());
        match first {
            None => Ok(()),
            Some(first) => Err(DependencyError::new(
                Dependency::ObjectStore,
                format!(
                    "DeleteObjects left {left} objects: {} {}",
                    first.code().unwrap_or("no code"),
                    first.message().unwrap_or_default()
                ),
            )),
        }
    }
}

#[async_trait]
impl Objects for S3Objects {
    async fn put_if_absent(&self, key: &ObjectKey, bytes: Bytes) -> Result<Put, DependencyError> {
        let (encryption, kms_key) = match &self.settings.encryption {
            Encryption::Bucket => (None, None),
            Encryption::S3 => (Some(ServerSideEncryption::Aes256), None),
            Encryption::Kms(key) => (Some(ServerSideEncryption::AwsKms), Some(key.clone())),
        };
        let mut tries = 0;
        loop {
            let put = self
                .client
                .put_object()
                .bucket(&self.settings.bucket)
                .set_expected_bucket_owner(self.owner.clone())
                .key(key.to_string())
                .if_none_match("*")
                .content_type(key.content_type())
                // A browser that gets the object, for example by a presigned URL, must not run it.
                .content_disposition("attachment")
                .set_server_side_encryption(encryption.clone())
                .set_ssekms_key_id(kms_key.clone())
                .body(ByteStream::from(bytes.clone()))
                .send()
                .await;
            let Err(error) = put else {
                return Ok(Put::Created);
            };
            if error
                .raw_response()
                .is_some_and(|response| response.status().as_u16() == TAKEN)
            {
                return Ok(Put::Existed);
            }
            tries += 1;
            let conflict =
                matches!(&error, SdkError::ServiceError(error) if error.err().meta().code() == Some(CONFLICT));
            if !conflict || tries == CONFLICT_TRIES {
                return Err(dependency_error(Dependency::ObjectStore, "PutObject", &error));
            }
            tokio::time::sleep(CONFLICT_PAUSE * tries).await;
        }
    }

    async fn get(&self, key: &ObjectKey) -> Result<Option<Bytes>, DependencyError> {
        let got = self
            .client
            .get_object()
            .bucket(&self.settings.bucket)
            .set_expected_bucket_owner(self.owner.clone())
            .key(key.to_string())
            .send()
            .await;
        let mut object = match got {
            Ok(object) => object,
            Err(error) if error.as_service_error().is_some_and(GetObjectError::is_no_such_key) => return Ok(None),
            Err(error) => return Err(dependency_error(Dependency::ObjectStore, "GetObject", &error)),
        };
        let mut bytes = BytesMut::new();
        loop {
            match object.body.try_next().await {
                Ok(Some(part)) if (bytes.len() + part.len()) as u64 > MAX_OBJECT_BYTES => {
                    let problem = format!("GetObject: the object is larger than {MAX_OBJECT_BYTES} bytes");
                    return Err(DependencyError::new(Dependency::ObjectStore, problem));
                }
                Ok(Some(part)) => bytes.extend_from_slice(&part),
                Ok(None) => return Ok(Some(bytes.freeze())),
                // The body was truncated, or its checksum does not match.
                Err(error) => return Err(DependencyError::new(Dependency::ObjectStore, error)),
            }
        }
    }

    async fn delete(&self, key: &ObjectKey) -> Result<(), DependencyError> {
        self.client
            .delete_object()
            .bucket(&self.settings.bucket)
            .set_expected_bucket_owner(self.owner.clone())
            .key(key.to_string())
            .send()
            .await
            .map(drop)
            .map_err(|error| dependency_error(Dependency::ObjectStore, "DeleteObject", &error))
    }

    async fn delete_user(&self, user: UserId) -> Result<(), DependencyError> {
        loop {
            // Always the first page: deleted objects are no longer on it, and a failed deletion is an error.
            let page = self.list(&ObjectKey::user_prefix(user), None).await?;
            let keys = page.contents().iter().filter_map(|object| object.key());
            let keys = keys
                .map(|key| ObjectIdentifier::builder().key(key).build())
                .collect::<Result<Vec<_>, _>>()
                .map_err(|error| DependencyError::new(Dependency::ObjectStore, error))?;
            if keys.is_empty() {
                return Ok(());
            }
            self.delete_keys(keys).await?;
        }
    }

    /// Only reads: a new object is announced to the bucket's queue.
    async fn is_empty(&self) -> Result<bool, DependencyError> {
        let page = self.list(ObjectKey::PREFIX, Some(1)).await?;
        Ok(page.contents().is_empty())
    }

    async fn check(&self) -> Result<(), DependencyError> {
        let nobody = UserId::random();
        let file = FileName::of_attachment("readiness");
        let file = file.ok_or_else(|| DependencyError::new(Dependency::ObjectStore, "no file name"))?;
        self.get(&ObjectKey::Rental { user: nobody, file }).await.map(drop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_has_a_name_and_objects_an_encryption() {
        for name in ["", "ab", "Big", "with/prefix", "with space", &"a".repeat(64)] {
            assert!(S3Settings::new(name, Encryption::S3).is_err(), "{name}");
        }
        assert!(S3Settings::new("invoices.example-1", Encryption::S3).is_ok());
        assert_eq!(
            "kms:alias/invoices".parse(),
            Ok(Encryption::Kms("alias/invoices".into()))
        );
        assert_eq!("s3".parse(), Ok(Encryption::S3));
        assert_eq!("bucket".parse(), Ok(Encryption::Bucket));
        for text in ["", "kms", "kms:", "none", "s3:x"] {
            assert!(text.parse::<Encryption>().is_err(), "{text}");
        }
    }
}
