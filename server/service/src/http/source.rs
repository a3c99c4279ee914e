//! Landlords and vendors, and suggestions for more.

use dropshot::Path;
use invoices_api::envelope::{Answer, Created, NoData};
use invoices_api::invoice::retail::SubType;
use invoices_api::message::submission::{TrustSenderBody, TrustedSender, TrustedSenderPath, TrustedSenders};
use invoices_api::source::{
    AcceptedSuggestion, DiscoverBody, Discovery, LabelsBody, Landlord, LandlordChangeBody, LandlordPath,
    NewLandlordBody, NewVendorBody, PdfPasswordCounts, PdfPasswordsBody, SourceLabel, SourceLabels, SourcePdfPasswords,
    Sources, SuggestedInvoice, Suggestion, SuggestionKind, SuggestionPath, Suggestions, Vendor, VendorChangeBody,
    VendorPath,
};
use invoices_api::{ApiError, Caller, Envelope, JsonBody, OptionalJsonBody, PathAnd, SourcesApi};
use invoices_app::source::{LandlordChange, ListedLandlord, ListedVendor, VendorChange};
use invoices_app::{Accepted, App};
use invoices_db::SuggestedSource;
use invoices_domain::sources::SourceId;
use invoices_domain::sources::{LandlordValues, Origin, SubjectPhrase, VendorValues};
use invoices_domain::{Label, Labels, MailAddress, Source, UserId};

use super::error::api_error;
use super::{Api, Context, Request, app, sub_type};
use invoices_api::sentence;

impl SourcesApi for Api {
    type Context = Context;

    async fn source_list(request: Request, caller: Caller) -> Answer<Sources> {
        let sources = app(&request).sources(caller.user).await.map_err(api_error)?;
        let data = Sources {
            landlords: sources.landlords.into_iter().map(landlord).collect(),
            vendors: sources.vendors.into_iter().map(vendor).collect(),
        };
        Ok(Envelope::ok(sentence::SOURCES_RETRIEVED, data))
    }

    async fn landlord_add(request: Request, caller: Caller<JsonBody<NewLandlordBody>>) -> Created<Landlord> {
        let body = caller.input.0;
        let values = LandlordValues {
            sender: body.sender,
            subject: body.subject.as_deref().map(subject).transpose()?.flatten(),
        };
        let added = app(&request).add_landlord(caller.user, values).await;
        let added = landlord(added.map_err(api_error)?);
        Ok(Envelope::created(sentence::LANDLORD_ADDED, added))
    }

    async fn landlord_change(
        request: Request,
        caller: Caller<PathAnd<LandlordPath, JsonBody<LandlordChangeBody>>>,
    ) -> Answer<Landlord> {
        let PathAnd(path, JsonBody(body)) = caller.input;
        let change = LandlordChange {
            sender: body.sender,
            subject: body.subject.as_deref().map(subject).transpose()?,
            active: body.active,
        };
        let changed = app(&request).change_landlord(caller.user, &path.landlord_id, change);
        let changed = landlord(changed.await.map_err(api_error)?);
        Ok(Envelope::ok(sentence::LANDLORD_CHANGED, changed))
    }

    async fn landlord_remove(request: Request, caller: Caller<Path<LandlordPath>>) -> Answer<NoData> {
        let id = caller.input.into_inner().landlord_id;
        let removed = app(&request).remove_landlord(caller.user, &id).await;
        removed.map_err(api_error)?;
        Ok(Envelope::ok(sentence::LANDLORD_REMOVED, NoData))
    }

    async fn vendor_add(request: Request, caller: Caller<JsonBody<NewVendorBody>>) -> Created<Vendor> {
        let (app, body) = (app(&request), caller.input.0);
        let values = VendorValues {
            name: body.name,
            sub_type: sub_type(app, &body.sub_type, ApiError::unknown_sub_type)?,
            email_patterns: body.email_patterns,
            subject_keywords: body.subject_keywords.unwrap_or_default(),
        };
        let added = app.add_vendor(caller.user, values).await.map_err(api_error)?;
        Ok(Envelope::created(sentence::VENDOR_ADDED, vendor(added)))
    }

