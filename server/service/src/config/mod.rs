//! The settings file: one TOML file, overlaid by variables such as `INVOICES__SERVER__ADDRESS`.
//!
//! `invoices.example.toml` documents every setting with its default. An unknown setting is an error that names it, and an
//! engine with half of its settings is an error too. Nothing falls back silently.

mod convert;
mod defaults;
mod error;
mod files;
mod paths;
mod renamed;
mod report;
mod sections;
mod settings;
mod stores;
mod variables;

pub use error::ConfigError;
pub use invoices_imap::{ImapServer, ImapSettings};
pub use report::Setting;
pub use sections::{
    AuthConfig, DatabaseConfig, LogConfig, LogFormat, ObjectEventsConfig, ObjectsConfig, OperationsConfig,
    PipelineConfig, RentalConfig, RetailConfig, Role, ScheduleConfig, SecretsConfig, ServerConfig, TopicConfig,
    TracesConfig,
};
pub use settings::Config;
pub use stores::{ObjectsEngine, SecretsEngine, TopicEngine};
pub use variables::{IgnoredVariable, ignored_variables};

#[cfg(test)]
mod tests;
