//! What a person wants of the client beyond the operations as they are.

use std::collections::BTreeMap;
use std::time::Duration;

use chrono::NaiveDate;
use progenitor_client::{ClientHooks, ClientInfo, OperationInfo};
use reqwest::StatusCode;
use reqwest::header::{AUTHORIZATION, HeaderValue};

use crate::{Client, Error, Secret, types};

/// Ingests answer within five and a half minutes; a client that hangs up earlier misses their answer.
const TIMEOUT: Duration = Duration::from_mins(6);
/// An export takes as long as its download.
const EXPORT_TIMEOUT: Duration = Duration::from_hours(6);
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// What a client sends with each request to say who calls.
#[derive(Clone, Debug, Default)]
pub struct Credentials {
    token: Option<Secret>,
}

/// The outcome of this month's rental invoice, with the service's sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LatestIngest {
    /// It was found and stored.
    Ingested(String),
    /// There was nothing to do, or the work goes on behind the answer.
    Processed(String),
    /// It was not sent yet.
    NotDispatched(String),
}

impl Client {
    /// A client of the service at `base_url`, without a token. Its requests wait for up to six minutes, an export for six hours.
    pub fn connect(base_url: &str) -> Result<Self, Error> {
        let client = reqwest::Client::builder()
            .connect_timeout(CONNECT_TIMEOUT)
            .timeout(TIMEOUT)
            .build()
            .map_err(Error::Unreachable)?;
        let base_url = base_url.trim_end_matches('/');
        Ok(Client::new_with_client(base_url, client, Credentials::default()))
    }

    /// The same client, sending this access token. The connections are shared.
    ///
    /// ```
    /// # fn main() -> Result<(), invoices_client::Error> {
    /// let client = invoices_client::Client::connect("https://invoices.example.com")?.with_token("eyJ…");
    /// assert!(!format!("{client:?}").contains("eyJ"));
    /// # Ok(())
    /// # }
    /// ```
    #[must_use]
    pub fn with_token(&self, token: impl Into<Secret>) -> Self {
        let mut client = self.clone();
        client.inner = Credentials {
            token: Some(token.into()),
        };
        client
    }

    /// Signs up, and returns a client with the new user's token.
    pub async fn sign_up(&self, email: &str, name: &str, password: impl Into<Secret>) -> Result<Self, Error> {
        self.sign_up_with(email, name, password.into(), None).await
    }

    /// Signs up with the code of an invitation, and returns a client with the new user's token.
    pub async fn sign_up_invited(
        &self,
        email: &str,
        name: &str,
        password: impl Into<Secret>,
        invitation: impl Into<Secret>,
    ) -> Result<Self, Error> {
        self.sign_up_with(email, name, password.into(), Some(invitation.into()))
            .await
    }

    async fn sign_up_with(
        &self,
        email: &str,
        name: &str,
        password: Secret,
        invitation: Option<Secret>,
    ) -> Result<Self, Error> {
        let body = types::SignupBody {
            email: email.to_owned(),
            invitation,
            name: name.to_owned(),
            password,
        };
        let session = self.user_signup(&body).await?.into_inner().data;
        Ok(self.with_token(session.access_token))
    }

    /// Logs in, and returns a client with the user's token.
    pub async fn log_in(&self, email: &str, password: impl Into<Secret>) -> Result<Self, Error> {
        let body = types::LoginBody {
            email: email.to_owned(),
            password: password.into(),
        };
        let session = self.user_login(&body).await?.into_inner().data;
        Ok(self.with_token(session.access_token))
    }

    /// All rental invoices by year; none is an empty map.
    ///
    /// ```no_run
    /// # async fn example(client: invoices_client::Client) -> Result<(), invoices_client::Error> {
    /// for (year, invoices) in client.rental_invoices().await? {
    ///     println!("{year}: {}", invoices.len());
    /// }
    /// # Ok(())
    /// # }
    /// ```
    pub async fn rental_invoices(&self) -> Result<BTreeMap<String, Vec<types::RentalInvoice>>, Error> {
        Ok(self.rental_page(&ListQuery::default()).await?.invoices)
    }

    /// One rental invoice; `None` if the caller has none of that id.
    pub async fn rental_invoice(&self, id: &str) -> Result<Option<types::RentalInvoice>, Error> {
        let envelope = self.rental_view(id).await?.into_inner();
        Ok(envelope.map(|envelope| envelope.data))
    }

    /// Retail invoices, newest first, of one sub-type or all.
    pub async fn retail_invoices(
        &self,
        sub_type: Option<types::KnownSubType>,
    ) -> Result<Vec<types::RetailInvoice>, Error> {
        Ok(self.retail_page(&ListQuery::of(sub_type)).await?.invoices)
    }

    /// One retail invoice in full. Fails with `INVALID_REQUEST`, status 404, if the caller has none of that id.
    pub async fn retail_invoice(
        &self,
        sub_type: types::KnownSubType,
        id: &str,
    ) -> Result<types::InvoiceDetails, Error> {
        let query = ListQuery::of(Some(sub_type));
        match self.list(types::InvoiceType::Retail, None, Some(id), &query).await? {
            Some(types::InvoiceList::RetailInvoiceDetails(details)) => Ok(details.invoice_details),
            _ => Err(another_list()),
        }
    }

