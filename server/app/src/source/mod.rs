//! The landlords and vendors that apply to a user: the operator's, except those that the user has disabled, and the user's own.

pub(crate) mod discover;
pub(crate) mod labels;
mod pdf_passwords;
pub(crate) mod suggestion;
pub(crate) mod trusted;

use chrono::TimeDelta;
use invoices_db::{OwnLandlord, OwnSources, OwnVendor};
use invoices_domain::sources::{
    LandlordId, LandlordValues, Origin, SenderPattern, SenderPatterns, SourceId, SubjectPhrase, SubjectPhrases,
    VendorName, VendorValues,
};
use invoices_domain::{EmailPattern, Landlord, MailAddress, Source, SubType, UserId, Vendor, VendorId};
use unicode_normalization::UnicodeNormalization;

use crate::app::App;
use crate::error::Error;

pub use labels::SourceLabels;

/// How far back the mails of a new vendor are searched for.
pub(crate) const FIRST_FETCH: TimeDelta = TimeDelta::days(30);
/// Maximum number of landlords of a user's own.
pub const MAX_LANDLORDS: usize = 20;
/// Maximum number of vendors of a user's own.
pub const MAX_VENDORS: usize = 200;

/// A landlord, as it counts for a user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedLandlord {
    /// Its id.
    pub landlord_id: LandlordId,
    /// Its sender and subject.
    pub landlord: Landlord,
    /// Whether its mails are searched for.
    pub active: bool,
    /// Who configured it.
    pub origin: Origin,
}

/// A vendor, as it counts for a user. `vendor.active` says whether its mails are searched for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedVendor {
    /// The vendor.
    pub vendor: Vendor,
    /// Who configured it.
    pub origin: Origin,
}

/// The landlords and vendors that count for a user.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sources {
    /// The operator's, then the user's own in the order of their creation.
    pub landlords: Vec<ListedLandlord>,
    /// The user's own, then the operator's, both by id.
    pub vendors: Vec<ListedVendor>,
    /// The user's addresses, from which mails of these are forwarded. [`App::mail_sources`] finds them.
    pub forwarders: Vec<MailAddress>,
}

/// What to change of a landlord; `None` stays.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LandlordChange {
    /// The sender.
    pub sender: Option<SenderPattern>,
    /// The subject; `Some(None)` for any.
    pub subject: Option<Option<SubjectPhrase>>,
    /// Whether its mails are searched for.
    pub active: Option<bool>,
}

/// What to change of a vendor; `None` stays.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VendorChange {
    /// The name.
    pub name: Option<VendorName>,
    /// The category.
    pub sub_type: Option<SubType>,
    /// The senders.
    pub email_patterns: Option<SenderPatterns>,
    /// The subjects.
    pub subject_keywords: Option<SubjectPhrases>,
    /// Whether its mails are searched for.
    pub active: Option<bool>,
}

impl Sources {
    /// The landlords whose mails are searched for.
    pub fn active_landlords(&self) -> Vec<Landlord> {
        let active = self.landlords.iter().filter(|listed| listed.active);
        active.map(|listed| listed.landlord.clone()).collect()
    }

    /// The senders of all landlords and vendors, switched off or not.
    pub(crate) fn senders(&self) -> impl Iterator<Item = &EmailPattern> {
        let vendors = self.vendors.iter().flat_map(|listed| &listed.vendor.email_patterns);
        vendors.chain(self.landlords.iter().map(|listed| &listed.landlord.sender))
    }

    /// The vendors of one category, or of all, whose mails are searched for.
    pub fn active_vendors(&self, sub_type: Option<&SubType>) -> Vec<Vendor> {
        let vendors = self.vendors.iter().map(|listed| &listed.vendor);
        vendors
            .filter(|vendor| vendor.active && sub_type.is_none_or(|only| *only == vendor.sub_type))
            .cloned()
            .collect()
    }
}

impl App {
    /// The landlords and vendors that apply to a user, including disabled ones.
    pub async fn sources(&self, user: UserId) -> Result<Sources, Error> {
        let own = self.store().own_sources(user).await?;
        Ok(self.sources_with(own))
    }

