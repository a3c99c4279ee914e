//! `invoices-cli list`.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use clap::ValueEnum;
use invoices_client::types::{InvoiceType, KnownSubType, ListOrder, RentalInvoice, RetailInvoice};
use invoices_client::{Client, ListQuery};
use serde_json::json;

use crate::argument::word;
use crate::failure::Failure;
use crate::find::PAGE;
use crate::output::{Form, line, print_json};
use crate::pages;
use crate::rows::{RENTAL, RETAIL};

/// List invoices, newest first
///
/// Without a kind, lists rental and then retail invoices.
#[derive(clap::Args)]
pub struct List {
    #[arg(value_enum)]
    kind: Option<Kind>,

    /// Only from this day on, such as 2026-07-31, by invoice date, or by due date for rent
    #[arg(long, value_name = "DATE")]
    from: Option<NaiveDate>,

    /// Only up to this day
    #[arg(long, value_name = "DATE")]
    to: Option<NaiveDate>,

    /// Only with this text in the vendor, a number, an item or the rent notice's file name, or with this total
    #[arg(long, value_name = "TEXT")]
    query: Option<String>,

    /// Only from this vendor (id or name) or landlord (name or address)
    #[arg(long)]
    vendor: Option<String>,

    /// Only in this currency, such as EUR
    #[arg(long, value_name = "CURRENCY")]
    currency: Option<String>,

    /// Only retail invoices of this category, such as grocery
    #[arg(long, value_name = "CATEGORY", value_parser = word::<KnownSubType>)]
    subtype: Option<KnownSubType>,

    /// Maximum number of rows of each kind [default: all]
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
    /// From landlords
    Rental,
    /// From shops
    Retail,
}

impl Kind {
    /// Its name in the contract.
    pub fn invoice_type(self) -> InvoiceType {
        match self {
            Kind::Rental => InvoiceType::Rental,
            Kind::Retail => InvoiceType::Retail,
        }
    }
}

impl List {
    pub async fn run(self, client: &Client) -> Result<(), Failure> {
        let kind = match self.kind {
            Some(Kind::Rental) if self.subtype.is_some() => {
                return Err(Failure::Input("--subtype is for retail invoices".into()));
            }
            None if self.subtype.is_some() => Some(Kind::Retail),
            None if self.form.csv => {
                let reason = "--csv needs a kind, rental or retail: they have different columns";
                return Err(Failure::Input(reason.into()));
            }
            kind => kind,
        };
        match kind {
            Some(Kind::Rental) => {
                let invoices = self.rental(client).await?;
                self.form.print(&RENTAL, &invoices, "No rental invoices.")
            }
            Some(Kind::Retail) => {
                let invoices = self.retail(client).await?;
                self.form.print(&RETAIL, &invoices, "No retail invoices.")
            }
            None => self.both(client).await,
        }
    }

    async fn both(&self, client: &Client) -> Result<(), Failure> {
        let (rental, retail) = tokio::try_join!(self.rental(client), self.retail(client))?;
        if self.form.json {
            return print_json(&json!({"rental": rental, "retail": retail}));
        }
        self.form.print(&RENTAL, &rental, "No rental invoices.")?;
        line("")?;
        self.form.print(&RETAIL, &retail, "No retail invoices.")
    }

    async fn rental(&self, client: &Client) -> Result<Vec<RentalInvoice>, Failure> {
        let order = self.sort.unwrap_or(ListOrder::Newest);
        let page = async |cursor: Option<&str>, limit: u16| {
            let page = client.rental_page(&self.page_query(cursor, limit)).await?;
            Ok((in_order(page.invoices, order), page.next_cursor))
        };
        pages::first(self.limit.unwrap_or(usize::MAX), PAGE, page).await
    }

    async fn retail(&self, client: &Client) -> Result<Vec<RetailInvoice>, Failure> {
        let page = async |cursor: Option<&str>, limit: u16| {
            let page = client.retail_page(&self.page_query(cursor, limit)).await?;
            Ok((page.invoices, page.next_cursor))
        };
        pages::first(self.limit.unwrap_or(usize::MAX), PAGE, page).await
    }

    fn page_query(&self, cursor: Option<&str>, limit: u16) -> ListQuery {
        ListQuery {
            sub_type: self.subtype,
            vendor: self.vendor.clone(),
            currency: self.currency.clone(),
            from: self.from,
            to: self.to,
            words: self.query.clone(),
            order: self.sort,
            limit: Some(limit),
            cursor: cursor.map(str::to_owned),
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
