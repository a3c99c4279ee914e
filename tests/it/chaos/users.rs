//! The users of the service, the mails that they receive, and the invoices that they must have in the end.

use std::collections::BTreeMap;
use std::time::Duration;

use chrono::{DateTime, Datelike, Months, NaiveDate, NaiveTime, TimeDelta, Utc};
use fastrand::Rng;
use invoices_sandbox::SandboxHandle;
use invoices_sandbox::sample::{Amount, Draft, RentNotice, rent_mail};
use invoices_tests::support::mails::unauthenticated;
use invoices_tests::support::replica::Replica;
use reqwest::Method;
use serde_json::{Value, json};
use tokio::time::{sleep, timeout};

const PASSWORD: &str = "a password of some length";
/// The pause between two requests of a loop.
const PAUSE: Duration = Duration::from_millis(50);
/// Names, senders and subjects of built-in vendors.
const SHOPS: [(&str, &str, &str); 3] = [
    ("ICA", "kvitto@ica.se", "Ditt kvitto"),
    ("Coop", "kvitto@coop.se", "Kvitto"),
    ("Mathem", "hej@mathem.se", "Orderbekräftelse"),
];

/// The ingests that users request again and again.
pub const INGESTS: [&str; 3] = [
    "/v1/invoices/rental/ingest/latest",
    "/v1/invoices/retail/ingest",
    "/v1/invoices/rental/ingest",
];

/// A user with a mailbox.
pub struct TestUser {
    mailbox: String,
    token: String,
    /// Every invoice has another total.
    last_total: i64,
    orders: Vec<Order>,
    notices: Vec<(RentNotice, DateTime<Utc>)>,
    /// How many months back there are notices.
    months: u32,
}

struct Order {
    shop: usize,
    total: Amount,
    ordered: NaiveDate,
    /// Whether the user deletes the invoice.
    deleted: bool,
}

impl TestUser {
    /// Signs up and connects a mailbox.
    pub async fn signs_up(client: &Client, sandbox: &SandboxHandle, number: usize) -> Self {
        let (email, mailbox) = (
            format!("user-{number}@example.com"),
            format!("mailbox-{number}@example.com"),
        );
        let account = json!({"email": email, "name": "Alva", "password": PASSWORD});
        let (status, body) = client
            .sends(Method::POST, "/v1/auth/signup", Some(&account))
            .await
            .unwrap();
        assert_eq!(status, 201, "{body}");
        let user = TestUser {
            mailbox,
            token: body["data"]["access_token"].as_str().unwrap().to_owned(),
            last_total: 10_000,
            orders: Vec::new(),
            notices: Vec::new(),
            months: 0,
        };
        let tokens = sandbox.issue_tokens_for(&user.mailbox, SandboxHandle::default_scopes());
        let tokens = json!({"access_token": tokens.access, "refresh_token": tokens.refresh});
        let client = user.client(client);
        let (status, body) = client
            .sends(Method::POST, "/v1/auth/mail/store-tokens", Some(&tokens))
            .await
            .unwrap();
        assert_eq!(status, 201, "{body}");
        user
    }

    /// A client of the same process with the token of this user.
    pub fn client(&self, to: &Client) -> Client {
        Client {
            token: self.token.clone(),
            ..to.clone()
        }
    }

    /// Adds mails: a receipt, whose invoice the user may delete later, a rent notice, and random others.
    pub fn gets_mail(&mut self, sandbox: &SandboxHandle, rng: &mut Rng, mails: usize, deleted_later: bool) {
        for nth in 0..mails {
            let kind = match nth {
                0 => 0,
                1 => 40,
                _ => rng.u32(0..100),
            };
            for eml in self.mail(rng, kind) {
                sandbox.add_to(&self.mailbox, &eml);
            }
            if let (0, Some(order)) = (nth, self.orders.last_mut()) {
                order.deleted = deleted_later;
            }
        }
    }

