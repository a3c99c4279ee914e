//! `invoices-cli list`.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use clap::ValueEnum;
use invoices_client::types::{KnownSubType, ListOrder, RentalInvoice, RetailInvoice};
use invoices_client::{Client, ListQuery};
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::find::PAGE;
use crate::output::{Form, line, print_json};
use crate::rows::{RentalRow, RetailRow};

/// List invoices, the newest first
///
/// Without a kind, rental invoices and then retail invoices are listed.
#[derive(clap::Args)]
pub struct List {
    #[arg(value_enum)]
    kind: Option<Kind>,

    /// Only of this day or later, such as 2026-07-31: the invoice's date, or the day on which rent is due
    #[arg(long, value_name = "DATE")]
    from: Option<NaiveDate>,

    /// Only of this day or earlier
    #[arg(long, value_name = "DATE")]
    to: Option<NaiveDate>,

    /// Only with this text in the name of the vendor or of the rent notice's file
    #[arg(long, value_name = "TEXT")]
    query: Option<String>,

    /// Only retail invoices of this vendor: its id or name
    #[arg(long)]
    vendor: Option<String>,

    /// Only retail invoices of this category, such as grocery
    #[arg(long, value_name = "CATEGORY", value_parser = sub_type)]
    subtype: Option<KnownSubType>,

    /// At most so many of each kind [default: all]
    #[arg(long, value_name = "NUMBER")]
    limit: Option<usize>,

    /// The order: newest, oldest
    #[arg(long, value_name = "ORDER")]
    sort: Option<ListOrder>,

    #[command(flatten)]
    form: Form,
}

/// A kind of invoices.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Kind {
    /// Of landlords
    Rental,
    /// Of shops
    Retail,
}

/// A category that this version of the client knows.
pub fn sub_type(text: &str) -> Result<KnownSubType, String> {
    // The error of `FromStr` does not name the valid ones.
    serde_json::from_value(Value::from(text)).map_err(|error| error.to_string())
}

impl List {
    pub async fn run(self, client: &Client) -> Result<(), Failure> {
        let is_retail_only = self.vendor.is_some() || self.subtype.is_some();
        let kind = match self.kind {
            Some(Kind::Rental) if is_retail_only => {
                let reason = "--vendor and --subtype are for retail invoices";
                return Err(Failure::Input(reason.into()));
            }
            None if is_retail_only => Some(Kind::Retail),
            None if self.form.csv => {
                let reason = "--csv needs a kind, rental or retail: they have different columns";
                return Err(Failure::Input(reason.into()));
            }
            kind => kind,
        };
        match kind {
            Some(Kind::Rental) => {
                let invoices = self.rental(client).await?;
                let rows: Vec<RentalRow<'_>> = invoices.iter().map(RentalRow).collect();
                self.form.print(&invoices, &rows, "No rental invoices.")
            }
            Some(Kind::Retail) => {
                let invoices = self.retail(client).await?;
                let rows: Vec<RetailRow<'_>> = invoices.iter().map(RetailRow).collect();
                self.form.print(&invoices, &rows, "No retail invoices.")
            }
            None => self.both(client).await,
        }
    }

    async fn both(&self, client: &Client) -> Result<(), Failure> {
        let (rental, retail) = tokio::try_join!(self.rental(client), self.retail(client))?;
        if self.form.json {
            return print_json(&json!({"rental": rental, "retail": retail}));
        }
        let rows: Vec<RentalRow<'_>> = rental.iter().map(RentalRow).collect();
        self.form.print(&rental, &rows, "No rental invoices.")?;
        line("")?;
        let rows: Vec<RetailRow<'_>> = retail.iter().map(RetailRow).collect();
        self.form.print(&retail, &rows, "No retail invoices.")
    }

    async fn rental(&self, client: &Client) -> Result<Vec<RentalInvoice>, Failure> {
        let query = ListQuery {
            vendor: None,
            sub_type: None,
            ..self.list_query()
        };
        let order = self.sort.unwrap_or(ListOrder::Newest);
        let page = async |query: &ListQuery| {
            let page = client.rental_page(query).await?;
            Ok((in_order(page.invoices, order), page.next_cursor))
        };
        self.pages(query, page).await
    }

    async fn retail(&self, client: &Client) -> Result<Vec<RetailInvoice>, Failure> {
        let page = async |query: &ListQuery| {
            let page = client.retail_page(query).await?;
            Ok((page.invoices, page.next_cursor))
        };
        self.pages(self.list_query(), page).await
    }

    /// Pages until there are enough invoices.
    async fn pages<T>(
        &self,
        mut query: ListQuery,
        page: impl AsyncFn(&ListQuery) -> Result<(Vec<T>, Option<String>), Failure>,
    ) -> Result<Vec<T>, Failure> {
        let wanted = self.limit.unwrap_or(usize::MAX);
        let mut all = Vec::new();
        while all.len() < wanted {
            let left = u16::try_from(wanted - all.len()).unwrap_or(PAGE);
            query.limit = Some(left.min(PAGE));
            let (invoices, next) = page(&query).await?;
            all.extend(invoices);
            query.cursor = next;
            if query.cursor.is_none() {
                break;
            }
        }
        all.truncate(wanted);
        Ok(all)
    }

    fn list_query(&self) -> ListQuery {
        ListQuery {
            sub_type: self.subtype,
            vendor: self.vendor.clone(),
            from: self.from,
            to: self.to,
            words: self.query.clone(),
            order: self.sort,
            ..ListQuery::default()
        }
    }
}

/// The invoices of a page by year, in the order that was asked for.
fn in_order(years: BTreeMap<String, Vec<RentalInvoice>>, order: ListOrder) -> Vec<RentalInvoice> {
    let years = years.into_values();
    match order {
        ListOrder::Newest => years.rev().flatten().collect(),
        ListOrder::Oldest => years.flatten().collect(),
    }
}