    /// The operator's landlords and vendors with a user's own.
    fn sources_with(&self, own: OwnSources) -> Sources {
        let is_on = |source: Source, id: &str| !own.switched_off.iter().any(|(of, off)| *of == source && off == id);
        let landlords = self.settings().landlords.iter().map(|landlord| {
            let landlord_id = LandlordId::of(landlord);
            ListedLandlord {
                landlord_id,
                active: is_on(Source::Rental, &landlord_id.to_string()),
                landlord: landlord.clone(),
                origin: Origin::Operator,
            }
        });
        let mut landlords: Vec<_> = landlords.collect();
        // What the operator has added since counts once.
        let more = own.landlords.iter().map(listed_landlord);
        landlords.extend(more.filter(|more| !self.settings().landlords.contains(&more.landlord)));
        // A category that this build does not have can't be read.
        let is_known = |vendor: &OwnVendor| self.catalogue().sub_type(vendor.values.sub_type.as_str()).is_some();
        let mut vendors: Vec<_> = own.vendors.into_iter().filter(is_known).map(listed_vendor).collect();
        let is_own = |id: &VendorId| vendors.iter().any(|own| own.vendor.vendor_id == *id);
        let operators = self.catalogue().active_vendors(None).into_iter();
        let operators = operators
            .filter(|vendor| !is_own(&vendor.vendor_id))
            .map(|vendor| ListedVendor {
                vendor: Vendor {
                    active: is_on(Source::Retail, vendor.vendor_id.as_str()),
                    ..vendor.clone()
                },
                origin: Origin::Operator,
            });
        let operators: Vec<_> = operators.collect();
        vendors.extend(operators);
        Sources {
            landlords,
            vendors,
            forwarders: Vec::new(),
        }
    }

    /// Adds a landlord of a user's own, unless there is one that matches the same mails. One of the operator's is enabled
    /// instead.
    pub async fn add_landlord(&self, user: UserId, mut values: LandlordValues) -> Result<ListedLandlord, Error> {
        let landlord = values.landlord();
        let mut operators = self.settings().landlords.iter();
        if let Some(known) = operators.find(|known| is_same(known, &landlord)) {
            return self.switch_landlord(user, known, true).await;
        }
        let sources = self.sources(user).await?;
        if let Some(known) = sources
            .landlords
            .iter()
            .find(|known| is_same(&known.landlord, &landlord))
            && let Ok(subject) = known.landlord.subject.parse()
        {
            values.subject = Some(subject);
        }
        let added = self.store().add_landlord(user, values, MAX_LANDLORDS, self.now());
        let own = Error::of_added(added.await?, "landlords", MAX_LANDLORDS)?;
        Ok(listed_landlord(&own))
    }

    /// Changes a landlord of a user's own, or switches one of the operator's on or off for the user.
    pub async fn change_landlord(
        &self,
        user: UserId,
        id: &str,
        change: LandlordChange,
    ) -> Result<ListedLandlord, Error> {
        let id = landlord_id(id)?;
        let is_switch = change.sender.is_none() && change.subject.is_none();
        if let Some(landlord) = self.operators_landlord(id) {
            return match change.active {
                _ if !is_switch => Err(Error::OperatorsSource("landlord")),
                Some(on) => self.switch_landlord(user, &landlord, on).await,
                None => self.listed_landlord(user, id).await,
            };
        }
        let apply = move |own: &mut OwnLandlord| {
            own.values.sender = change.sender.unwrap_or_else(|| own.values.sender.clone());
            own.values.subject = change.subject.unwrap_or_else(|| own.values.subject.clone());
            own.active = change.active.unwrap_or(own.active);
        };
        let changed = self.store().change_landlord(user, id, apply, self.now()).await?;
        changed.as_ref().map(listed_landlord).ok_or_else(|| no_such("landlord"))
    }

    /// Removes a landlord of a user's own. Its invoices stay.
    pub async fn remove_landlord(&self, user: UserId, id: &str) -> Result<(), Error> {
        let id = landlord_id(id)?;
        if self.operators_landlord(id).is_some() {
            return Err(Error::OperatorsSource("landlord"));
        }
        self.forget_pdf_passwords(user, SourceId::Landlord(id)).await?;
        let removed = self.store().remove_landlord(user, id).await?;
        removed.then_some(()).ok_or_else(|| no_such("landlord"))
    }

    /// Adds a vendor of a user's own.
    pub async fn add_vendor(&self, user: UserId, values: VendorValues) -> Result<ListedVendor, Error> {
        let known = self.catalogue().vendors().iter();
        let known: Vec<VendorId> = known.map(|known| known.vendor_id.clone()).collect();
        let is_taken = move |id: &VendorId| known.contains(id);
        let (store, now) = (self.store(), self.now());
        let added = store.add_vendor(user, values, is_taken, MAX_VENDORS, now).await?;
        Error::of_added(added, "vendors", MAX_VENDORS).map(listed_vendor)
    }

    /// Changes a vendor of a user's own, or switches one of the operator's on or off for the user.
    pub async fn change_vendor(&self, user: UserId, id: &str, change: VendorChange) -> Result<ListedVendor, Error> {
        let id = vendor_id(id)?;
        let active = change.active;
        let is_switch = VendorChange {
            active,
            ..VendorChange::default()
        } == change;
        let apply = move |own: &mut OwnVendor| {
            let values = &mut own.values;
            values.name = change.name.unwrap_or_else(|| values.name.clone());
            values.sub_type = change.sub_type.unwrap_or_else(|| values.sub_type.clone());
            values.email_patterns = change.email_patterns.unwrap_or_else(|| values.email_patterns.clone());
            values.subject_keywords = change
                .subject_keywords
                .unwrap_or_else(|| values.subject_keywords.clone());
            own.active = change.active.unwrap_or(own.active);
        };
        let changed = self
            .store()
            .change_vendor(user, &id, apply, FIRST_FETCH, self.now())
            .await?;
        match (changed, self.operators_vendor(&id), active) {
            (Some(own), ..) => Ok(listed_vendor(own)),
            (None, None, _) => Err(no_such("vendor")),
            (None, Some(_), _) if !is_switch => Err(Error::OperatorsSource("vendor")),
            (None, Some(vendor), Some(on)) => self.switch_vendor(user, vendor, on).await,
            (None, Some(_), None) => self.listed_vendor(user, &id).await,
        }
    }

