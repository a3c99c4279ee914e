//! What `invoices --version` prints.

use std::sync::LazyLock;

use invoices_service::{Engine, engines};

/// Version, commit with its date, and features.
pub static VERSION: LazyLock<String> = LazyLock::new(|| {
    let features = Engine::ALL.into_iter().filter(|engine| engines::is_built(*engine));
    let features: Vec<_> = features.map(Engine::feature).collect();
    let features = if features.is_empty() {
        "none".to_owned()
    } else {
        features.join(", ")
    };
    format!(
        "{}\ncommit {}\nfeatures: {features}",
        env!("CARGO_PKG_VERSION"),
        env!("SOURCE_COMMIT")
    )
});
