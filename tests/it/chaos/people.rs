//! Who uses the service while it dies, what comes into their mailboxes, and what must have become of it in the end.

use std::collections::BTreeMap;
use std::time::Duration;

use chrono::{DateTime, Datelike, Months, NaiveTime, TimeDelta, Utc};
use fastrand::Rng;
use invoices_sandbox::SandboxHandle;
use invoices_sandbox::sample::{Amount, Draft, Item, Receipt, RentNotice, rent_mail};
use reqwest::Method;
use serde_json::{Value, json};
use tokio::time::{sleep, timeout};

use crate::mails::unauthenticated;
use crate::replica::Replica;

const PASSWORD: &str = "a password of some length";
/// Between two tries of someone who was refused.
const PATIENCE: Duration = Duration::from_millis(50);
/// Names, senders and subjects of shops that the service knows.
const SHOPS: [(&str, &str, &str); 3] = [
    ("ICA", "kvitto@ica.se", "Ditt kvitto"),
    ("Coop", "kvitto@coop.se", "Kvitto"),
    ("Mathem", "hej@mathem.se", "Orderbekräftelse"),
];

/// What people ask for again and again.
pub const INGESTS: [&str; 3] = [
    "/v1/invoices/rental/ingest/latest",
    "/v1/invoices/retail/ingest",
    "/v1/invoices/rental/ingest",
];

/// A user with a mailbox.
pub struct Person {
    mailbox: String,
    token: String,
    /// Everything ever bought or rented costs something else.
    last_total: i64,
    orders: Vec<Order>,
    notices: Vec<(RentNotice, DateTime<Utc>)>,
    /// How many months back notices came.
    months: u32,
}

struct Order {
    shop: usize,
    receipt: Receipt,
    /// The user deletes it.
    doomed: bool,
}

impl Person {
    /// Signs up and connects a mailbox.
    pub async fn joins(phone: &Phone, sandbox: &SandboxHandle, number: usize) -> Self {
        let (email, mailbox) = (
            format!("user-{number}@example.com"),
            format!("mailbox-{number}@example.com"),
        );
        let account = json!({"email": email, "name": "Alva", "password": PASSWORD});
        let (status, body) = phone
            .asks(Method::POST, "/v1/auth/signup", Some(&account))
            .await
            .unwrap();
        assert_eq!(status, 201, "{body}");
        let person = Person {
            mailbox,
            token: body["data"]["access_token"].as_str().unwrap().to_owned(),
            last_total: 10_000,
            orders: Vec::new(),
            notices: Vec::new(),
            months: 0,
        };
        let tokens = sandbox.issue_tokens_for(&person.mailbox, SandboxHandle::default_scopes());
        let tokens = json!({"access_token": tokens.access, "refresh_token": tokens.refresh});
        let phone = person.phone(phone);
        let (status, body) = phone
            .asks(Method::POST, "/v1/auth/mail/store-tokens", Some(&tokens))
            .await
            .unwrap();
        assert_eq!(status, 201, "{body}");
        person
    }

    /// What this user holds in the hand while that process answers.
    pub fn phone(&self, to: &Phone) -> Phone {
        Phone {
            token: self.token.clone(),
            ..to.clone()
        }
    }

    /// Mails come: a receipt, whose invoice the user may come to delete, a rent notice, and whatever chance will have.
    pub fn gets_mail(&mut self, sandbox: &SandboxHandle, rng: &mut Rng, mails: usize, regretted: bool) {
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
                order.doomed = regretted;
            }
        }
    }

    fn mail(&mut self, rng: &mut Rng, kind: u32) -> Vec<Vec<u8>> {
        let lately = Utc::now() - TimeDelta::minutes(rng.i64(1..600));
        match kind {
            0..40 => vec![self.receipt(rng, lately)],
            40..55 => vec![self.notice(0)],
            // Two of one month come together: both are found before it is processed.
            55..60 => {
                let first = self.notice(0);
                self.months -= 1;
                vec![first, self.notice(1)]
            }
            60..75 => self.receipt_again(rng, lately).into_iter().collect(),
            75..80 => self.notice_again(rng).into_iter().collect(),
            80..90 => vec![unauthenticated(&self.forged(lately))],
            _ => vec![noise(lately)],
        }
    }

    fn total(&mut self) -> Amount {
        self.last_total += 101;
        Amount(self.last_total)
    }

    fn receipt(&mut self, rng: &mut Rng, received: DateTime<Utc>) -> Vec<u8> {
        let price = self.total();
        let order = Order {
            shop: rng.usize(0..SHOPS.len()),
            receipt: receipt(price, received),
            doomed: false,
        };
        let eml = order.mail(received);
        self.orders.push(order);
        eml
    }

    /// The shop sends a receipt once more.
    fn receipt_again(&self, rng: &mut Rng, received: DateTime<Utc>) -> Option<Vec<u8>> {
        let orders: Vec<&Order> = self.orders.iter().filter(|order| !order.doomed).collect();
        Some(rng.choice(orders)?.mail(received))
    }

    /// A notice of the next month back that has none.
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

    /// The landlord sends a notice once more.
    fn notice_again(&self, rng: &mut Rng) -> Option<Vec<u8>> {
        let (notice, received) = rng.choice(&self.notices)?;
        Some(rent_mail(notice, *received + TimeDelta::minutes(rng.i64(1..60))).eml())
    }

    /// Whatever was read from it would be an invoice too many.
    fn forged(&mut self, received: DateTime<Utc>) -> Vec<u8> {
        let order = Order {
            shop: 0,
            receipt: receipt(self.total(), received),
            doomed: false,
        };
        order.mail(received)
    }

    /// The totals of the retail invoices that are to be there in the end, in order.
    pub fn retail(&self) -> Vec<Amount> {
        self.orders
            .iter()
            .filter(|order| !order.doomed)
            .map(|order| order.receipt.total())
            .collect()
    }

    /// The ids and totals of the rental invoices.
    pub fn rental(&self) -> BTreeMap<String, Amount> {
        let expected = self.notices.iter().map(|(notice, _)| notice.expectation());
        expected.map(|notice| (notice.invoice_id, notice.total)).collect()
    }

    /// The totals of those that the user deletes.
    pub fn doomed(&self) -> Vec<Amount> {
        self.orders
            .iter()
            .filter(|order| order.doomed)
            .map(|order| order.receipt.total())
            .collect()
    }
}

