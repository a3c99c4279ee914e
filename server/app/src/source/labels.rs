//! The labels that a user teaches for a landlord or a vendor.

use invoices_db::{Document, SourceId, StoreError};
use invoices_domain::correction::{Correction, Field};
use invoices_domain::ports::ReaderError;
use invoices_domain::reading::MailContext;
use invoices_domain::{Label, LabelClass, LabelError, Labels, Lesson, ObjectKey, RunId, Source, UserId, VendorId};

use super::{landlord_id, vendor_id};
use crate::app::App;
use crate::document::parse;
use crate::error::Error;
use crate::invoice::retail;
use crate::job;

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

/// A label to keep, found beside a value of a document.
pub(crate) struct Found {
    of: SourceId,
    label: Label,
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

    /// Sets all of the user's labels of a landlord or a vendor. Its documents that are asked about are read again.
    pub async fn set_labels(
        &self,
        user: UserId,
        source: Source,
        id: &str,
        labels: Labels,
    ) -> Result<SourceLabels, Error> {
        let (of, _) = self.source_with_labels(user, source, id).await?;
        self.change_labels(user, of, move |own| {
            *own = labels;
            Ok(())
        })
        .await?;
        self.labels(user, source, id).await
    }

    /// Looks for the label beside a value of a document. An error if no words name the value alone, or its sender has as many
    /// labels as it can have.
    pub(crate) async fn find_label(
        &self,
        user: UserId,
        document: &Document,
        class: LabelClass,
        value: String,
    ) -> Result<Found, Error> {
        let none = || {
            Error::Invalid(format!(
                "Invalid field 'remember': no words of the document name {value} and nothing else, so there is no label to keep."
            ))
        };
        let key = &document.object_key;
        let of = self.sender_of(key, document).await?.ok_or_else(none)?;
        let lesson = Lesson {
            class,
            value: value.clone(),
        };
        let Some((bytes, _hold)) = parse::original(self, key, Some(document)).await? else {
            return Err(Error::NotFound("The original no longer exists.".into()));
        };
        let reading = match parse::read(self, key, document, bytes, Some(lesson)).await {
            Ok(reading) => reading,
            Err(ReaderError::GaveUp(_)) => return Err(none()),
            Err(ReaderError::Dependency(error)) => return Err(error.into()),
        };
        let label = Label {
            class,
            phrase: reading.label.ok_or_else(none)?,
        };
        let mut labels = self.store().labels(user, &of).await?.labels;
        labels.add(label.clone()).map_err(refused)?;
        Ok(Found { of, label })
    }

    /// The labels beside the corrected values of an invoice, of which `document` is the original.
    pub(crate) async fn labels_to_keep<F: Field>(
        &self,
        user: UserId,
        document: Option<Document>,
        correction: &Correction<F>,
    ) -> Result<Vec<Found>, Error> {
        let document = document.ok_or_else(retail::not_found)?;
        let values = correction.values.iter();
        let values = values.filter_map(|(field, value)| Some((field.label_class()?, value.clone())));
        let mut found = Vec::new();
        for (class, value) in values {
            found.push(self.find_label(user, &document, class, value).await?);
        }
        if found.is_empty() {
            return Err(Error::Invalid(
                "Invalid field 'remember': only an amount or a day that is corrected has a label.".into(),
            ));
        }
        Ok(found)
    }

    /// Keeps labels that were found.
    pub(crate) async fn keep_labels(&self, user: UserId, found: Vec<Found>) -> Result<(), Error> {
        for Found { of, label } in found {
            self.change_labels(user, of, move |own| own.add(label)).await?;
        }
        Ok(())
    }

    async fn change_labels(
        &self,
        user: UserId,
        of: SourceId,
        change: impl FnOnce(&mut Labels) -> Result<(), LabelError> + Send + 'static,
    ) -> Result<(), Error> {
        let now = self.now();
        // It makes the keys new: jobs with those of an earlier reading exist already.
        let again = format!("#labels@{}", RunId::random());
        let read = move |key: &ObjectKey| job::object_created_again(key, &again, now);
        let changed = self.store().change_labels(user, of, change, read, now).await?;
        changed.ok_or_else(super::gone)?.map_err(refused)?;
        self.wake_workers();
        Ok(())
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
    pub(crate) async fn labels_of_landlord(&self, user: UserId, document: &Document) -> Result<Vec<Label>, StoreError> {
        let taught = self.store().landlord_labels(user).await?;
        if taught.is_empty() {
            return Ok(Vec::new());
        }
        let landlord = self.landlord_of(user, document).await?;
        let own = taught.into_iter().find(|(id, _)| landlord.as_ref() == Some(id));
        Ok(own.map(|(_, labels)| labels.into()).unwrap_or_default())
    }

    async fn sender_of(&self, key: &ObjectKey, document: &Document) -> Result<Option<SourceId>, StoreError> {
        Ok(match key {
            ObjectKey::Retail { vendor, .. } => Some(SourceId {
                source: Source::Retail,
                id: vendor.to_string(),
            }),
            ObjectKey::Rental { user, .. } => self.landlord_of(*user, document).await?.map(|id| SourceId {
                source: Source::Rental,
                id,
            }),
        })
    }

    /// The id of the landlord that a document's mail is from.
    async fn landlord_of(&self, user: UserId, document: &Document) -> Result<Option<String>, StoreError> {
        let Some(sender) = &document.facts.sender else {
            return Ok(None);
        };
        let subject = document.facts.subject.as_deref().unwrap_or_default();
        let own = self.store().own_sources(user).await?;
        let landlords = self.sources_with(own).landlords.into_iter();
        let mut matching = landlords.filter(|listed| listed.landlord.matches(sender, subject));
        Ok(matching.next().map(|listed| listed.landlord_id.to_string()))
    }

    /// A landlord or a vendor that counts for the user, with the operator's labels.
    async fn source_with_labels(&self, user: UserId, source: Source, id: &str) -> Result<(SourceId, Labels), Error> {
        let (id, operators) = match source {
            Source::Rental => {
                let landlord = self.listed_landlord(user, landlord_id(id)?).await?;
                (landlord.landlord_id.to_string(), Labels::default())
            }
            Source::Retail => {
                let vendor = self.listed_vendor(user, &vendor_id(id)?).await?.vendor;
                (vendor.vendor_id.to_string(), vendor.labels)
            }
        };
        Ok((SourceId { source, id }, operators))
    }
}

/// Why a label can't be kept.
fn refused(error: LabelError) -> Error {
    Error::Invalid(format!("Invalid field 'labels': {error}."))
}
