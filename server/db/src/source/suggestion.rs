//! Suggestions: senders of invoices that a search of a user's mailbox has found.

use chrono::{DateTime, NaiveDate, Utc};
use diesel::prelude::*;
use invoices_domain::sources::{SenderPatterns, SuggestionId, VendorName};
use invoices_domain::{Currency, Money, Source, SubType, UserId};

use crate::error::StoreError;
use crate::schema::suggestions;
use crate::states::SuggestionState;
use crate::store::connection::Db;
use crate::store::{Answer, Store};
use crate::types::{json, text, timestamp};

/// What a suggestion becomes when it is accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SuggestedSource {
    /// A landlord.
    Landlord,
    /// A vendor of this category.
    Vendor(SubType),
}

/// A sender of invoices that is neither a landlord nor a vendor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// The same for the same company, whenever it is found.
    pub suggestion_id: SuggestionId,
    /// What it becomes.
    pub source: SuggestedSource,
    /// The name of the company.
    pub name: VendorName,
    /// The addresses that sent its mails.
    pub senders: SenderPatterns,
    /// How many mails of these senders were found.
    pub mails: u64,
    /// Whether the mail provider authenticated the sender of the example.
    pub trusted: bool,
    /// The day of the example.
    pub invoice_date: NaiveDate,
    /// The total of the example, if it states one.
    pub total_amount: Option<Money>,
    /// The currency of the example, if it is stated.
    pub currency: Option<Currency>,
}

impl Store {
    /// Every suggestion of a user in one of these states, those with the most mails first.
    pub fn suggestions(&self, user: UserId, states: &[SuggestionState]) -> Answer<'_, Vec<Suggestion>> {
        let states = states.to_vec();
        self.read(move |db| {
            let rows = suggestions::table
                .filter(suggestions::user_id.eq(text(user)))
                .order((suggestions::mails.desc(), suggestions::suggestion_id))
                .select((suggestions::state, Row::as_select()));
            let rows: Vec<(SuggestionState, Row)> = rows.load(db)?;
            let wanted = rows.into_iter().filter(|(state, _)| states.contains(state));
            Ok(wanted.filter_map(|(_, row)| suggestion(row)).collect())
        })
    }

    /// Writes the results of a search. Refused suggestions stay refused.
    pub fn save_suggestions(&self, user: UserId, found: Vec<Suggestion>, now: DateTime<Utc>) -> Answer<'_, ()> {
        self.write_for(user, (), move |db| {
            for found in &found {
                save(db, user, found, now)?;
            }
            Ok(())
        })
    }

    /// Moves a suggestion to `to` from one of the states `from`, and returns it. `None` if there is none in these states.
    pub fn answer_suggestion(
        &self,
        user: UserId,
        id: SuggestionId,
        from: &'static [SuggestionState],
        to: SuggestionState,
        now: DateTime<Utc>,
    ) -> Answer<'_, Option<Suggestion>> {
        self.write_for(user, None, move |db| {
            let row = suggestions::table.find((text(user), text(id)));
            let known: Option<(SuggestionState, Row)> = row
                .select((suggestions::state, Row::as_select()))
                .first(db)
                .optional()?;
            let Some((_, known)) = known.filter(|(state, _)| from.contains(state)) else {
                return Ok(None);
            };
            diesel::update(row)
                .set((
                    suggestions::state.eq(text(to)),
                    suggestions::updated_at.eq(timestamp(now)),
                ))
                .execute(db)?;
            Ok(suggestion(known))
        })
    }
}

fn save(db: &mut Db, user: UserId, found: &Suggestion, now: DateTime<Utc>) -> Result<(), StoreError> {
    let row = suggestions::table.find((text(user), text(found.suggestion_id)));
    let state: Option<SuggestionState> = row.select(suggestions::state).first(db).optional()?;
    if state == Some(SuggestionState::Refused) {
        return Ok(());
    }
    let (source, sub_type) = match &found.source {
        SuggestedSource::Landlord => (Source::Rental, None),
        SuggestedSource::Vendor(sub_type) => (Source::Retail, Some(sub_type.clone())),
    };
    let values = (
        suggestions::source.eq(text(source)),
        suggestions::name.eq(text(&found.name)),
        suggestions::sub_type.eq(sub_type),
        suggestions::senders.eq(json(&found.senders)),
        suggestions::mails.eq(i64::try_from(found.mails).unwrap_or(i64::MAX)),
        suggestions::trusted.eq(found.trusted),
        suggestions::invoice_date.eq(text(found.invoice_date)),
        suggestions::total_amount.eq(found.total_amount),
        suggestions::currency.eq(found.currency),
        suggestions::state.eq(text(SuggestionState::Open)),
        suggestions::updated_at.eq(timestamp(now)),
    );
    if state.is_some() {
        diesel::update(row).set(values).execute(db)?;
        return Ok(());
    }
    let id = (
        suggestions::user_id.eq(text(user)),
        suggestions::suggestion_id.eq(text(found.suggestion_id)),
    );
    diesel::insert_into(suggestions::table)
        .values((id, values))
        .execute(db)?;
    Ok(())
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = suggestions)]
struct Row {
    suggestion_id: SuggestionId,
    source: Source,
    name: VendorName,
    sub_type: Option<SubType>,
    senders: SenderPatterns,
    mails: i64,
    trusted: bool,
    invoice_date: NaiveDate,
    total_amount: Option<Money>,
    currency: Option<Currency>,
}

/// `None` for a vendor without a category, which is never written.
fn suggestion(row: Row) -> Option<Suggestion> {
    Some(Suggestion {
        suggestion_id: row.suggestion_id,
        source: match row.source {
            Source::Rental => SuggestedSource::Landlord,
            Source::Retail => SuggestedSource::Vendor(row.sub_type?),
        },
        name: row.name,
        senders: row.senders,
        mails: row.mails.unsigned_abs(),
        trusted: row.trusted,
        invoice_date: row.invoice_date,
        total_amount: row.total_amount,
        currency: row.currency,
    })
}
