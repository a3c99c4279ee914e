//! Where rows, originals and mail tokens are stored.

use std::path::PathBuf;

use crate::value::{HttpUrl, Seconds, Secret};

section! {
    /// The database.
    DatabaseSettings {
        /// "sqlite:<path>" or "postgres://user@host/name". Empty: invoices.db in the data folder.
        url: String = String::new(), file("/run/secrets/database-url");
        /// The password if the URL has none (PostgreSQL).
        password: Option<Secret> = None, example("…"), file("/run/secrets/database-password");
        /// Whether the certificate of a PostgreSQL server on another machine is verified (sslmode=verify-full). If false, the
        /// sslmode of the URL applies, which by default verifies nothing and does not require TLS.
        verify_tls: bool = true;
        /// The certificate authorities of that server (PEM). Unset: the system's.
        ca_file: Option<PathBuf> = None, example("/etc/invoices/database-ca.pem");
        /// The number of connections. With SQLite, the number of read connections, in addition to one write connection.
        connections: u32 = 8, range(1..=1_000, "a request needs one, and a server has few hundred");
        /// How long a request waits for a connection. A database that has none by then is overloaded or gone.
        connect_timeout_seconds: Seconds = Seconds::new(5), constant();
        /// The time limit of a statement (PostgreSQL). One that takes longer holds a connection that others wait for.
        statement_timeout_seconds: Seconds = Seconds::new(30), constant();
        /// How long a statement may wait for a lock. Transactions are short.
        lock_timeout_seconds: Seconds = Seconds::new(10), constant();
    }
}

section! {
    /// The object storage of originals.
    ObjectStoreSettings {
        /// "folder:<path>" or "s3:<bucket>". Empty: the folder objects in the data folder.
        store: String = String::new();
        /// The encryption of new objects in a bucket: "s3" (keys of S3), "kms:<key id, ARN or alias>", or "bucket" (the bucket's
        /// default, for compatible services). Unset: "s3".
        encryption: Option<String> = None, example("s3");
    }
}

section! {
    /// The storage of mail tokens.
    SecretStoreSettings {
        /// "folder:<path>" stores one encrypted file per user, "secrets-manager:<prefix>" one secret per user, named
        /// <prefix>/<user id>. Empty: the folder secrets in the data folder.
        store: String = String::new();
        /// The key that encrypts the folder's files, 32 bytes in base64 (openssl rand -base64 32). Unset: the key file is used.
        key: Option<Secret> = None, example("…");
        /// A file with that key, created on first use. Unset: secrets.key in the data folder.
        key_file: Option<PathBuf> = None, example("/etc/invoices/secrets.key");
        /// Keys that are only used to decrypt.
        previous_keys: Vec<Secret> = Vec::new(), file_of_lines("/run/secrets/previous-keys");
    }
}

section! {
    /// Events of objects that others store in the bucket.
    ObjectEventsSettings {
        /// The queue with the bucket's events of new objects: "sqs:<queue URL>". Empty: no events are read.
        queue: String = String::new(), former("inbox.queue");
    }
}

section! {
    /// The connection to AWS.
    AwsSettings {
        /// Unset: the SDK finds the region (AWS_REGION, profile, instance).
        region: Option<String> = None, example("eu-north-1");
        /// Credentials. Set both or neither. Unset: the SDK's chain (environment, profile, web identity, container, instance).
        access_key_id: Option<String> = None, example("…");
        /// The secret of that key.
        secret_access_key: Option<Secret> = None, example("…"), file("/run/secrets/aws");
        /// The account that must own the bucket, 12 digits. If set, S3 calls fail for a bucket with this name in another account.
        account_id: Option<String> = None, example("123456789012");
        /// The endpoint of AWS-compatible services, for each service without its own endpoint below.
        endpoint_url: Option<HttpUrl> = None, example("http://127.0.0.1:5000");
        /// The endpoint of S3.
        objects_url: Option<HttpUrl> = None, example("https://s3.example.com");
        /// The endpoint of Secrets Manager.
        secrets_url: Option<HttpUrl> = None, example("https://secrets.example.com");
        /// The endpoint of SQS.
        queue_url: Option<HttpUrl> = None, example("https://sqs.example.com"), former("aws.inbox_url");
        /// The endpoint of SNS.
        topic_url: Option<HttpUrl> = None, example("https://sns.example.com");
        /// Whether the bucket's name is in the path instead of the host. Most compatible services need this.
        path_style: bool = false;
        /// The time limit of a connection. AWS connects in milliseconds.
        connect_timeout_seconds: Seconds = Seconds::new(5), constant();
        /// The time limit of one attempt of a call. An original has at most 36 MiB.
        attempt_timeout_seconds: Seconds = Seconds::new(20), constant();
        /// The time limit of a call with all attempts, shorter than that of a request.
        timeout_seconds: Seconds = Seconds::new(45), constant();
        /// The number of attempts of a call. A job whose call failed is retried later.
        attempts: u32 = 3, constant();
    }
}
