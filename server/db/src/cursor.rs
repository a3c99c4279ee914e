//! How far each vendor's search of an account has come.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use invoices_domain::{MailAddress, UserId, VendorId};

use crate::{Store, StoreError};

impl Store {
    /// Up to when each vendor's mails of an account were searched. A vendor that never was is absent.
    pub async fn cursors(
        &self,
        user: UserId,
        account: &MailAddress,
    ) -> Result<BTreeMap<VendorId, DateTime<Utc>>, StoreError> {
        todo!()
    }

    /// Moves the cursors of these vendors to `to`, never backwards. Writes nothing for a user who is not live.
    pub async fn move_cursors(
        &self,
        user: UserId,
        account: &MailAddress,
        vendors: &[VendorId],
        to: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        todo!()
    }
}
