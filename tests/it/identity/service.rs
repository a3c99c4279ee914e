//! The invoices that a user sees after an ingest of the mails of purchases are the purchases.

use std::collections::{BTreeMap, BTreeSet};

use chrono::TimeDelta;
use fastrand::Rng;
use futures::future::join_all;
use invoices_tests::support::database::Database::Postgres;
use invoices_tests::support::user::User;
use invoices_tests::support::world::World;
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use super::kinds::purchases;
use super::purchase::{Purchase, SHOPS};
use super::seeds;

/// How a mail comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Mailbox,
    SecondMailbox,
    HandedOver,
}

const WAYS: [Way; 3] = [Way::Mailbox, Way::SecondMailbox, Way::HandedOver];

/// A mail that comes: the purchase, the place among its letters, and how.
type Delivery = (usize, usize, Way);

/// Which purchase, and which of its invoices.
type Invoice = (usize, usize);

/// Every mail, in any order. Some come again in another way, and those of some purchases in every way.
fn deliveries(purchases: &[Purchase], rng: &mut Rng) -> Vec<Delivery> {
    let mut deliveries = Vec::new();
    for (nth, purchase) in purchases.iter().enumerate() {
        let comes_three_ways = rng.u8(..5) == 0;
        for place in 0..purchase.letters.len() {
            let mut ways = WAYS;
            rng.shuffle(&mut ways);
            let count = if comes_three_ways {
                3
            } else {
                1 + usize::from(rng.u8(..8) == 0)
            };
            deliveries.extend(ways[..count].iter().map(|way| (nth, place, *way)));
        }
    }
    rng.shuffle(&mut deliveries);
    deliveries
}

/// The mail as its way delivers it.
fn delivered(purchases: &[Purchase], (nth, place, way): Delivery) -> Vec<u8> {
    let purchase = &purchases[nth];
    let letter = &purchase.letters[place];
    let mail = letter.mail(purchase.shop);
    // An export keeps the mail's own time, a provider that of its arrival.
    let delay = match way {
        Way::Mailbox => 20,
        Way::SecondMailbox => 40,
        Way::HandedOver => return mail,
    };
    let arrived = (letter.received + TimeDelta::seconds(delay)).to_rfc2822();
    [format!("Received: by mx.example.com; {arrived}\r\n").as_bytes(), &mail].concat()
}

fn vendors() -> Value {
    let vendors = SHOPS.iter().map(|shop| {
        json!({
            "vendor_id": shop.id, "vendor_name": shop.name, "sub_type": shop.sub_type,
            "email_patterns": [shop.address()]
        })
    });
    vendors.collect()
}

/// A user with two mailboxes of their own.
struct Recipient<'w> {
    user: User<'w>,
    mailboxes: [String; 2],
    /// The letters by the ids of their messages.
    letters: BTreeMap<String, (usize, usize)>,
}

impl<'w> Recipient<'w> {
    async fn signs_up(world: &'w World, name: &str) -> Self {
        let user = world.signs_up(name).await;
        for shop in &SHOPS {
            user.posts("/v1/sources/trusted", &json!({"sender": shop.address()}))
                .await
                .data(201);
        }
        let mailbox = |nth: usize| format!("{}-{nth}@example.com", name.to_lowercase());
        Recipient {
            user,
            mailboxes: [mailbox(1), mailbox(2)],
            letters: BTreeMap::new(),
        }
    }

    /// Takes these mails in one run of each way.
    async fn takes(&mut self, purchases: &[Purchase], deliveries: &[Delivery]) {
        for way in WAYS {
            let of_way = deliveries.iter().filter(|delivery| delivery.2 == way);
            let mails: Vec<_> = of_way.map(|of| ((of.0, of.1), delivered(purchases, *of))).collect();
            for (letter, mail) in &mails {
                let id = match way {
                    Way::Mailbox => self.user.world.sandbox.add_to(&self.mailboxes[0], mail),
                    Way::SecondMailbox => self.user.world.sandbox.add_to(&self.mailboxes[1], mail),
                    Way::HandedOver => self.hands_over(mail).await,
                };
                self.letters.insert(id, *letter);
            }
            match way {
                _ if mails.is_empty() => {}
                Way::Mailbox => self.reads(0).await,
                Way::SecondMailbox => self.reads(1).await,
                Way::HandedOver => {}
            }
        }
    }

    async fn hands_over(&self, mail: &[u8]) -> String {
        let sent = self
            .user
            .posts_raw("/v1/mail/messages", "message/rfc822", mail.to_vec());
        let answer = sent.await;
        let id = answer.data(200)["message_id"].as_str();
        id.unwrap_or_else(|| panic!("{:?}", answer.body)).to_owned()
    }