impl Order {
    fn mail(&self, received: DateTime<Utc>) -> Vec<u8> {
        let (_, sender, subject) = SHOPS[self.shop];
        let receipt = Receipt {
            shop: SHOPS[self.shop].0.into(),
            ..self.receipt.clone()
        };
        receipt.mail(sender, subject, received).eml()
    }
}

fn receipt(price: Amount, received: DateTime<Utc>) -> Receipt {
    Receipt {
        shop: String::new(),
        order_number: format!("A{:07}", price.0),
        order_date: received.date_naive(),
        items: vec![Item {
            name: "Knäckebröd råg".into(),
            quantity: 1,
            price,
        }],
        delivery: None,
        currency: "kr".into(),
    }
}

/// A shop's mail that states no amount.
fn noise(received: DateTime<Utc>) -> Vec<u8> {
    let (shop, sender, subject) = SHOPS[0];
    let text = format!("Hej! Kvittot kommer i ett eget mejl. {}\n", received.timestamp());
    Draft {
        text,
        ..Draft::new(shop, sender, subject, received)
    }
    .eml()
}

/// Asks one process for one user.
#[derive(Clone)]
pub struct Phone {
    http: reqwest::Client,
    url: String,
    token: String,
}

impl Phone {
    /// Nobody's yet.
    pub fn to(http: &reqwest::Client, replica: &Replica) -> Self {
        Phone {
            http: http.clone(),
            url: replica.url(""),
            token: String::new(),
        }
    }

    /// Status and body of an answer; `None` when it was cut off.
    pub async fn asks(&self, method: Method, path: &str, body: Option<&Value>) -> Option<(u16, Value)> {
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

    /// Ingests and deletes again and again, until the process is gone.
    pub async fn uses(self, doomed: Vec<Amount>) -> Option<()> {
        loop {
            for ingest in INGESTS {
                self.asks(Method::POST, ingest, None).await?;
            }
            self.deletes(&doomed).await?;
            sleep(PATIENCE).await;
        }
    }

    /// Deletes the retail invoices over these totals that are there.
    pub async fn deletes(&self, doomed: &[Amount]) -> Option<()> {
        for invoice in self.retail().await? {
            if doomed.contains(&amount(&invoice["total_amount"])) {
                let path = format!("/v1/invoices/retail/{}", invoice["invoice_id"].as_str().unwrap());
                self.asks(Method::DELETE, &path, None).await?;
            }
        }
        Some(())
    }

    /// Ingests and then leaves, whatever it takes, until the process is gone. `Some` when the account is gone.
    pub async fn leaves(self) -> Option<()> {
        let ingest = self.asks(Method::POST, "/v1/invoices/retail/ingest", None);
        let _ = timeout(PATIENCE, ingest).await;
        loop {
            // 401: it was gone already.
            if let (200 | 401, _) = self.asks(Method::DELETE, "/v1/user/me", None).await? {
                return Some(());
            }
            sleep(PATIENCE).await;
        }
    }

    /// The list of retail invoices.
    pub async fn retail(&self) -> Option<Vec<Value>> {
        let (_, body) = self.asks(Method::GET, "/v1/invoices/retail", None).await?;
        Some(body["data"]["invoices"].as_array().cloned().unwrap_or_default())
    }

    /// The rental invoices of all years.
    pub async fn rental(&self) -> Option<Vec<Value>> {
        let (_, body) = self.asks(Method::GET, "/v1/invoices/rental", None).await?;
        let years = body["data"]["invoices"].as_object().cloned().unwrap_or_default();
        Some(years.values().filter_map(Value::as_array).flatten().cloned().collect())
    }
}

/// A JSON number in hundredths; the decimal as it stands there, no float.
pub fn amount(number: &Value) -> Amount {
    let text = number.to_string();
    let (whole, part) = text.split_once('.').unwrap_or((&text, ""));
    format!("{whole}{part:0<2}").parse().map_or(Amount(-1), Amount)
}
