//! Where invoices come from.

use dropshot::{Path, RequestContext};

use crate::caller::Caller;
use crate::envelope::{Answer, Created, NoData};
use crate::extract::{JsonBody, OptionalJsonBody, PathAnd};
use crate::message::submission::{TrustSenderBody, TrustedSender, TrustedSenderPath, TrustedSenders};
use crate::source::{
    AcceptedSuggestion, DiscoverBody, Discovery, LabelsBody, Landlord, LandlordChangeBody, LandlordPath,
    NewLandlordBody, NewVendorBody, PdfPasswordCounts, PdfPasswordsBody, SourceLabels, SourcePdfPasswords, Sources,
    SuggestionPath, Suggestions, Vendor, VendorChangeBody, VendorPath,
};

/// Where invoices come from.
#[dropshot::api_description]
pub trait SourcesApi {
    /// The server's state.
    type Context;

    /// List landlords and vendors
    ///
    /// The operator's, including those that the caller has disabled, and the caller's own.
    #[endpoint { method = GET, path = "/v1/sources", operation_id = "source_list", tags = ["sources"] }]
    async fn source_list(rqctx: RequestContext<Self::Context>, caller: Caller) -> Answer<Sources>;

    /// Add a landlord
    ///
    /// Adds a landlord for the caller. The next rental ingest also searches for its notices. If a landlord with the same sender
    /// and subject exists, it is returned instead; if it is the operator's, it is enabled. At most 20 per account.
    #[endpoint { method = POST, path = "/v1/sources/landlords", operation_id = "landlord_add", tags = ["sources"] }]
    async fn landlord_add(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<JsonBody<NewLandlordBody>>,
    ) -> Created<Landlord>;

    /// Change a landlord
    ///
    /// Changes the fields in the body. The operator's can only be enabled or disabled, for the caller only.
    #[endpoint { method = PATCH, path = "/v1/sources/landlords/{landlord_id}", operation_id = "landlord_change", tags = ["sources"] }]
    async fn landlord_change(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<PathAnd<LandlordPath, JsonBody<LandlordChangeBody>>>,
    ) -> Answer<Landlord>;

    /// Remove a landlord
    ///
    /// Removes one that the caller added. Its invoices stay.
    #[endpoint { method = DELETE, path = "/v1/sources/landlords/{landlord_id}", operation_id = "landlord_remove", tags = ["sources"] }]
    async fn landlord_remove(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<Path<LandlordPath>>,
    ) -> Answer<NoData>;

    /// Add a vendor
    ///
    /// Adds a vendor for the caller. The next retail ingest also searches its messages of the last 30 days. If a message
    /// matches it and an operator's vendor equally well, the caller's takes precedence. If a vendor with the same values
    /// exists, it is returned instead. At most 200 per account.
    #[endpoint { method = POST, path = "/v1/sources/vendors", operation_id = "vendor_add", tags = ["sources"] }]
    async fn vendor_add(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<JsonBody<NewVendorBody>>,
    ) -> Created<Vendor>;

    /// Change a vendor
    ///
    /// Changes the fields in the body. After a change of the senders or subjects, the last 30 days are searched again. The
    /// operator's can only be enabled or disabled, for the caller only.
    #[endpoint { method = PATCH, path = "/v1/sources/vendors/{vendor_id}", operation_id = "vendor_change", tags = ["sources"] }]
    async fn vendor_change(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<PathAnd<VendorPath, JsonBody<VendorChangeBody>>>,
    ) -> Answer<Vendor>;

    /// Remove a vendor
    ///
    /// Removes one that the caller added. Its invoices stay.
    #[endpoint { method = DELETE, path = "/v1/sources/vendors/{vendor_id}", operation_id = "vendor_remove", tags = ["sources"] }]
    async fn vendor_remove(rqctx: RequestContext<Self::Context>, caller: Caller<Path<VendorPath>>) -> Answer<NoData>;

    /// List the labels of a landlord
    ///
    /// The words that name values in its documents: those that the caller taught, and the operator's.
    #[endpoint { method = GET, path = "/v1/sources/landlords/{landlord_id}/labels", operation_id = "landlord_labels", tags = ["sources"] }]
    async fn landlord_labels(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<Path<LandlordPath>>,
    ) -> Answer<SourceLabels>;

    /// Set the labels of a landlord
    ///
    /// Replaces those that the caller taught. They come before the general vocabulary in new documents, and in those that are
    /// asked about, which are parsed again now. Stored invoices stay until the operator runs `reparse`, whose dry run shows what
    /// changes. A phrase that the general vocabulary has for something else is refused.
    #[endpoint { method = PUT, path = "/v1/sources/landlords/{landlord_id}/labels", operation_id = "landlord_labels_set", tags = ["sources"] }]
    async fn landlord_labels_set(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<PathAnd<LandlordPath, JsonBody<LabelsBody>>>,
    ) -> Answer<SourceLabels>;

    /// Remove the labels of a landlord
    ///
    /// Removes those that the caller taught.
    #[endpoint { method = DELETE, path = "/v1/sources/landlords/{landlord_id}/labels", operation_id = "landlord_labels_remove", tags = ["sources"] }]
    async fn landlord_labels_remove(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<Path<LandlordPath>>,
    ) -> Answer<NoData>;

    /// List the labels of a vendor
    ///
    /// The words that name values in its documents: those that the caller taught, and the operator's.
    #[endpoint { method = GET, path = "/v1/sources/vendors/{vendor_id}/labels", operation_id = "vendor_labels", tags = ["sources"] }]
    async fn vendor_labels(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<Path<VendorPath>>,
    ) -> Answer<SourceLabels>;

