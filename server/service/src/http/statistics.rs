//! Statistics of invoices.

use dropshot::Query;
use invoices_api::cached::Cached;
use invoices_api::invoice::list::invoice_type;
use invoices_api::invoice::retail::SubType;
use invoices_api::statistics::{Spending, SpendingKey, SpendingQuery, SpendingRow};
use invoices_api::{ApiError, Caller, Envelope, StatisticsApi};
use invoices_app::{App, SpendingFilter, Spent};
use invoices_db::Grouping;
use invoices_domain::{Currency, Source};

use super::error::api_error;
use super::{Api, Context, Request, app, sub_type};
use invoices_api::sentence;

impl StatisticsApi for Api {
    type Context = Context;

    async fn spending_view(
        request: Request,
        caller: Caller<Query<SpendingQuery>>,
    ) -> Result<Cached<Spending>, ApiError> {
        let query = caller.input.into_inner();
        let by = grouping(query.by.as_deref());
        let filter = filter(app(&request), query)?;
        let turn = app(&request).begin_scan(caller.user, &caller.hung_up).await;
        let _turn = turn.map_err(api_error)?;
        let spent = app(&request).spending(caller.user, &filter, by).await;
        let rows = spent.map_err(api_error)?.into_iter().map(row).collect();
        let answer = Envelope::ok(sentence::SPENDING_RETRIEVED, Spending { rows });
        Ok(Cached::new(&request, &answer))
    }
}

fn grouping(by: Option<&[SpendingKey]>) -> Grouping {
    let by = by.unwrap_or(&[SpendingKey::Month, SpendingKey::SubType]);
    Grouping {
        month: by.contains(&SpendingKey::Month),
        sub_type: by.contains(&SpendingKey::SubType),
        vendor: by.contains(&SpendingKey::Vendor),
    }
}

fn filter(app: &App, query: SpendingQuery) -> Result<SpendingFilter, ApiError> {
    query.check_days()?;
    let source = query.invoice_type.as_deref().map(invoice_type).transpose()?;
    let sub_type = query
        .subtype
        .map(|name| sub_type(app, &name, ApiError::invalid_sub_type));
    let sub_type = sub_type.transpose()?;
    if source == Some(Source::Rental) && sub_type.is_some() {
        return Err(ApiError::sub_type_of_rental());
    }
    Ok(SpendingFilter {
        source,
        sub_type,
        from: query.from,
        to: query.to,
    })
}

fn row(spent: Spent) -> SpendingRow {
    let group = spent.group;
    SpendingRow {
        month: group.month.0,
        invoice_type: group.source,
        sub_type: group.sub_type.map(SubType),
        vendor_name: group.vendor_name,
        currency: Currency::shown(group.currency),
        currency_assumed: group.currency.is_none(),
        total: spent.total,
        refunds: spent.refunds,
        count: spent.count,
    }
}
