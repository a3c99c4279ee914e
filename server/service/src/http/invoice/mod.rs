//! The list of invoices: all rental ones, or retail ones as summaries, counts or one detail record.

pub mod original;
pub mod rental;
pub mod retail;

use dropshot::Query;
use invoices_api::cached::Cached;
use invoices_api::envelope::Answer;
use invoices_api::invoice::list::{
    InvoiceList, InvoiceListQuery, InvoiceTypePath, ListOrder, RentalInvoices, RetailCounts, RetailInvoiceDetails,
    RetailInvoices, invoice_type,
};
use invoices_api::invoice::rental::RentalInvoice;
use invoices_api::invoice::retail::InvoiceDetails;
use invoices_api::{ApiError, Caller, Envelope, InvoicesApi, PathAnd};
use invoices_app::{App, PageRequest, RentalFilter};
use invoices_db::{DateOrder, RetailFilter};
use invoices_domain::{Source, SubType, UserId};

use super::error::api_error;
use super::{Api, Context, Request, app, sub_type};
use crate::http::invoice::retail::summary;
use invoices_api::sentence;

type Listed = Answer<Option<InvoiceList>>;

/// What a query for retail invoices asks for.
enum RetailMode {
    Summaries(RetailFilter, PageRequest),
    Counts(RetailFilter, Option<String>),
    Details(SubType, String),
}

impl InvoicesApi for Api {
    type Context = Context;

    async fn invoice_list(
        request: Request,
        caller: Caller<PathAnd<InvoiceTypePath, Query<InvoiceListQuery>>>,
    ) -> Result<Cached<Option<InvoiceList>>, ApiError> {
        let app = app(&request);
        let PathAnd(path, query) = caller.input;
        let query = query.into_inner();
        let source = invoice_type(&path.invoice_type)?;
        query.check_days()?;
        let is_whole = query.limit.is_none();
        let is_scan = query.invoice_id.is_none() && (is_whole || query.q.is_some());
        let turn = if is_scan {
            Some(app.begin_scan(caller.user, &caller.hung_up).await.map_err(api_error)?)
        } else {
            None
        };
        let listed = match source {
            Source::Rental => {
                query.check_for_rental()?;
                rental(app, caller.user, query).await
            }
            Source::Retail => retail(app, caller.user, retail_mode(app, query)?).await,
        };
        let listed = listed?;
        if !is_whole {
            return Ok(Cached::new(&request, &listed));
        }
        let answer = Cached::of_large(&request, listed).await;
        drop(turn);
        let send = async |list| {
            app.send_list(caller.user, list, &caller.hung_up)
                .await
                .map_err(api_error)
        };
        answer.try_map(send).await
    }
}

fn retail_mode(app: &App, query: InvoiceListQuery) -> Result<RetailMode, ApiError> {
    let page = page_request(&query);
    let sub_type = query
        .subtype
        .map(|name| sub_type(app, &name, ApiError::invalid_sub_type));
    match (query.invoice_id, query.counts.unwrap_or(false), sub_type.transpose()?) {
        (Some(_), true, _) => Err(ApiError::counts_with_invoice_id()),
        (Some(_), false, None) => Err(ApiError::details_without_sub_type()),
        (Some(id), false, Some(sub_type)) => Ok(RetailMode::Details(sub_type, id)),
        (None, is_count, sub_type) => {
            let filter = RetailFilter {
                sub_type,
                vendor: query.vendor,
                currency: query.currency,
                from: query.from,
                to: query.to,
            };
            Ok(if is_count {
                RetailMode::Counts(filter, query.q)
            } else {
                RetailMode::Summaries(filter, page)
            })
        }
    }
}

fn page_request(query: &InvoiceListQuery) -> PageRequest {
    PageRequest {
        limit: query.limit.map(usize::from),
        cursor: query.cursor.clone(),
        order: match query.sort.unwrap_or_default() {
            ListOrder::Newest => DateOrder::Newest,
            ListOrder::Oldest => DateOrder::Oldest,
        },
        words: query.q.clone(),
    }
}

async fn rental(app: &App, user: UserId, query: InvoiceListQuery) -> Listed {
    let page = page_request(&query);
    let filter = RentalFilter {
        landlord: query.vendor,
        currency: query.currency,
        from: query.from,
        to: query.to,
    };
    let page = app.rental_page(user, &filter, &page).await.map_err(api_error)?;
    if page.total == 0 {
        return Ok(Envelope::ok(sentence::NO_RENTAL_INVOICES, None));
    }
    let invoices = page
        .invoices
        .into_iter()
        .map(|(year, rows)| (year, rows.into_iter().map(RentalInvoice).collect()));
    let list = RentalInvoices {
        invoice_count: page.total,
        invoices: invoices.collect(),
        next_cursor: page.next,
    };
    let list = Some(InvoiceList::Rental(list));
    Ok(Envelope::ok(sentence::RENTAL_INVOICES_RETRIEVED, list))
}

async fn retail(app: &App, user: UserId, mode: RetailMode) -> Listed {
    let (message, list) = match mode {
        RetailMode::Summaries(filter, page) => {
            let page = app.retail_page(user, &filter, &page).await.map_err(api_error)?;
            let list = RetailInvoices {
                invoice_count: page.total,
                invoices: page.invoices.into_iter().map(summary).collect(),
                next_cursor: page.next,
            };
            (sentence::RETAIL_INVOICES_RETRIEVED, InvoiceList::Retail(list))
        }
        RetailMode::Counts(filter, words) => {
            let counts = app.retail_counts(user, &filter, words.as_deref()).await;
            let counts = InvoiceList::Counts(RetailCounts {
                counts: counts.map_err(api_error)?,
            });
            (sentence::RETAIL_INVOICE_COUNTS_RETRIEVED, counts)
        }
        RetailMode::Details(sub_type, id) => {
            let details = app.retail_invoice(user, Some(&sub_type), &id).await;
            let details = InvoiceList::Details(RetailInvoiceDetails {
                invoice_details: InvoiceDetails(details.map_err(api_error)?),
            });
            (sentence::RETAIL_INVOICE_DETAILS_RETRIEVED, details)
        }
    };
    Ok(Envelope::ok(message, Some(list)))
}
