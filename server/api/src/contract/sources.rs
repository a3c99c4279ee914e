//! Where invoices come from.

use dropshot::{HttpResponseCreated, HttpResponseOk, Path, RequestContext};

use crate::caller::{Caller, NoInput};
use crate::envelope::{Envelope, NoData};
use crate::error::ApiError;
use crate::extract::{JsonBody, OptionalJsonBody, PathAndBody};
use crate::handed::{TrustSenderBody, TrustedSender, TrustedSenderPath, TrustedSenders};
use crate::sources::{
    AcceptedSuggestion, DiscoverBody, Discovery, Landlord, LandlordChangeBody, LandlordPath, NewLandlordBody,
    NewVendorBody, Sources, SuggestionPath, Suggestions, Vendor, VendorChangeBody, VendorPath,
};

/// Where invoices come from.
#[dropshot::api_description]
pub trait SourcesApi {
    /// The server's state.
    type Context;

    /// List landlords and vendors
    ///
    /// The operator's, with those that the caller has switched off, and the caller's own.
    #[endpoint { method = GET, path = "/v1/sources", operation_id = "source_list", tags = ["sources"] }]
    async fn source_list(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<NoInput>,
    ) -> Result<HttpResponseOk<Envelope<Sources>>, ApiError>;

    /// Add a landlord
    ///
    /// A landlord of the caller's own: the next rental ingest searches for its notices, too. One with the same sender and
    /// subject is returned instead of added again; if it is the operator's, it is switched on. An account has at most 20.
    #[endpoint { method = POST, path = "/v1/sources/landlords", operation_id = "landlord_add", tags = ["sources"] }]
    async fn landlord_add(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<JsonBody<NewLandlordBody>>,
    ) -> Result<HttpResponseCreated<Envelope<Landlord>>, ApiError>;

    /// Change a landlord
    ///
    /// Changes what the body states. One of the operator's can only be switched on and off, for the caller alone.
    #[endpoint { method = PATCH, path = "/v1/sources/landlords/{landlord_id}", operation_id = "landlord_change", tags = ["sources"] }]
    async fn landlord_change(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<PathAndBody<LandlordPath, LandlordChangeBody>>,
    ) -> Result<HttpResponseOk<Envelope<Landlord>>, ApiError>;

    /// Remove a landlord
    ///
    /// Removes one of the caller's own. Its invoices stay.
    #[endpoint { method = DELETE, path = "/v1/sources/landlords/{landlord_id}", operation_id = "landlord_remove", tags = ["sources"] }]
    async fn landlord_remove(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<Path<LandlordPath>>,
    ) -> Result<HttpResponseOk<Envelope<NoData>>, ApiError>;

    /// Add a vendor
    ///
    /// A vendor of the caller's own: the next retail ingest searches for its mails of the last 30 days, too. Where a mail
    /// matches it and one of the operator's equally closely, it is the caller's. One with the same values is returned instead of
    /// added again. An account has at most 200.
    #[endpoint { method = POST, path = "/v1/sources/vendors", operation_id = "vendor_add", tags = ["sources"] }]
    async fn vendor_add(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<JsonBody<NewVendorBody>>,
    ) -> Result<HttpResponseCreated<Envelope<Vendor>>, ApiError>;

    /// Change a vendor
    ///
    /// Changes what the body states. After a change of the senders or subjects, mails of the last 30 days are searched for
    /// again. One of the operator's can only be switched on and off, for the caller alone.
    #[endpoint { method = PATCH, path = "/v1/sources/vendors/{vendor_id}", operation_id = "vendor_change", tags = ["sources"] }]
    async fn vendor_change(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<PathAndBody<VendorPath, VendorChangeBody>>,
    ) -> Result<HttpResponseOk<Envelope<Vendor>>, ApiError>;

    /// Remove a vendor
    ///
    /// Removes one of the caller's own. Its invoices stay.
    #[endpoint { method = DELETE, path = "/v1/sources/vendors/{vendor_id}", operation_id = "vendor_remove", tags = ["sources"] }]
    async fn vendor_remove(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<Path<VendorPath>>,
    ) -> Result<HttpResponseOk<Envelope<NoData>>, ApiError>;

    /// List trusted senders
    ///
    /// The senders for whom the caller vouches.
    #[endpoint { method = GET, path = "/v1/sources/trusted", operation_id = "trusted_sender_list", tags = ["sources"] }]
    async fn trusted_sender_list(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<NoInput>,
    ) -> Result<HttpResponseOk<Envelope<TrustedSenders>>, ApiError>;

    /// Trust a sender
    ///
    /// The caller vouches for an address: its mails are read though nothing proves that it sent them. Its mails in quarantine
    /// leave it and are fetched now. A mail whose check of the sender failed (DMARC) stays in quarantine all the same. An account
    /// has at most 500.
    #[endpoint { method = POST, path = "/v1/sources/trusted", operation_id = "sender_trust", tags = ["sources"] }]
    async fn sender_trust(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<JsonBody<TrustSenderBody>>,
    ) -> Result<HttpResponseCreated<Envelope<TrustedSender>>, ApiError>;

    /// Distrust a sender
    ///
    /// The caller vouches for it no more. What was read stays.
    #[endpoint { method = DELETE, path = "/v1/sources/trusted/{sender}", operation_id = "sender_distrust", tags = ["sources"] }]
    async fn sender_distrust(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<Path<TrustedSenderPath>>,
    ) -> Result<HttpResponseOk<Envelope<NoData>>, ApiError>;

    /// Look for shops and landlords
    ///
    /// Searches the mailbox for mails that look like purchases or rent, reads up to two of each sender that is neither a
    /// landlord nor a vendor, and suggests those whose mails state an invoice. Nothing of a mail is stored. A search that
    /// outlasts five minutes is answered with what was found so far and goes on; the same call joins it.
    #[endpoint { method = POST, path = "/v1/sources/discover", operation_id = "source_discover", tags = ["sources"] }]
    async fn source_discover(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<OptionalJsonBody<DiscoverBody>>,
    ) -> Result<HttpResponseOk<Envelope<Discovery>>, ApiError>;

    /// List suggestions
    ///
    /// The landlords and vendors that a search has found and that are neither accepted nor refused.
    #[endpoint { method = GET, path = "/v1/sources/suggestions", operation_id = "suggestion_list", tags = ["sources"] }]
    async fn suggestion_list(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<NoInput>,
    ) -> Result<HttpResponseOk<Envelope<Suggestions>>, ApiError>;

    /// Accept a suggestion
    ///
    /// It becomes a landlord or vendor of the caller's own, and the next ingest takes its mails.
    #[endpoint { method = POST, path = "/v1/sources/suggestions/{suggestion_id}/accept", operation_id = "suggestion_accept", tags = ["sources"] }]
    async fn suggestion_accept(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<Path<SuggestionPath>>,
    ) -> Result<HttpResponseCreated<Envelope<AcceptedSuggestion>>, ApiError>;

    /// Refuse a suggestion
    ///
    /// Its senders are not suggested again.
    #[endpoint { method = POST, path = "/v1/sources/suggestions/{suggestion_id}/refuse", operation_id = "suggestion_refuse", tags = ["sources"] }]
    async fn suggestion_refuse(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<Path<SuggestionPath>>,
    ) -> Result<HttpResponseOk<Envelope<NoData>>, ApiError>;
}
