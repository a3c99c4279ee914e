//! The mail provider's HTTP API over a mailbox on disk or in memory.
//!
//! On disk, a mailbox is a folder of `.eml` files, a Maildir, an mbox file as from Google Takeout, or a folder of any of
//! those. It is indexed at start, and each message is read from disk when it is requested.
//!
//! For the demo, for tests, and for users without an account at the provider. It implements the parts of Gmail's API and of
//! Google's OAuth endpoints that the service uses, with their error formats, on a local port:
//!
//! | Path | What |
//! |---|---|
//! | `/gmail/v1/users/{me or the address}/messages` | search: `q`, `maxResults`, `pageToken`, `includeSpamTrash` |
//! | `/gmail/v1/users/{…}/messages/{id}` | one message: `format` `raw`, `full`, `metadata` or `minimal` |
//! | `/gmail/v1/users/{…}/messages/{id}/attachments/{id}` | an attachment that a `full` message names |
//! | `/gmail/v1/users/{…}/profile` | the account |
//! | `/gmail/v1/users/{…}/history` | mails added since a `startHistoryId`: `historyTypes`, `maxResults`, `pageToken` |
//! | `/token` | renews an access token |
//! | `/tokeninfo` | the scopes of an access token |
//! | `/revoke` | revoking a grant |
//! | `/oauth2/v2/userinfo`, `/oauth2/v3/userinfo` | the account's address |
//! | `/common/oauth2/v2.0/authorize`, `…/token`, `…/devicecode` | a provider like Microsoft's, whose mail is read by IMAP |
//! | `/introspect` | whether such an access token is valid (RFC 7662), for the IMAP server |
//!
//! Differences from the provider: days are in UTC; every mail is its own thread; a mail without an
//! `Authentication-Results` header gets a passing one (see [`SandboxSettings::stamp_authentication`]); an unknown search
//! operator finds nothing rather than everything.
//!
//! ```no_run
//! # async fn run() -> Result<(), invoices_sandbox::StartError> {
//! use invoices_sandbox::{Fault, Sandbox, SandboxSettings};
//! let sandbox = Sandbox::start(SandboxSettings::default()).await?;
//! let tokens = sandbox.issue_tokens();
//! sandbox.add(b"From: a@example.com\r\nSubject: Hi\r\n\r\nHello");
//! sandbox.fail_times(Fault::Search500, 2);
//! println!("GET {}/gmail/v1/users/me/messages as {}", sandbox.base_url(), tokens.access);
//! sandbox.stop().await;
//! # Ok(())
//! # }
//! ```

mod answer;
mod calls;
mod consent;
mod disk;
mod fault;
mod gmail_api;
mod mail;
mod mailbox;
mod oauth_api;
mod origin;
mod payload;
mod query;
mod quota;
pub mod sample;
mod sandbox;
mod server;
mod settings;
mod stamp;
mod state;
mod tenancy;
mod tenant;
mod tokens;
mod words;

pub use calls::Endpoint;
pub use fault::{Fault, UnknownFault};
pub use mail::message_id;
pub use quota::Quota;
pub use sandbox::{Hold, Sandbox, SandboxHandle, StartError};
pub use settings::SandboxSettings;
pub use tenancy::DeviceDecision;
pub use tokens::IssuedTokens;