    /// Removes a vendor of a user's own. Its invoices stay.
    pub async fn remove_vendor(&self, user: UserId, id: &str) -> Result<(), Error> {
        let id = vendor_id(id)?;
        let operators = self.operators_vendor(&id);
        if operators.is_none() {
            self.forget_pdf_passwords(user, SourceId::Vendor(id.clone())).await?;
        }
        match (self.store().remove_vendor(user, &id).await?, operators) {
            (true, _) => Ok(()),
            (false, Some(_)) => Err(Error::OperatorsSource("vendor")),
            (false, None) => Err(no_such("vendor")),
        }
    }

    pub(super) async fn listed_landlord(&self, user: UserId, id: LandlordId) -> Result<ListedLandlord, Error> {
        let mut listed = self.sources(user).await?.landlords.into_iter();
        listed
            .find(|listed| listed.landlord_id == id)
            .ok_or_else(|| no_such("landlord"))
    }

    pub(super) async fn listed_vendor(&self, user: UserId, id: &VendorId) -> Result<ListedVendor, Error> {
        let mut listed = self.sources(user).await?.vendors.into_iter();
        listed
            .find(|listed| listed.vendor.vendor_id == *id)
            .ok_or_else(|| no_such("vendor"))
    }

    fn operators_landlord(&self, id: LandlordId) -> Option<Landlord> {
        let mut landlords = self.settings().landlords.iter();
        landlords.find(|landlord| LandlordId::of(landlord) == id).cloned()
    }

    fn operators_vendor(&self, id: &VendorId) -> Option<Vendor> {
        self.catalogue().vendor(id).filter(|vendor| vendor.active).cloned()
    }

    async fn switch_landlord(&self, user: UserId, landlord: &Landlord, on: bool) -> Result<ListedLandlord, Error> {
        let landlord_id = LandlordId::of(landlord);
        let criteria = landlord.clone();
        let matches = move |sender: &MailAddress, subject: &str| criteria.matches(sender, subject);
        self.switch(user, Source::Rental, &landlord_id.to_string(), on, matches)
            .await?;
        Ok(ListedLandlord {
            landlord_id,
            landlord: landlord.clone(),
            active: on,
            origin: Origin::Operator,
        })
    }

    async fn switch_vendor(&self, user: UserId, vendor: Vendor, on: bool) -> Result<ListedVendor, Error> {
        let criteria = vendor.clone();
        let matches = move |sender: &MailAddress, subject: &str| criteria.matches(sender, subject).is_some();
        self.switch(user, Source::Retail, vendor.vendor_id.as_str(), on, matches)
            .await?;
        Ok(ListedVendor {
            vendor: Vendor { active: on, ..vendor },
            origin: Origin::Operator,
        })
    }

    async fn switch(
        &self,
        user: UserId,
        source: Source,
        id: &str,
        on: bool,
        matches: impl Fn(&MailAddress, &str) -> bool + Send + 'static,
    ) -> Result<(), Error> {
        let switched = self
            .store()
            .switch_source(user, source, id, on, matches, self.now())
            .await?;
        switched.then_some(()).ok_or_else(Error::no_account)
    }
}

/// Whether two landlords match the same mails: the case of a subject does not matter.
fn is_same(one: &Landlord, other: &Landlord) -> bool {
    one.sender == other.sender && folded(&one.subject) == folded(&other.subject)
}

/// A subject as it is compared: in small letters and NFC.
fn folded(subject: &str) -> String {
    subject.to_lowercase().nfc().collect::<String>().trim().to_owned()
}

fn listed_landlord(own: &OwnLandlord) -> ListedLandlord {
    ListedLandlord {
        landlord_id: own.landlord_id,
        landlord: own.values.landlord(),
        active: own.active,
        origin: Origin::User,
    }
}

fn listed_vendor(own: OwnVendor) -> ListedVendor {
    ListedVendor {
        vendor: own.values.vendor(own.vendor_id, own.active),
        origin: Origin::User,
    }
}

pub(super) fn landlord_id(text: &str) -> Result<LandlordId, Error> {
    text.parse().map_err(|_| no_such("landlord"))
}

pub(super) fn vendor_id(text: &str) -> Result<VendorId, Error> {
    text.parse().map_err(|_| no_such("vendor"))
}

fn no_such(what: &str) -> Error {
    Error::NotFound(format!("No such {what}."))
}