    /// Set the labels of a vendor
    ///
    /// Replaces those that the caller taught. They come before the general vocabulary in new documents, and in those that are
    /// asked about, which are parsed again now. Stored invoices stay until the operator runs `reparse`, whose dry run shows what
    /// changes. A phrase that the general vocabulary has for something else is refused.
    #[endpoint { method = PUT, path = "/v1/sources/vendors/{vendor_id}/labels", operation_id = "vendor_labels_set", tags = ["sources"] }]
    async fn vendor_labels_set(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<PathAnd<VendorPath, JsonBody<LabelsBody>>>,
    ) -> Answer<SourceLabels>;

    /// Remove the labels of a vendor
    ///
    /// Removes those that the caller taught.
    #[endpoint { method = DELETE, path = "/v1/sources/vendors/{vendor_id}/labels", operation_id = "vendor_labels_remove", tags = ["sources"] }]
    async fn vendor_labels_remove(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<Path<VendorPath>>,
    ) -> Answer<NoData>;

    /// List passwords of PDFs
    ///
    /// The landlords and vendors for whose PDFs the caller gave passwords, with their number. The passwords themselves are never
    /// sent back.
    #[endpoint { method = GET, path = "/v1/sources/pdf-passwords", operation_id = "pdf_password_list", tags = ["sources"] }]
    async fn pdf_password_list(rqctx: RequestContext<Self::Context>, caller: Caller) -> Answer<PdfPasswordCounts>;

    /// Set the passwords of a landlord's PDFs
    ///
    /// Replaces those that the caller gave, also by an answer. Its PDFs that need a password are parsed again now.
    #[endpoint { method = PUT, path = "/v1/sources/landlords/{landlord_id}/pdf-passwords", operation_id = "landlord_pdf_passwords_set", tags = ["sources"] }]
    async fn landlord_pdf_passwords_set(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<PathAnd<LandlordPath, JsonBody<PdfPasswordsBody>>>,
    ) -> Answer<SourcePdfPasswords>;

    /// Set the passwords of a vendor's PDFs
    ///
    /// Replaces those that the caller gave, also by an answer. Its PDFs that need a password are parsed again now.
    #[endpoint { method = PUT, path = "/v1/sources/vendors/{vendor_id}/pdf-passwords", operation_id = "vendor_pdf_passwords_set", tags = ["sources"] }]
    async fn vendor_pdf_passwords_set(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<PathAnd<VendorPath, JsonBody<PdfPasswordsBody>>>,
    ) -> Answer<SourcePdfPasswords>;

    /// List trusted senders
    ///
    /// The caller's trusted senders.
    #[endpoint { method = GET, path = "/v1/sources/trusted", operation_id = "trusted_sender_list", tags = ["sources"] }]
    async fn trusted_sender_list(rqctx: RequestContext<Self::Context>, caller: Caller) -> Answer<TrustedSenders>;

    /// Trust a sender
    ///
    /// Trusts an address: its messages are parsed even if the sender can't be authenticated. Its quarantined messages are
    /// released and fetched now, except those that failed authentication (DMARC). At most 500 per account.
    #[endpoint { method = POST, path = "/v1/sources/trusted", operation_id = "sender_trust", tags = ["sources"] }]
    async fn sender_trust(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<JsonBody<TrustSenderBody>>,
    ) -> Created<TrustedSender>;

    /// Stop trusting a sender
    ///
    /// Removes a trusted sender. Invoices that were parsed stay.
    #[endpoint { method = DELETE, path = "/v1/sources/trusted/{sender}", operation_id = "sender_distrust", tags = ["sources"] }]
    async fn sender_distrust(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<Path<TrustedSenderPath>>,
    ) -> Answer<NoData>;

    /// Look for shops and landlords
    ///
    /// Searches the mailbox for messages that look like purchases or rent, parses up to two from each sender that isn't a
    /// landlord or vendor yet, and suggests the senders with an invoice. No message is stored. A search that takes longer than
    /// five minutes is answered with the results so far and continues; the same call joins it.
    #[endpoint { method = POST, path = "/v1/sources/discover", operation_id = "source_discover", tags = ["sources"] }]
    async fn source_discover(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<OptionalJsonBody<DiscoverBody>>,
    ) -> Answer<Discovery>;

    /// List suggestions
    ///
    /// The suggested landlords and vendors that are neither accepted nor refused.
    #[endpoint { method = GET, path = "/v1/sources/suggestions", operation_id = "suggestion_list", tags = ["sources"] }]
    async fn suggestion_list(rqctx: RequestContext<Self::Context>, caller: Caller) -> Answer<Suggestions>;

    /// Accept a suggestion
    ///
    /// Adds the landlord or vendor for the caller. The next ingest collects its messages.
    #[endpoint { method = POST, path = "/v1/sources/suggestions/{suggestion_id}/accept", operation_id = "suggestion_accept", tags = ["sources"] }]
    async fn suggestion_accept(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<Path<SuggestionPath>>,
    ) -> Created<AcceptedSuggestion>;

    /// Refuse a suggestion
    ///
    /// Its senders won't be suggested again.
    #[endpoint { method = POST, path = "/v1/sources/suggestions/{suggestion_id}/refuse", operation_id = "suggestion_refuse", tags = ["sources"] }]
    async fn suggestion_refuse(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<Path<SuggestionPath>>,
    ) -> Answer<NoData>;
}