    fn mail(&mut self, rng: &mut Rng, kind: u32) -> Vec<Vec<u8>> {
        let lately = Utc::now() - TimeDelta::minutes(rng.i64(1..600));
        match kind {
            0..40 => vec![self.receipt(rng, lately)],
            40..55 => vec![self.notice(0)],
            // Two notices of one month arrive together, before the month is processed.
            55..60 => {
                let first = self.notice(0);
                self.months -= 1;
                vec![first, self.notice(1)]
            }
            60..75 => self.receipt_again(rng, lately).into_iter().collect(),
            75..80 => self.notice_again(rng).into_iter().collect(),
            80..90 => vec![unauthenticated(&self.forged(lately))],
            _ => vec![mail_without_amount(lately)],
        }
    }

    fn total(&mut self) -> Amount {
        self.last_total += 101;
        Amount(self.last_total)
    }

    fn receipt(&mut self, rng: &mut Rng, received: DateTime<Utc>) -> Vec<u8> {
        let order = Order {
            total: self.total(),
            ordered: received.date_naive(),
            shop: rng.usize(0..SHOPS.len()),
            deleted: false,
        };
        let eml = order.mail(received);
        self.orders.push(order);
        eml
    }

    /// A copy of an earlier receipt.
    fn receipt_again(&self, rng: &mut Rng, received: DateTime<Utc>) -> Option<Vec<u8>> {
        let orders: Vec<&Order> = self.orders.iter().filter(|order| !order.deleted).collect();
        Some(rng.choice(orders)?.mail(received))
    }

    /// A notice of the latest month that has none.
    fn notice(&mut self, hours: i64) -> Vec<u8> {
        let now = Utc::now();
        let received = match self.months {
            0 => now - TimeDelta::minutes(1 + hours),
            back => {
                let day = now.date_naive().with_day(10).unwrap() - Months::new(back);
                day.and_time(NaiveTime::MIN).and_utc() + TimeDelta::hours(8 + hours)
            }
        };
        self.months += 1;
        let total = self.total();
        let notice = RentNotice {
            number: format!("10{:08}", total.0),
            lines: vec![("Hyra".into(), total)],
            ..RentNotice::issued_on(received.date_naive())
        };
        let eml = rent_mail(&notice, received).eml();
        self.notices.push((notice, received));
        eml
    }

    /// A copy of an earlier notice.
    fn notice_again(&self, rng: &mut Rng) -> Option<Vec<u8>> {
        let (notice, received) = rng.choice(&self.notices)?;
        Some(rent_mail(notice, *received + TimeDelta::minutes(rng.i64(1..60))).eml())
    }

    /// A receipt that must not become an invoice.
    fn forged(&mut self, received: DateTime<Utc>) -> Vec<u8> {
        let order = Order {
            shop: 0,
            total: self.total(),
            ordered: received.date_naive(),
            deleted: false,
        };
        order.mail(received)
    }

    /// The totals of the retail invoices that must be stored in the end, in the order of their mails.
    pub fn retail(&self) -> Vec<Amount> {
        self.orders
            .iter()
            .filter(|order| !order.deleted)
            .map(|order| order.total)
            .collect()
    }

    /// The ids and totals of the rental invoices that must be stored in the end.
    pub fn rental(&self) -> BTreeMap<String, Amount> {
        let notices = self.notices.iter().map(|(notice, _)| notice);
        notices.map(|notice| (notice.invoice_id(), notice.total())).collect()
    }

    /// The totals of the retail invoices that the user deletes.
    pub fn to_delete(&self) -> Vec<Amount> {
        self.orders
            .iter()
            .filter(|order| order.deleted)
            .map(|order| order.total)
            .collect()
    }
}

impl Order {
    fn mail(&self, received: DateTime<Utc>) -> Vec<u8> {
        let (shop, sender, subject) = SHOPS[self.shop];
        let (number, day, total) = (self.total.0, self.ordered, self.total.swedish());
        let html = format!(
            "<html lang=\"sv\"><body><h1>{shop}</h1><p>Tack för din beställning!</p><table>\
             <tr><td>Ordernummer</td><td>A{number:07}</td></tr><tr><td>Orderdatum</td><td>{day}</td></tr></table><table>\
             <tr><th>Produkt</th><th>Antal</th><th>Pris</th><th>Summa</th></tr>\
             <tr><td>Knäckebröd råg</td><td>1 st</td><td>{total} kr</td><td>{total} kr</td></tr>\
             <tr><td><b>Totalt</b></td><td></td><td></td><td><b>{total} kr</b></td></tr></table></body></html>"
        );
        Draft {
            html: Some(html),
            ..Draft::new(shop, sender, subject, received)
        }
        .eml()
    }
}

