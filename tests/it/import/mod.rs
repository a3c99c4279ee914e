//! Mails that a user submits, and trusted senders.

mod dates;
mod forwarded;
mod handing_over;
mod in_a_browser;
mod same_mail;
mod trust;

use invoices_tests::support::answer::Answer;
use invoices_tests::support::database::Database;
use invoices_tests::support::user::User;
use invoices_tests::support::world::World;
use serde_json::{Value, json};
use test_servers::dns::{Dns, Signer};

/// The domain of the vendor [`invoices_tests::support::mails::grocery`] is from.
const GROCER: &str = "ica.se";
const SIGNED: &[&str] = &["From", "To", "Subject", "Date"];

/// A service that looks for keys on a name server of its own, and the keys of a vendor and the landlord.
pub(crate) struct Signed {
    pub(crate) world: World,
    dns: Dns,
    grocer: Signer,
    landlord: Signer,
    /// Of the domain of the users' addresses.
    users: Signer,
}

impl Signed {
    pub(crate) async fn start(database: Database) -> Self {
        let dns = Dns::start().unwrap();
        let address = dns.address();
        let world = World::with(database, |config| config.pipeline.dns_server = Some(address)).await;
        let of = |domain: &str| {
            let signer = Signer::new(domain).unwrap();
            signer.publish(&dns).unwrap();
            signer
        };
        Signed {
            grocer: of(GROCER),
            landlord: of("landlord.example.com"),
            users: of("example.com"),
            world,
            dns,
        }
    }

    pub(crate) fn by_grocer(&self, mail: &[u8]) -> Vec<u8> {
        self.grocer.sign(mail, SIGNED).unwrap()
    }

    fn by_user(&self, mail: &[u8]) -> Vec<u8> {
        self.users.sign(mail, SIGNED).unwrap()
    }

    fn by_landlord(&self, mail: &[u8]) -> Vec<u8> {
        self.landlord.sign(mail, SIGNED).unwrap()
    }
}

async fn hands_over(user: &User<'_>, mail: &[u8]) -> Answer {
    user.posts_raw("/v1/mail/messages", "message/rfc822", mail.to_vec())
        .await
}

/// Hands over a mail, and returns its state and the reason.
async fn becomes(user: &User<'_>, mail: &[u8]) -> (String, String) {
    let answer = hands_over(user, mail).await;
    let data = answer.data(200);
    let text = |key: &str| data[key].as_str().unwrap_or_default().to_owned();
    (text("state"), text("reason"))
}

async fn trusts(user: &User<'_>, sender: &str) -> Value {
    let answer = user.posts("/v1/sources/trusted", &json!({"sender": sender})).await;
    answer.data(201).clone()
}

fn totals(invoices: &[Value]) -> Vec<f64> {
    invoices
        .iter()
        .map(|invoice| invoice["total_amount"].as_f64().unwrap())
        .collect()
}
