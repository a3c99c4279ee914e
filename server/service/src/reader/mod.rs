//! The reader: HTML in this process, each PDF in a process of its own.
//!
//! PDFs come from strangers, and the library that reads them may loop, exhaust memory or crash. So a new child process of this
//! program reads each one ([`child`]). It limits its own resources before it reads a byte. If it fails, the service
//! continues and the document ends `failed` with the reason.

mod assignment;
pub mod child;
mod config;
mod isolated;

pub use assignment::CHILD;
pub use config::ReaderConfig;
pub use isolated::IsolatingReader;