    /// Reads all mails of a mailbox.
    async fn reads(&self, mailbox: usize) {
        self.user.connects(&self.mailboxes[mailbox]).await;
        self.user.ingests_days("2023-01-01", "2026-11-18").await.data(200);
    }

    /// The invoices whose documents an invoice consists of, by the invoice's id.
    async fn stated(&self, purchases: &[Purchase]) -> BTreeMap<String, BTreeSet<Invoice>> {
        let mut stated: BTreeMap<String, BTreeSet<Invoice>> = BTreeMap::new();
        let mut cursor = String::new();
        loop {
            let page = self.user.gets(&format!("/v1/mail/messages?limit=100{cursor}")).await;
            let page = page.data(200);
            for message in page["messages"].as_array().unwrap() {
                let (nth, place) = self.letters[message["message_id"].as_str().unwrap()];
                let letter = &purchases[nth].letters[place];
                for document in message["documents"].as_array().unwrap() {
                    let part = document["part"].as_str().unwrap();
                    let paper = match part.strip_prefix("pdf-") {
                        Some(at) => letter.files.get(at.parse::<usize>().unwrap()),
                        None => letter.text.as_ref(),
                    };
                    for id in document["invoice_ids"].as_array().unwrap() {
                        let paper = paper.unwrap_or_else(|| panic!("{part} of {letter:#?}"));
                        let id = id.as_str().unwrap().to_owned();
                        stated.entry(id).or_default().insert((nth, paper.invoice));
                    }
                }
            }
            match page["next_cursor"].as_str() {
                Some(next) => cursor = format!("&cursor={next}"),
                None => return stated,
            }
        }
    }

    /// Fails unless the listed invoices are the purchases.
    async fn assert_purchases(&self, purchases: &[Purchase], arrival: &str) {
        let stated = self.stated(purchases).await;
        let mut found: BTreeMap<BTreeSet<Invoice>, Vec<Value>> = BTreeMap::new();
        for invoice in self.user.lists_retail().await {
            let id = invoice["invoice_id"].as_str().unwrap();
            let of = stated.get(id).cloned().unwrap_or_default();
            let shown = json!([
                invoice["vendor_name"],
                invoice["total_amount"],
                invoice["currency"],
                invoice["cancelled"] == true
            ]);
            found.entry(of).or_default().push(shown);
        }
        for (nth, purchase) in purchases.iter().enumerate() {
            let shop = purchase.shop;
            for (place, counted) in purchase.counted.iter().enumerate() {
                let expected = json!([shop.name, counted.total, shop.currency(), counted.is_cancelled]);
                let found = found.remove(&BTreeSet::from([(nth, place)]));
                assert_eq!(
                    found,
                    Some(vec![expected]),
                    "{arrival}: invoice {place} of {purchase:#?}"
                );
            }
        }
        assert!(found.is_empty(), "{arrival}: {found:?}");
    }
}

/// Every worker of the service runs jobs during a call.
async fn with_all_workers<T>(world: &World, call: impl Future<Output = T>) -> T {
    let stop = CancellationToken::new();
    let called = async {
        let result = call.await;
        stop.cancel();
        result
    };
    let workers = world.service().workers();
    let running = join_all(workers.iter().map(|worker| worker.run(stop.clone())));
    tokio::join!(called, running).0
}

/// Whatever the order of the mails, the runs in which they come, the ways, the copies, and the number of workers.
// Shows: Retail invoices | The invoices of mails are the purchases, whatever the order of the mails, the runs, the ways and copies in which they come, and the number of workers
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn listed_invoices_are_purchases() {
    for seed in seeds(1) {
        let mut rng = Rng::with_seed(seed);
        let purchases = purchases(&mut rng, 1);
        let world = World::with(Postgres, |config| {
            config.pipeline.workers = 8;
            config.database.connections = 10;
        });
        let world = world.await.with_only_vendors(&vendors()).await;

        let mut alva = Recipient::signs_up(&world, "Alva").await;
        let all = deliveries(&purchases, &mut rng);
        for run in all.chunks(all.len().div_ceil(4)) {
            alva.takes(&purchases, run).await;
        }
        let arrival = format!("seed {seed}, one worker, {all:?}");
        alva.assert_purchases(&purchases, &arrival).await;

        let mut bo = Recipient::signs_up(&world, "Bo").await;
        let all = deliveries(&purchases, &mut rng);
        with_all_workers(&world, bo.takes(&purchases, &all)).await;
        let arrival = format!("seed {seed}, eight workers, {all:?}");
        bo.assert_purchases(&purchases, &arrival).await;
    }
}
