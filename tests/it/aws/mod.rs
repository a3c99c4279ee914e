//! The service on PostgreSQL, S3, SQS, SNS and Secrets Manager.

mod engines;
mod provisioning;
