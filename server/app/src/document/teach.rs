//! Teaching labels: by a user's word, or from a value of a document.

use invoices_db::Document;
use invoices_domain::correction::{Correction, Field};
use invoices_domain::sources::SourceId;
use invoices_domain::{Label, LabelClass, LabelError, Labels, Lesson, Source, UserId};

use super::read;
use crate::app::App;
use crate::error::Error;
use crate::invoice::retail::not_found;
use crate::job;
use crate::source::SourceLabels;

/// A label to keep, found beside a value of a document.
pub(crate) struct Found {
    of: SourceId,
    label: Label,
}

impl App {
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
        let of = self.sender_of(document).await?.ok_or_else(none)?;
        let lesson = Lesson {
            class,
            value: value.clone(),
        };
        let Some((bytes, _hold)) = read::original(self, &document.object_key, Some(document)).await? else {
            return Err(Error::NotFound("The original no longer exists.".into()));
        };
        let read = read::read(self, document, bytes, Some(lesson)).await;
        let reading = read::unless_given_up(read)?.ok_or_else(none)?;
        let label = Label {
            class,
            phrase: reading.label.ok_or_else(none)?,
        };
        let mut labels = self.store().labels(user, &of).await?.labels;
        labels.add(label.clone()).map_err(|error| refused(&error))?;
        Ok(Found { of, label })
    }

    /// The labels beside the corrected values of an invoice, of which `document` is the original.
    pub(crate) async fn labels_to_keep<F: Field>(
        &self,
        user: UserId,
        document: Option<Document>,
        correction: &Correction<F>,
    ) -> Result<Vec<Found>, Error> {
        let document = document.ok_or_else(not_found)?;
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
        let read = job::read_again("labels", now);
        let changed = self.store().change_labels(user, of, change, read, now).await?;
        changed
            .ok_or_else(Error::no_account)?
            .map_err(|error| refused(&error))?;
        self.wake_workers();
        Ok(())
    }
}

/// Why a label can't be kept.
fn refused(error: &LabelError) -> Error {
    Error::Invalid(format!("Invalid field 'labels': {error}."))
}
