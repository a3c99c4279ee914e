//! The contract through a real server, which has no service behind it.

#[cfg(test)]
mod by_id;
#[cfg(test)]
mod log;
#[cfg(test)]
mod mail_account;
#[cfg(test)]
mod requests;
#[cfg(test)]
mod router;
#[cfg(test)]
mod slow;
#[cfg(test)]
mod support;