    async fn vendor_change(
        request: Request,
        caller: Caller<PathAnd<VendorPath, JsonBody<VendorChangeBody>>>,
    ) -> Answer<Vendor> {
        let (app, PathAnd(path, JsonBody(body))) = (app(&request), caller.input);
        let change = VendorChange {
            name: body.name,
            sub_type: body
                .sub_type
                .map(|name| sub_type(app, &name, ApiError::unknown_sub_type))
                .transpose()?,
            email_patterns: body.email_patterns,
            subject_keywords: body.subject_keywords,
            active: body.active,
        };
        let changed = app.change_vendor(caller.user, &path.vendor_id, change).await;
        let changed = vendor(changed.map_err(api_error)?);
        Ok(Envelope::ok(sentence::VENDOR_CHANGED, changed))
    }

    async fn vendor_remove(request: Request, caller: Caller<Path<VendorPath>>) -> Answer<NoData> {
        let id = caller.input.into_inner().vendor_id;
        app(&request).remove_vendor(caller.user, &id).await.map_err(api_error)?;
        Ok(Envelope::ok(sentence::VENDOR_REMOVED, NoData))
    }

    async fn landlord_labels(request: Request, caller: Caller<Path<LandlordPath>>) -> Answer<SourceLabels> {
        let id = caller.input.into_inner().landlord_id;
        labels(app(&request), caller.user, Source::Rental, &id).await
    }

    async fn landlord_labels_set(
        request: Request,
        caller: Caller<PathAnd<LandlordPath, JsonBody<LabelsBody>>>,
    ) -> Answer<SourceLabels> {
        let PathAnd(path, JsonBody(body)) = caller.input;
        set_labels(app(&request), caller.user, Source::Rental, &path.landlord_id, body).await
    }

    async fn landlord_labels_remove(request: Request, caller: Caller<Path<LandlordPath>>) -> Answer<NoData> {
        let id = caller.input.into_inner().landlord_id;
        remove_labels(app(&request), caller.user, Source::Rental, &id).await
    }

    async fn vendor_labels(request: Request, caller: Caller<Path<VendorPath>>) -> Answer<SourceLabels> {
        let id = caller.input.into_inner().vendor_id;
        labels(app(&request), caller.user, Source::Retail, &id).await
    }

    async fn vendor_labels_set(
        request: Request,
        caller: Caller<PathAnd<VendorPath, JsonBody<LabelsBody>>>,
    ) -> Answer<SourceLabels> {
        let PathAnd(path, JsonBody(body)) = caller.input;
        set_labels(app(&request), caller.user, Source::Retail, &path.vendor_id, body).await
    }

    async fn vendor_labels_remove(request: Request, caller: Caller<Path<VendorPath>>) -> Answer<NoData> {
        let id = caller.input.into_inner().vendor_id;
        remove_labels(app(&request), caller.user, Source::Retail, &id).await
    }

    async fn pdf_password_list(request: Request, caller: Caller) -> Answer<PdfPasswordCounts> {
        let counts = app(&request).pdf_password_counts(caller.user).await;
        let sources = counts.map_err(api_error)?;
        let data = PdfPasswordCounts {
            sources: sources.iter().map(|(of, count)| pdf_passwords(of, *count)).collect(),
        };
        Ok(Envelope::ok(sentence::PDF_PASSWORDS_RETRIEVED, data))
    }

    async fn landlord_pdf_passwords_set(
        request: Request,
        caller: Caller<PathAnd<LandlordPath, JsonBody<PdfPasswordsBody>>>,
    ) -> Answer<SourcePdfPasswords> {
        let PathAnd(path, JsonBody(body)) = caller.input;
        set_pdf_passwords(app(&request), caller.user, Source::Rental, &path.landlord_id, body).await
    }

