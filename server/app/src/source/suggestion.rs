//! The search for senders of invoices, and what a user answers to its suggestions.

use invoices_db::{SuggestedSource, Suggestion, SuggestionState};
use invoices_domain::sources::{
    LandlordValues, SenderPattern, SenderPatterns, SubjectPhrases, SuggestionId, VendorValues,
};
use invoices_domain::{SubType, UserId};
use tokio_util::sync::CancellationToken;

use crate::app::App;
use crate::error::Error;
use crate::job::{DiscoveryProgress, Ingest};
use crate::source::{ListedLandlord, ListedVendor, VendorChange};
use invoices_domain::sources::Origin;

/// How many days back, if the user does not say.
const DEFAULT_DAYS: u16 = 365;
/// Maximum number of days back.
const MAX_DAYS: u16 = 5 * 365;

/// A request's answer about its search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Discovered {
    /// Whether the search has ended.
    pub finished: bool,
    /// Its progress.
    pub progress: DiscoveryProgress,
    /// Every suggestion that waits for an answer, those with the most mails first.
    pub suggestions: Vec<Suggestion>,
}

/// What an accepted suggestion became.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Accepted {
    /// A landlord.
    Landlord(ListedLandlord),
    /// A vendor.
    Vendor(ListedVendor),
}

impl App {
    /// Looks for senders of invoices in the mails of the last `days` days. Ends early when the caller has hung up; the job
    /// continues.
    pub async fn discover(
        &self,
        user: UserId,
        days: Option<u16>,
        hung_up: &CancellationToken,
    ) -> Result<Discovered, Error> {
        let days = days.unwrap_or(DEFAULT_DAYS);
        if !(1..=MAX_DAYS).contains(&days) {
            return Err(Error::Invalid(format!(
                "Invalid field 'days': it must be 1 to {MAX_DAYS}."
            )));
        }
        let ended = self.ingest_and_wait(user, Ingest::Discover { days }, hung_up).await?;
        Ok(Discovered {
            finished: !ended.continues(),
            progress: ended.report.discovery.unwrap_or_default(),
            suggestions: self.suggestions(user).await?,
        })
    }

    /// The suggestions that wait for an answer, without those whose senders all belong to landlords and vendors by now.
    pub async fn suggestions(&self, user: UserId) -> Result<Vec<Suggestion>, Error> {
        let sources = self.sources(user).await?;
        let is_known = |sender: &SenderPattern| sources.senders().any(|known| known == sender.as_pattern());
        let mut open = self.store().suggestions(user, &[SuggestionState::Open]).await?;
        open.retain(|suggestion| !suggestion.senders.as_slice().iter().all(is_known));
        Ok(open)
    }

    /// Makes a suggestion a landlord or vendor of the user's own. Doing so again has the same result.
    pub async fn accept_suggestion(&self, user: UserId, id: &str) -> Result<Accepted, Error> {
        const FROM: &[SuggestionState] = &[SuggestionState::Open, SuggestionState::Accepted];
        let suggestion = self.answer(user, id, FROM, SuggestionState::Open).await?;
        let accepted = match &suggestion.source {
            SuggestedSource::Landlord => Accepted::Landlord(self.accept_landlord(user, &suggestion).await?),
            SuggestedSource::Vendor(sub_type) => {
                Accepted::Vendor(self.accept_vendor(user, &suggestion, sub_type).await?)
            }
        };
        self.answer(user, id, FROM, SuggestionState::Accepted).await?;
        Ok(accepted)
    }

    /// Keeps a suggestion from being made again.
    pub async fn refuse_suggestion(&self, user: UserId, id: &str) -> Result<(), Error> {
        const FROM: &[SuggestionState] = &[SuggestionState::Open, SuggestionState::Refused];
        self.answer(user, id, FROM, SuggestionState::Refused).await?;
        Ok(())
    }

    async fn answer(
        &self,
        user: UserId,
        id: &str,
        from: &'static [SuggestionState],
        to: SuggestionState,
    ) -> Result<Suggestion, Error> {
        let no_such = || Error::NotFound("No such suggestion.".to_owned());
        let id: SuggestionId = id.parse().map_err(|_| no_such())?;
        let answered = self.store().answer_suggestion(user, id, from, to, self.now()).await?;
        answered.ok_or_else(no_such)
    }

    async fn accept_landlord(&self, user: UserId, suggestion: &Suggestion) -> Result<ListedLandlord, Error> {
        let [sender, ..] = suggestion.senders.as_slice() else {
            return Err(Error::internal("a suggestion without a sender"));
        };
        let values = LandlordValues {
            sender: sender.clone(),
            subject: None,
        };
        self.add_landlord(user, values).await
    }

    /// Adds the vendor, or its senders to the user's vendor of this name: mails about one order must have one vendor.
    async fn accept_vendor(
        &self,
        user: UserId,
        suggestion: &Suggestion,
        sub_type: &SubType,
    ) -> Result<ListedVendor, Error> {
        let own = self.sources(user).await?.vendors.into_iter().find(|listed| {
            listed.origin == Origin::User
                && listed.vendor.sub_type == *sub_type
                && listed.vendor.vendor_name == suggestion.name.as_str()
                && listed.vendor.subject_keywords.is_empty()
        });
        if let Some(own) = own {
            let known = own
                .vendor
                .email_patterns
                .iter()
                .filter_map(|known| known.as_str().parse().ok());
            let all = known
                .chain(suggestion.senders.as_slice().iter().cloned())
                .collect::<Vec<_>>();
            if let Ok(all) = SenderPatterns::try_from(all) {
                let change = VendorChange {
                    email_patterns: Some(all),
                    ..VendorChange::default()
                };
                return self.change_vendor(user, own.vendor.vendor_id.as_str(), change).await;
            }
        }
        let values = VendorValues {
            name: suggestion.name.clone(),
            sub_type: sub_type.clone(),
            email_patterns: suggestion.senders.clone(),
            subject_keywords: SubjectPhrases::default(),
        };
        self.add_vendor(user, values).await
    }
}