/// A mail of a vendor that states no amount.
fn mail_without_amount(received: DateTime<Utc>) -> Vec<u8> {
    let (shop, sender, subject) = SHOPS[0];
    let text = format!("Hej! Kvittot kommer i ett eget mejl. {}\n", received.timestamp());
    Draft {
        text,
        ..Draft::new(shop, sender, subject, received)
    }
    .eml()
}

/// A client of one process for one user.
#[derive(Clone)]
pub struct Client {
    http: reqwest::Client,
    url: String,
    token: String,
}

impl Client {
    /// A client without a token.
    pub fn to(http: &reqwest::Client, replica: &Replica) -> Self {
        Client {
            http: http.clone(),
            url: replica.url(""),
            token: String::new(),
        }
    }

    /// Status and body of an answer. `None` when the connection broke.
    pub async fn sends(&self, method: Method, path: &str, body: Option<&Value>) -> Option<(u16, Value)> {
        let mut request = self
            .http
            .request(method, format!("{}{path}", self.url))
            .bearer_auth(&self.token);
        if let Some(body) = body {
            request = request.json(body);
        }
        let answer = request.send().await.ok()?;
        let status = answer.status().as_u16();
        let bytes = answer.bytes().await.ok()?;
        Some((status, serde_json::from_slice(&bytes).unwrap_or_default()))
    }

    /// Ingests and deletes in a loop until the process is dead.
    pub async fn uses(self, totals: Vec<Amount>) -> Option<()> {
        loop {
            for ingest in INGESTS {
                self.sends(Method::POST, ingest, None).await?;
            }
            self.deletes(&totals).await?;
            sleep(PAUSE).await;
        }
    }

    /// Deletes the stored retail invoices with these totals.
    pub async fn deletes(&self, totals: &[Amount]) -> Option<()> {
        for invoice in self.retail().await? {
            if totals.contains(&amount(&invoice["total_amount"])) {
                let path = format!("/v1/invoices/retail/{}", invoice["invoice_id"].as_str().unwrap());
                self.sends(Method::DELETE, &path, None).await?;
            }
        }
        Some(())
    }

    /// Ingests and then requests the deletion of the account until it succeeds. `None` when the process died first.
    pub async fn deletes_account(self) -> Option<()> {
        let ingest = self.sends(Method::POST, "/v1/invoices/retail/ingest", None);
        let _ = timeout(PAUSE, ingest).await;
        loop {
            // 401: it was deleted already.
            if let (200 | 401, _) = self.sends(Method::DELETE, "/v1/user/me", None).await? {
                return Some(());
            }
            sleep(PAUSE).await;
        }
    }

    /// The list of retail invoices.
    pub async fn retail(&self) -> Option<Vec<Value>> {
        let (_, body) = self.sends(Method::GET, "/v1/invoices/retail", None).await?;
        Some(body["data"]["invoices"].as_array().cloned().unwrap_or_default())
    }

    /// The rental invoices of all years.
    pub async fn rental(&self) -> Option<Vec<Value>> {
        let (_, body) = self.sends(Method::GET, "/v1/invoices/rental", None).await?;
        let years = body["data"]["invoices"].as_object().cloned().unwrap_or_default();
        Some(years.values().filter_map(Value::as_array).flatten().cloned().collect())
    }
}

/// A JSON number in hundredths, read as a decimal.
pub fn amount(number: &Value) -> Amount {
    let text = number.to_string();
    let (whole, part) = text.split_once('.').unwrap_or((&text, ""));
    format!("{whole}{part:0<2}").parse().map_or(Amount(-1), Amount)
}