    async fn vendor_pdf_passwords_set(
        request: Request,
        caller: Caller<PathAnd<VendorPath, JsonBody<PdfPasswordsBody>>>,
    ) -> Answer<SourcePdfPasswords> {
        let PathAnd(path, JsonBody(body)) = caller.input;
        set_pdf_passwords(app(&request), caller.user, Source::Retail, &path.vendor_id, body).await
    }

    async fn trusted_sender_list(request: Request, caller: Caller) -> Answer<TrustedSenders> {
        let senders = app(&request).trusted_senders(caller.user).await.map_err(api_error)?;
        let data = TrustedSenders {
            senders: senders.iter().map(ToString::to_string).collect(),
        };
        Ok(Envelope::ok(sentence::TRUSTED_SENDERS_RETRIEVED, data))
    }

    async fn sender_trust(request: Request, caller: Caller<JsonBody<TrustSenderBody>>) -> Created<TrustedSender> {
        let sender = caller.input.0.sender;
        let released = app(&request).trust_sender(caller.user, sender.clone(), None).await;
        let data = TrustedSender {
            sender: sender.to_string(),
            released: released.map_err(api_error)? as u64,
        };
        Ok(Envelope::created(sentence::SENDER_TRUSTED, data))
    }

    async fn sender_distrust(request: Request, caller: Caller<Path<TrustedSenderPath>>) -> Answer<NoData> {
        let sender: Result<MailAddress, _> = caller.input.into_inner().sender.parse();
        let sender = sender.map_err(|_| ApiError::not_found("No such trusted sender."))?;
        let distrusted = app(&request).distrust_sender(caller.user, sender, None).await;
        distrusted.map_err(api_error)?;
        Ok(Envelope::ok(sentence::SENDER_DISTRUSTED, NoData))
    }

    async fn source_discover(request: Request, caller: Caller<OptionalJsonBody<DiscoverBody>>) -> Answer<Discovery> {
        let days = caller.input.0.unwrap_or_default().days;
        let found = app(&request).discover(caller.user, days, &caller.hung_up).await;
        let found = found.map_err(api_error)?;
        let message = if found.finished {
            sentence::SOURCES_DISCOVERED
        } else {
            "The search takes longer than a request can wait. It continues; repeat the request to join it."
        };
        let data = Discovery {
            finished: found.finished,
            mails_found: found.progress.mails,
            senders_examined: found.progress.senders,
            more: found.progress.more,
            suggestions: found.suggestions.into_iter().map(suggestion).collect(),
        };
        Ok(Envelope::ok(message, data))
    }

    async fn suggestion_list(request: Request, caller: Caller) -> Answer<Suggestions> {
        let suggestions = app(&request).suggestions(caller.user).await.map_err(api_error)?;
        let data = Suggestions {
            suggestions: suggestions.into_iter().map(suggestion).collect(),
        };
        Ok(Envelope::ok(sentence::SUGGESTIONS_RETRIEVED, data))
    }

    async fn suggestion_accept(request: Request, caller: Caller<Path<SuggestionPath>>) -> Created<AcceptedSuggestion> {
        let id = caller.input.into_inner().suggestion_id;
        let accepted = app(&request).accept_suggestion(caller.user, &id).await;
        let data = match accepted.map_err(api_error)? {
            Accepted::Landlord(added) => AcceptedSuggestion {
                landlord: Some(landlord(added)),
                vendor: None,
            },
            Accepted::Vendor(added) => AcceptedSuggestion {
                landlord: None,
                vendor: Some(vendor(added)),
            },
        };
        Ok(Envelope::created(sentence::SUGGESTION_ACCEPTED, data))
    }

    async fn suggestion_refuse(request: Request, caller: Caller<Path<SuggestionPath>>) -> Answer<NoData> {
        let id = caller.input.into_inner().suggestion_id;
        let refused = app(&request).refuse_suggestion(caller.user, &id).await;
        refused.map_err(api_error)?;
        Ok(Envelope::ok(sentence::SUGGESTION_REFUSED, NoData))
    }
}

/// An empty subject is any.
fn subject(text: &str) -> Result<Option<SubjectPhrase>, ApiError> {
    if text.trim().is_empty() {
        return Ok(None);
    }
    let phrase = text.parse().map(Some);
    phrase.map_err(|error| ApiError::invalid_field("subject", error))
}

