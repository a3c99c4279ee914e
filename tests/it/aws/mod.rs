//! The service on PostgreSQL, S3, SQS, SNS and Secrets Manager.

mod doctor;
mod engines;
mod provisioning;
