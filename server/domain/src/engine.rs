//! Engines that a build of the program may lack.

use std::fmt;

/// An engine that is compiled only with its feature. SQLite, folders and encrypted files are part of every build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// The database PostgreSQL.
    Postgres,
    /// S3, Secrets Manager, SNS and SQS.
    Aws,
    /// Traces by OTLP.
    Otlp,
}

impl Engine {
    /// All engines, in the order of their features.
    pub const ALL: [Engine; 3] = [Engine::Aws, Engine::Otlp, Engine::Postgres];

    /// The Cargo feature of the program that compiles the engine.
    pub const fn feature(self) -> &'static str {
        match self {
            Engine::Postgres => "postgres",
            Engine::Aws => "aws",
            Engine::Otlp => "otlp",
        }
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Engine::Postgres => "PostgreSQL",
            Engine::Aws => "AWS",
            Engine::Otlp => "OpenTelemetry",
        })
    }
}

/// The settings or a command name an engine that this build lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "this program was built without {engine}; build it with `cargo build --release --features {feature}`, \
     or with `--features full` for every engine",
    engine = .0,
    feature = .0.feature()
)]
pub struct MissingEngine(pub Engine);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_states_the_command() {
        assert_eq!(
            MissingEngine(Engine::Postgres).to_string(),
            "this program was built without PostgreSQL; build it with `cargo build --release --features postgres`, \
             or with `--features full` for every engine"
        );
    }
}