pub fn landlord(listed: ListedLandlord) -> Landlord {
    Landlord {
        landlord_id: listed.landlord_id.to_string(),
        sender: listed.landlord.sender.to_string(),
        subject: listed.landlord.subject,
        active: listed.active,
        origin: listed.origin,
    }
}

pub fn vendor(listed: ListedVendor) -> Vendor {
    Vendor {
        vendor_id: listed.vendor.vendor_id.as_configured().to_owned(),
        name: listed.vendor.vendor_name,
        sub_type: SubType(listed.vendor.sub_type),
        email_patterns: listed.vendor.email_patterns.iter().map(ToString::to_string).collect(),
        subject_keywords: listed.vendor.subject_keywords,
        active: listed.vendor.active,
        origin: listed.origin,
    }
}

pub fn suggestion(suggestion: invoices_db::Suggestion) -> Suggestion {
    let (kind, sub_type) = match suggestion.source {
        SuggestedSource::Landlord => (SuggestionKind::Landlord, None),
        SuggestedSource::Vendor(sub_type) => (SuggestionKind::Vendor, Some(SubType(sub_type))),
    };
    Suggestion {
        suggestion_id: suggestion.suggestion_id.to_string(),
        kind,
        name: suggestion.name.to_string(),
        sub_type,
        senders: suggestion.senders.as_slice().iter().map(ToString::to_string).collect(),
        mails: suggestion.mails,
        trusted: suggestion.trusted,
        invoice: SuggestedInvoice {
            invoice_date: suggestion.invoice_date,
            total_amount: suggestion.total_amount,
            currency: suggestion.currency,
        },
    }
}

async fn set_pdf_passwords(
    app: &App,
    user: UserId,
    source: Source,
    id: &str,
    body: PdfPasswordsBody,
) -> Answer<SourcePdfPasswords> {
    let set = app.set_pdf_passwords(user, source, id, body.passwords()?).await;
    let (of, count) = set.map_err(api_error)?;
    Ok(Envelope::ok(sentence::PDF_PASSWORDS_CHANGED, pdf_passwords(&of, count)))
}

fn pdf_passwords(of: &SourceId, count: usize) -> SourcePdfPasswords {
    let (invoice_type, id) = of.parts();
    SourcePdfPasswords {
        invoice_type,
        id,
        count: u32::try_from(count).unwrap_or(u32::MAX),
    }
}

async fn labels(app: &App, user: UserId, source: Source, id: &str) -> Answer<SourceLabels> {
    let labels = app.labels(user, source, id).await.map_err(api_error)?;
    Ok(Envelope::ok(sentence::LABELS_RETRIEVED, source_labels(&labels)))
}

async fn set_labels(app: &App, user: UserId, source: Source, id: &str, body: LabelsBody) -> Answer<SourceLabels> {
    let labels = body.labels()?;
    invoices_parsers::check_labels(&labels).map_err(|error| ApiError::invalid_field("labels", error))?;
    let labels = app.set_labels(user, source, id, labels).await.map_err(api_error)?;
    Ok(Envelope::ok(sentence::LABELS_CHANGED, source_labels(&labels)))
}

async fn remove_labels(app: &App, user: UserId, source: Source, id: &str) -> Answer<NoData> {
    let removed = app.set_labels(user, source, id, Labels::default()).await;
    removed.map_err(api_error)?;
    Ok(Envelope::ok(sentence::LABELS_REMOVED, NoData))
}

fn source_labels(labels: &invoices_app::source::SourceLabels) -> SourceLabels {
    let wire = |origin| {
        move |label: &Label| SourceLabel {
            class: label.class,
            phrase: label.phrase.to_string(),
            origin,
        }
    };
    let own = labels.own.as_slice().iter().map(wire(Origin::User));
    let operators = labels.operators.as_slice().iter().map(wire(Origin::Operator));
    SourceLabels {
        labels: own.chain(operators).collect(),
        version: labels.version,
    }
}
