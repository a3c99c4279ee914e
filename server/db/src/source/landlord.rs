//! Users' own landlords.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use invoices_domain::sources::{LandlordId, LandlordValues, SenderPattern, SourceId, SubjectPhrase};
use invoices_domain::{MailAddress, Source, UserId};

use crate::error::StoreError;
use crate::message::skipped::{AddSource, requeue_skipped};
use crate::schema::own_landlords;
use crate::source::labels;
use crate::store::connection::Db;
use crate::store::{Answer, Store};
use crate::types::{text, timestamp};

/// A user's landlord.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnLandlord {
    /// Its id.
    pub landlord_id: LandlordId,
    /// Its sender and subject.
    pub values: LandlordValues,
    /// Whether its mails are searched for.
    pub active: bool,
}

impl Store {
    /// Adds a landlord unless the user has one with the same values, which it returns then.
    pub fn add_landlord(
        &self,
        user: UserId,
        values: LandlordValues,
        max: usize,
        now: DateTime<Utc>,
    ) -> Answer<'_, AddSource<OwnLandlord>> {
        self.write_for(user, AddSource::UserGone, move |db| {
            let known = landlords(db, user)?;
            if let Some(same) = known.iter().find(|known| known.values == values) {
                return Ok(AddSource::Added(same.clone()));
            }
            if known.len() >= max {
                return Ok(AddSource::Full);
            }
            let landlord = OwnLandlord {
                landlord_id: LandlordId::random(),
                values,
                active: true,
            };
            let row = (
                own_landlords::user_id.eq(text(user)),
                own_landlords::landlord_id.eq(text(landlord.landlord_id)),
                own_landlords::sender.eq(text(&landlord.values.sender)),
                own_landlords::subject.eq(landlord.values.subject.as_ref()),
                own_landlords::active.eq(true),
                own_landlords::created_at.eq(timestamp(now)),
            );
            diesel::insert_into(own_landlords::table).values(row).execute(db)?;
            matters(db, user, &landlord, now)?;
            Ok(AddSource::Added(landlord))
        })
    }

    /// Changes a landlord of the user's. `None` if there is none with this id.
    pub fn change_landlord(
        &self,
        user: UserId,
        id: LandlordId,
        change: impl FnOnce(&mut OwnLandlord) + Send + 'static,
        now: DateTime<Utc>,
    ) -> Answer<'_, Option<OwnLandlord>> {
        self.write_for(user, None, move |db| {
            let known = landlords(db, user)?.into_iter().find(|known| known.landlord_id == id);
            let Some(mut landlord) = known else { return Ok(None) };
            change(&mut landlord);
            diesel::update(own_landlords::table.find((text(user), text(id))))
                .set((
                    own_landlords::sender.eq(text(&landlord.values.sender)),
                    own_landlords::subject.eq(landlord.values.subject.as_ref()),
                    own_landlords::active.eq(landlord.active),
                ))
                .execute(db)?;
            matters(db, user, &landlord, now)?;
            Ok(Some(landlord))
        })
    }

    /// Removes a landlord of the user's. `false` if there is none with this id.
    pub fn remove_landlord(&self, user: UserId, id: LandlordId) -> Answer<'_, bool> {
        self.write(move |db| {
            let own = own_landlords::table.find((text(user), text(id)));
            labels::forget(db, user, &SourceId::Landlord(id))?;
            Ok(diesel::delete(own).execute(db)? > 0)
        })
    }
}

/// A user's landlords, in the order of their creation.
pub(crate) fn landlords(db: &mut Db, user: UserId) -> Result<Vec<OwnLandlord>, StoreError> {
    let rows: Vec<(LandlordId, SenderPattern, Option<SubjectPhrase>, bool)> = own_landlords::table
        .filter(own_landlords::user_id.eq(text(user)))
        .order((own_landlords::created_at, own_landlords::landlord_id))
        .select((
            own_landlords::landlord_id,
            own_landlords::sender,
            own_landlords::subject,
            own_landlords::active,
        ))
        .load(db)?;
    let landlord = |(landlord_id, sender, subject, active)| OwnLandlord {
        landlord_id,
        values: LandlordValues { sender, subject },
        active,
    };
    Ok(rows.into_iter().map(landlord).collect())
}

fn matters(db: &mut Db, user: UserId, own: &OwnLandlord, now: DateTime<Utc>) -> Result<(), StoreError> {
    let landlord = own.values.landlord();
    let matches = move |sender: &MailAddress, subject: &str| landlord.matches(sender, subject);
    if own.active {
        requeue_skipped(db, user, Source::Rental, &matches, now)?;
    }
    Ok(())
}
