//! What is outside of the process and outlives it: mailboxes, objects, secrets, and the topic.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use chrono::{DateTime, Utc};
use diesel::connection::SimpleConnection;
use diesel::sql_types::{BigInt, Text};
use diesel::{Connection, QueryableByName, RunQueryDsl, SqliteConnection, sql_query};
use invoices_domain::mail::MailAccounts;
use invoices_domain::ports::Notification;
use invoices_domain::{ObjectKey, PdfPasswords, UserId};

use crate::mails::{Mail, Received};
use crate::sim::Sim;

/// The outside of one history.
pub struct Outside {
    pub sim: Arc<Sim>,
    state: Mutex<State>,
    /// A second connection to the database, which only looks.
    database: Mutex<SqliteConnection>,
}

#[derive(Default)]
pub struct State {
    /// By address, in the order of arrival.
    pub mailboxes: BTreeMap<String, Vec<Received>>,
    pub objects: BTreeMap<String, Bytes>,
    /// The keys of all objects that were ever written, as a bucket announces them.
    pub events: Vec<ObjectKey>,
    pub secrets: BTreeMap<UserId, (MailAccounts, PdfPasswords)>,
    pub published: Vec<Notification>,
    /// How often the reader got the bytes of each document, by version and answer.
    pub readings: BTreeMap<(Vec<u8>, String), u32>,
    /// The version of the parser.
    pub version: u32,
    /// What should never happen.
    pub violations: Vec<String>,
}

#[derive(QueryableByName)]
struct Line {
    #[diesel(sql_type = Text)]
    line: String,
}

#[derive(QueryableByName)]
struct Count {
    #[diesel(sql_type = BigInt)]
    count: i64,
}

impl Outside {
    /// `database` is the name of the store in memory.
    pub fn new(sim: Arc<Sim>, database: &str) -> Self {
        let address = format!("file:{database}?mode=memory&cache=shared");
        let mut connection = SqliteConnection::establish(&address).expect("the store is open");
        connection.batch_execute("PRAGMA query_only = ON").expect("a setting");
        Outside {
            sim,
            state: Mutex::new(State {
                version: 1,
                ..State::default()
            }),
            database: Mutex::new(connection),
        }
    }

    pub fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts a mail into a mailbox.
    pub fn deliver(&self, address: &str, mail: Mail, at: DateTime<Utc>) {
        let mut state = self.state();
        let mailbox = state.mailboxes.entry(address.to_owned()).or_default();
        mailbox.push(Received { mail, at });
    }

    /// Records what should never happen.
    pub fn violated(&self, what: String) {
        self.state().violations.push(what);
    }

    /// The lines that a query returns as the column `line`.
    pub fn lines(&self, query: &str) -> Vec<String> {
        let mut database = self.database.lock().unwrap_or_else(PoisonError::into_inner);
        let lines: Vec<Line> = sql_query(query).load(&mut *database).expect(query);
        lines.into_iter().map(|line| line.line).collect()
    }

    /// The number that a query returns as the column `count`.
    pub fn count(&self, query: &str) -> i64 {
        let mut database = self.database.lock().unwrap_or_else(PoisonError::into_inner);
        let count: Count = sql_query(query).get_result(&mut *database).expect(query);
        count.count
    }
}
