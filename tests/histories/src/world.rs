//! A history that runs, and what users did in it.

use std::collections::BTreeMap;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use invoices_db::Store;
use invoices_domain::UserId;

use crate::outside::Outside;
use crate::plan::Plan;
use crate::sim::Sim;

/// More attempts than there are kills in a history, so that a kill alone fails no document.
pub const ATTEMPTS: i32 = 6;

/// What is listed of a retail purchase: the total, and whether it is cancelled.
pub type Listed = Vec<(String, bool)>;

/// A user of a history.
pub struct User {
    pub id: UserId,
    /// Those of the two mailboxes.
    pub addresses: [String; 2],
    /// Whether the user asked for the deletion of the account.
    pub left: bool,
}

/// A history that runs. It outlives the process.
pub struct World {
    pub plan: Plan,
    pub sim: Arc<Sim>,
    pub outside: Arc<Outside>,
    pub users: Vec<User>,
    /// What users did to the invoice of each number.
    pub touched: BTreeMap<String, Touch>,
    /// The corrected totals of rental invoices.
    pub rents: BTreeMap<(UserId, String), i64>,
    /// When each rental invoice was marked as paid.
    pub paid: BTreeMap<(UserId, String), DateTime<Utc>>,
    /// The places of the mails that arrived, with the times of their receipt.
    pub delivered: Vec<(usize, DateTime<Utc>)>,
    /// The invoice that the current step is about, so that it is the same after a kill.
    pub target: Option<(String, String)>,
    pub store: Store,
    pub actions: u64,
}

/// What users did to an invoice.
#[derive(Clone, Debug, Default)]
pub struct Touch {
    pub is_deleted: bool,
    /// The total that a user set.
    pub corrected: Option<i64>,
    /// The answer to its question.
    pub answered: Option<Answered>,
    /// It was joined or separated, so that the model does not say what is listed.
    pub is_loose: bool,
}

/// What a user says of a document that is asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answered {
    /// It is an invoice with this total.
    Total(i64),
    /// It is no invoice.
    NoInvoice,
}