    /// How many retail invoices there are of each sub-type, by its name.
    pub async fn retail_counts(&self) -> Result<BTreeMap<String, u64>, Error> {
        let query = ListQuery::default();
        match self.list(types::InvoiceType::Retail, Some(true), None, &query).await? {
            Some(types::InvoiceList::RetailCounts(counts)) => Ok(counts.counts),
            _ => Err(another_list()),
        }
    }

    /// Fetches this month's rental invoice.
    ///
    /// ```no_run
    /// # async fn example(client: invoices_client::Client) -> Result<(), invoices_client::Error> {
    /// use invoices_client::LatestIngest;
    /// match client.ingest_latest().await? {
    ///     LatestIngest::Ingested(sentence) | LatestIngest::Processed(sentence) => println!("{sentence}"),
    ///     LatestIngest::NotDispatched(sentence) => println!("{sentence} Try again tomorrow."),
    /// }
    /// # Ok(())
    /// # }
    /// ```
    pub async fn ingest_latest(&self) -> Result<LatestIngest, Error> {
        let response = self.rental_ingest_latest().await?;
        let sentence = response.headers().get("invoice-message");
        let sentence = sentence
            .and_then(|value| value.to_str().ok())
            .unwrap_or_default()
            .to_owned();
        let status = response.status();
        Ok(match response.into_inner() {
            None => LatestIngest::NotDispatched(sentence),
            Some(envelope) if status == StatusCode::CREATED => LatestIngest::Ingested(envelope.message),
            Some(envelope) => LatestIngest::Processed(envelope.message),
        })
    }

    /// A page of retail invoices, with the cursor of the next.
    pub async fn retail_page(&self, query: &ListQuery) -> Result<types::RetailInvoices, Error> {
        match self.list(types::InvoiceType::Retail, None, None, query).await? {
            Some(types::InvoiceList::RetailInvoices(list)) => Ok(list),
            _ => Err(another_list()),
        }
    }

    /// A page of rental invoices by year, with the cursor of the next. None is an empty page.
    pub async fn rental_page(&self, query: &ListQuery) -> Result<types::RentalInvoices, Error> {
        match self.list(types::InvoiceType::Rental, None, None, query).await? {
            None => Ok(types::RentalInvoices {
                invoice_count: 0,
                invoices: BTreeMap::new(),
                next_cursor: None,
            }),
            Some(types::InvoiceList::RentalInvoices(list)) => Ok(list),
            Some(_) => Err(another_list()),
        }
    }

    async fn list(
        &self,
        invoice_type: types::InvoiceType,
        counts: Option<bool>,
        id: Option<&str>,
        query: &ListQuery,
    ) -> Result<Option<types::InvoiceList>, Error> {
        let response = self
            .invoice_list(
                invoice_type,
                counts,
                query.currency.as_deref(),
                query.cursor.as_deref(),
                query.from.as_ref(),
                id,
                query.limit,
                query.words.as_deref(),
                query.order,
                query.sub_type,
                query.to.as_ref(),
                query.vendor.as_deref(),
            )
            .await?;
        Ok(response.into_inner().data)
    }
}

/// Which invoices to list, and how.
#[derive(Clone, Debug, Default)]
pub struct ListQuery {
    /// Only of this sub-type.
    pub sub_type: Option<types::KnownSubType>,
    /// Only of the vendor with this id or name; of rent, of the landlord with this name or address.
    pub vendor: Option<String>,
    /// Only in this currency. Invoices that state none are in SEK.
    pub currency: Option<String>,
    /// Dated on this day or later.
    pub from: Option<NaiveDate>,
    /// Dated on this day or earlier.
    pub to: Option<NaiveDate>,
    /// With this text in the vendor, a number or an item, or with this total.
    pub words: Option<String>,
    /// The order; the newest first when `None`.
    pub order: Option<types::ListOrder>,
    /// Maximum number of invoices of a page, up to 500; all when `None`.
    pub limit: Option<u16>,
    /// The `next_cursor` of the previous page.
    pub cursor: Option<String>,
}

impl ListQuery {
    fn of(sub_type: Option<types::KnownSubType>) -> Self {
        ListQuery {
            sub_type,
            ..ListQuery::default()
        }
    }
}

fn another_list() -> Error {
    Error::Unexpected("another kind of list".to_owned())
}

impl ClientHooks<Credentials> for Client {
    async fn pre<E>(
        &self,
        request: &mut reqwest::Request,
        operation: &OperationInfo,
    ) -> Result<(), progenitor_client::Error<E>> {
        if operation.operation_id == "user_export" {
            *request.timeout_mut() = Some(EXPORT_TIMEOUT);
        }
        if let Some(token) = &self.inner().token {
            let mut value = HeaderValue::try_from(format!("Bearer {}", token.expose())).map_err(|_| {
                progenitor_client::Error::InvalidRequest("the token isn't a valid header value".to_owned())
            })?;
            value.set_sensitive(true);
            request.headers_mut().insert(AUTHORIZATION, value);
        }
        Ok(())
    }

    /// An empty 204 reads as JSON `null`, which is `None` of the nullable envelope.
    async fn exec(&self, request: reqwest::Request, _: &OperationInfo) -> reqwest::Result<reqwest::Response> {
        let response = self.client().execute(request).await?;
        if response.status() != StatusCode::NO_CONTENT {
            return Ok(response);
        }
        let mut null = http::Response::new("null");
        *null.status_mut() = response.status();
        *null.headers_mut() = response.headers().clone();
        Ok(null.into())
    }
}
