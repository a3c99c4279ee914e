//! The operations on sources, of which these tests need none.

use dropshot::{HttpResponseCreated, HttpResponseOk, Path, RequestContext};
use invoices_api::caller::NoInput;
use invoices_api::envelope::NoData;
use invoices_api::handed::{TrustSenderBody, TrustedSender, TrustedSenderPath, TrustedSenders};
use invoices_api::sources::{
    AcceptedSuggestion, DiscoverBody, Discovery, Landlord, LandlordChangeBody, LandlordPath, NewLandlordBody,
    NewVendorBody, Sources, SuggestionPath, Suggestions, Vendor, VendorChangeBody, VendorPath,
};
use invoices_api::{ApiError, Caller, Envelope, JsonBody, OptionalJsonBody, PathAndBody, SourcesApi};

use crate::support::{Api, Context};

type Answer<T> = Result<HttpResponseOk<Envelope<T>>, ApiError>;
type Created<T> = Result<HttpResponseCreated<Envelope<T>>, ApiError>;

macro_rules! not_found {
    ($($operation:ident($input:ty) -> $answer:ty),+ $(,)?) => {
        impl SourcesApi for Api {
            type Context = Context;

            $(
                async fn $operation(_: RequestContext<Context>, _: Caller<$input>) -> $answer {
                    Err(ApiError::not_found("No such thing."))
                }
            )+
        }
    };
}

not_found! {
    source_list(NoInput) -> Answer<Sources>,
    landlord_add(JsonBody<NewLandlordBody>) -> Created<Landlord>,
    landlord_change(PathAndBody<LandlordPath, LandlordChangeBody>) -> Answer<Landlord>,
    landlord_remove(Path<LandlordPath>) -> Answer<NoData>,
    vendor_add(JsonBody<NewVendorBody>) -> Created<Vendor>,
    vendor_change(PathAndBody<VendorPath, VendorChangeBody>) -> Answer<Vendor>,
    vendor_remove(Path<VendorPath>) -> Answer<NoData>,
    trusted_sender_list(NoInput) -> Answer<TrustedSenders>,
    sender_trust(JsonBody<TrustSenderBody>) -> Created<TrustedSender>,
    sender_distrust(Path<TrustedSenderPath>) -> Answer<NoData>,
    source_discover(OptionalJsonBody<DiscoverBody>) -> Answer<Discovery>,
    suggestion_list(NoInput) -> Answer<Suggestions>,
    suggestion_accept(Path<SuggestionPath>) -> Created<AcceptedSuggestion>,
    suggestion_refuse(Path<SuggestionPath>) -> Answer<NoData>,
}
