//! The reader: everything that a stranger wrote is parsed in processes of their own.
//!
//! Mails, HTML, PDFs and e-invoices come from strangers, and the libraries that read them may loop, exhaust memory or crash.
//! So a pool of child processes of this program reads them ([`child`]), one assignment after the other. A child gives up
//! every right it does not need before its first assignment ([`confine`]). The service holds the clock ([`pool`]): a child
//! that takes too long, ends, or answers nonsense is killed and replaced, and the document has used up one attempt.

mod assignment;
pub mod child;
mod child_failure;
pub mod confine;
pub mod frame;
#[cfg(feature = "fuzz")]
pub mod fuzz;
mod metrics;
mod plausible;
mod pool;
mod process;
mod sender;

pub use assignment::CHILD;
pub use metrics::ReaderMetrics;
pub use pool::ReaderPool;
pub use sender::SignatureCheck;
