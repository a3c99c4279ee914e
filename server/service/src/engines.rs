//! What this build has besides SQLite, folders and encrypted files.

use invoices_domain::{Engine, MissingEngine};

/// Whether this build has the engine.
pub const fn is_built(engine: Engine) -> bool {
    match engine {
        Engine::Postgres => cfg!(feature = "postgres"),
        Engine::Aws => cfg!(feature = "aws"),
        Engine::Otlp => cfg!(feature = "otlp"),
    }
}

/// An error that names the command that builds the program with the engine, if this build lacks it.
pub fn require(engine: Engine) -> Result<(), MissingEngine> {
    if is_built(engine) {
        Ok(())
    } else {
        Err(MissingEngine(engine))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_have_every_engine() {
        assert!(Engine::ALL.into_iter().all(|engine| require(engine).is_ok()));
    }
}
