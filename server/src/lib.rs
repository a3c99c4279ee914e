//! A service that collects invoices from mailboxes and serves them over HTTP.
