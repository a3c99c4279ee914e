//! The labels that a user teaches for a landlord or a vendor.

use std::collections::BTreeMap;

use invoices_db::{Document, StoreError};
use invoices_domain::reading::MailContext;
use invoices_domain::sources::{LandlordId, SourceId};
use invoices_domain::{Label, Labels, Landlord, ObjectKey, Source, UserId, VendorId};

use super::{landlord_id, vendor_id};
use crate::app::App;
use crate::error::Error;

/// The labels of a landlord or a vendor, as they count for a user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceLabels {
    /// What the user taught.
    pub own: Labels,
    /// What the operator did: it counts for the classes of which the user taught none.
    pub operators: Labels,
    /// A number that rises with each change of the user's.
    pub version: i32,
}

impl App {
    /// The labels of a landlord or a vendor that counts for the user.
    pub async fn labels(&self, user: UserId, source: Source, id: &str) -> Result<SourceLabels, Error> {
        let (of, operators) = self.source_with_labels(user, source, id).await?;
        let taught = self.store().labels(user, &of).await?;
        Ok(SourceLabels {
            own: taught.labels,
            operators,
            version: taught.version,
        })
    }

    /// What a user taught for landlords (`rental`) or vendors (`retail`), by their ids.
    pub async fn labels_of_all(&self, user: UserId, source: Source) -> Result<BTreeMap<String, Labels>, Error> {
        Ok(self.store().labels_of_all(user, source).await?.into_iter().collect())
    }

    /// The context of a vendor's documents: what is configured of it, and the labels that count.
    pub(crate) async fn context_of_vendor(&self, user: UserId, id: &VendorId) -> Result<MailContext, StoreError> {
        let (own, labels) = self.store().vendor_to_read(user, id).await?;
        let own = own.map(|own| own.values.vendor(own.vendor_id, own.active));
        let vendor = own.as_ref().or_else(|| self.catalogue().vendor(id));
        let context = vendor.map_or_else(MailContext::default, |vendor| MailContext::default().of_vendor(vendor));
        let operators = vendor.map(|vendor| vendor.labels.clone()).unwrap_or_default();
        Ok(MailContext {
            labels: labels.or(&operators).into(),
            ..context
        })
    }

    /// The labels of the landlord that sent a document.
    pub(crate) async fn labels_of_landlord(&self, document: &Document) -> Result<Vec<Label>, StoreError> {
        let taught = self.store().labels_of_all(document.user_id, Source::Rental).await?;
        if taught.is_empty() {
            return Ok(Vec::new());
        }
        let landlord = self.landlord_of(document).await?;
        let landlord = landlord.map(|id| id.to_string());
        let own = taught.into_iter().find(|(id, _)| landlord.as_ref() == Some(id));
        Ok(own.map(|(_, labels)| labels.into()).unwrap_or_default())
    }

    /// The vendor of a document, or the landlord that sent it.
    pub(crate) async fn sender_of(&self, document: &Document) -> Result<Option<SourceId>, StoreError> {
        Ok(match &document.object_key {
            ObjectKey::Retail { vendor, .. } => Some(SourceId::Vendor(vendor.clone())),
            ObjectKey::Rental { .. } => self.landlord_of(document).await?.map(SourceId::Landlord),
        })
    }

    /// The id of the landlord that a document's mail is from.
    async fn landlord_of(&self, document: &Document) -> Result<Option<LandlordId>, StoreError> {
        let Some(sender) = &document.facts.sender else {
            return Ok(None);
        };
        let subject = document.facts.subject.as_deref().unwrap_or_default();
        let own = self.store().own_sources(document.user_id).await?;
        let landlords = self.sources_with(own).landlords;
        let closest = Landlord::closest(landlords.iter().map(|listed| &listed.landlord), sender, subject);
        Ok(closest.map(|nth| landlords[nth].landlord_id))
    }

    /// A landlord or a vendor that counts for the user, with the operator's labels.
    pub(crate) async fn source_with_labels(
        &self,
        user: UserId,
        source: Source,
        id: &str,
    ) -> Result<(SourceId, Labels), Error> {
        Ok(match source {
            Source::Rental => {
                let landlord = self.listed_landlord(user, landlord_id(id)?).await?;
                (SourceId::Landlord(landlord.landlord_id), Labels::default())
            }
            Source::Retail => {
                let vendor = self.listed_vendor(user, &vendor_id(id)?).await?.vendor;
                (SourceId::Vendor(vendor.vendor_id), vendor.labels)
            }
        })
    }
}
