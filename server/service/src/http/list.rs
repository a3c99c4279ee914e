//! The list of invoices: all rental ones, or retail ones as summaries, counts or one detail record.

use dropshot::{HttpResponseOk, RequestContext};
use invoices_api::list::{
    InvoiceList, InvoiceListQuery, InvoiceType, InvoiceTypePath, RentalInvoices, RetailCounts, RetailInvoiceDetails,
    RetailInvoices,
};
use invoices_api::rental::RentalInvoice;
use invoices_api::retail::InvoiceDetails;
use invoices_api::{ApiError, Caller, Envelope, ListApi, PathAndQuery};
use invoices_app::App;
use invoices_domain::{SubType, UserId};

use super::error::api_error;
use super::retail::summary;
use super::{Api, Context};

type Listed = Result<HttpResponseOk<Envelope<Option<InvoiceList>>>, ApiError>;

/// What a query for retail invoices asks for.
enum RetailMode {
    Summaries(Option<SubType>),
    Counts(Option<SubType>),
    Details(SubType, String),
}

impl ListApi for Api {
    type Context = Context;

    async fn invoice_list(
        request: RequestContext<Context>,
        caller: Caller<PathAndQuery<InvoiceTypePath, InvoiceListQuery>>,
    ) -> Listed {
        let app = &request.context().app;
        let PathAndQuery { path, query } = caller.input;
        match path.invoice_type.parse()? {
            InvoiceType::Rental if query.has_any() => Err(ApiError::rental_takes_no_parameters()),
            InvoiceType::Rental => rental(app, caller.user).await,
            InvoiceType::Retail => retail(app, caller.user, retail_mode(app, query)?).await,
        }
    }
}

fn retail_mode(app: &App, query: InvoiceListQuery) -> Result<RetailMode, ApiError> {
    let sub_type = query.subtype.map(|name| {
        let known = app.catalogue().sub_type(&name).cloned();
        known.ok_or_else(|| ApiError::invalid_sub_type(&name, app.catalogue()))
    });
    let sub_type = sub_type.transpose()?;
    match (query.invoice_id, query.counts.unwrap_or(false), sub_type) {
        (Some(_), true, _) => Err(ApiError::counts_with_invoice_id()),
        (Some(_), false, None) => Err(ApiError::details_without_sub_type()),
        (Some(id), false, Some(sub_type)) => Ok(RetailMode::Details(sub_type, id)),
        (None, true, sub_type) => Ok(RetailMode::Counts(sub_type)),
        (None, false, sub_type) => Ok(RetailMode::Summaries(sub_type)),
    }
}

async fn rental(app: &App, user: UserId) -> Listed {
    let found = app.rental_invoices(user).await.map_err(api_error)?;
    if found.count == 0 {
        return Ok(Envelope::ok("No rental invoices found for this user.", None));
    }
    let invoices = found
        .by_year
        .into_iter()
        .map(|(year, rows)| (year, rows.into_iter().map(RentalInvoice).collect()));
    let list = RentalInvoices {
        invoice_count: found.count,
        invoices: invoices.collect(),
    };
    Ok(Envelope::ok(
        "Rental invoices retrieved successfully!",
        Some(InvoiceList::Rental(list)),
    ))
}

async fn retail(app: &App, user: UserId, mode: RetailMode) -> Listed {
    let (message, list) = match mode {
        RetailMode::Summaries(sub_type) => {
            let rows = app.retail_invoices(user, sub_type.as_ref()).await.map_err(api_error)?;
            let invoices = rows.into_iter().map(summary).collect::<Result<_, _>>()?;
            (
                "Retail invoices retrieved successfully!",
                InvoiceList::Retail(RetailInvoices::new(invoices)),
            )
        }
        RetailMode::Counts(sub_type) => {
            let counts = app.retail_counts(user, sub_type.as_ref()).await.map_err(api_error)?;
            (
                "Retail invoice counts retrieved successfully!",
                InvoiceList::Counts(RetailCounts { counts }),
            )
        }
        RetailMode::Details(sub_type, id) => {
            let detail = app.retail_invoice(user, &sub_type, &id).await.map_err(api_error)?;
            let details = RetailInvoiceDetails {
                invoice_details: InvoiceDetails(detail),
            };
            (
                "Retail invoice details retrieved successfully!",
                InvoiceList::Details(details),
            )
        }
    };
    Ok(Envelope::ok(message, Some(list)))
}
