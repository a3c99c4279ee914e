//! Erasing everything of a user.

use diesel::prelude::*;
use diesel::sql_query;
use invoices_domain::UserId;

use crate::error::StoreError;
use crate::job::{self, JobId};
use crate::schema::{acts, invitations, jobs, users};
use crate::store::connection::match_backend;
use crate::store::{Answer, Store};
use crate::types::{TextEnum, text};

/// How many rows one transaction deletes, so that others can write soon.
const BATCH: usize = 1_000;
/// Of mails that users submitted, which are kept as a whole.
const MAILS: usize = 10;

/// The tables that grow with an account, and their keys. A table is behind those that reference it, so that few rows are
/// deleted by a cascade.
const LARGE: [(&str, &str); 16] = [
    ("webhook_deliveries", "id"),
    ("notifications", "id"),
    ("statement_keys", "user_id, key, statement_id"),
    ("statements", "statement_id"),
    ("retail_aliases", "user_id, alias"),
    ("retail_sources", "invoice_id, document"),
    ("retail_details", "sub_type, invoice_id"),
    ("retail_texts", "user_id, invoice_id"),
    ("retail_removals", "user_id, segment, invoice_id"),
    ("retail_segments", "segment"),
    ("retail_invoices", "invoice_id"),
    ("rental_invoices", "user_id, invoice_id"),
    ("documents", "id"),
    ("messages", "id"),
    ("tombstones", "user_id, hash"),
    (HANDED_MAILS, "user_id, message_id"),
];
const HANDED_MAILS: &str = "handed_mails";

impl Store {
    /// Deletes up to a thousand rows of a user, all in one of the tables that grow with an account. Returns their number: 0 if
    /// [`Store::erase_user`] has little left to delete.
    pub fn erase_some(&self, user: UserId) -> Answer<'_, usize> {
        self.write(move |db| {
            for (table, key) in LARGE {
                let limit = if table == HANDED_MAILS { MAILS } else { BATCH };
                let some = |key| format!("SELECT {key} FROM {table} WHERE user_id = $1 LIMIT {limit}");
                let query = match_backend!(
                    db,
                    sqlite(_) => format!("DELETE FROM {table} WHERE ({key}) IN ({})", some(key)),
                    // By the place of each row: a join could be planned as a search of the table for each.
                    postgres(_) => format!("DELETE FROM {table} WHERE ctid = ANY(ARRAY({}))", some("ctid")),
                );
                match sql_query(query).bind::<TextEnum, _>(user).execute(db)? {
                    0 => {}
                    deleted => return Ok(deleted),
                }
            }
            Ok(0)
        })
    }

    /// Deletes the jobs of a user except `keep`, in batches. Returns the size of each.
    pub async fn erase_jobs(&self, user: UserId, keep: JobId) -> Result<Vec<usize>, StoreError> {
        // One search: no index has the jobs that are done.
        let ids = self
            .read(move |db| Ok(of_user(user, keep).select(jobs::id).load::<JobId>(db)?))
            .await?;
        let mut deleted = Vec::new();
        for ids in ids.chunks(BATCH) {
            let ids = ids.to_vec();
            let some = self.write(move |db| Ok(diesel::delete(jobs::table.filter(jobs::id.eq_any(ids))).execute(db)?));
            deleted.push(some.await?);
        }
        Ok(deleted)
    }

    /// Deletes all rows of a user except the job `keep`, which deletes the user. In the log of acts only the address is
    /// deleted.
    pub fn erase_user(&self, user: UserId, keep: JobId) -> Answer<'_, ()> {
        self.write(move |db| {
            let email = users::table.find(text(user)).select(users::email_key);
            if let Some(email) = email.first::<String>(db).optional()? {
                let concerned = acts::user_id.eq(Some(user)).or(acts::email_key.eq(email.clone()));
                diesel::update(acts::table.filter(concerned))
                    .set(acts::email_key.eq(None::<String>))
                    .execute(db)?;
                diesel::delete(invitations::table.filter(invitations::email_key.eq(email))).execute(db)?;
            }
            diesel::delete(of_user(user, keep)).execute(db)?;
            // Every table with a user's rows references `users` with ON DELETE CASCADE.
            diesel::delete(users::table.find(text(user))).execute(db)?;
            Ok(())
        })
    }
}

/// The jobs of a user but one. Those that send to webhooks have a lane of the user and no user.
#[diesel::dsl::auto_type(no_type_alias)]
fn of_user(user: UserId, keep: JobId) -> _ {
    let (user, lane): (Option<UserId>, String) = (Some(user), job::webhook_lane(user));
    jobs::table
        .filter(jobs::user_id.eq(user).or(jobs::lane.eq(lane)))
        .filter(jobs::id.ne(keep))
}
