//! A category that only this file registers: the service supports it without any other change.
//!
//! It is linked into the test binary, so that all other tests run with it.

use std::sync::Arc;

use async_trait::async_trait;
use bytes::Bytes;
use invoices_domain::MailAddress;
use invoices_domain::mail::MailContent;
use invoices_domain::ports::{DependencyError, NotAMail, Reader, ReaderError};
use invoices_domain::reading::{DocumentKind, MailContext, ParserTag, Reading};
use invoices_tests::support::database::Database::{self, Sqlite};
use invoices_tests::support::mails::{at, receipt};
use invoices_tests::support::world::World;
use parser_kit::detail::{Common, tagged_record, tagged_schema};
use parser_kit::{Category, Field, Page, Phrases, Receipt, VendorEntry, phrases};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value, json};

const SUB_TYPE: &str = "beekeeping";
const SENDER: &str = "kvitto@beekeeper.example.com";

const HIVE: Field<String> = Field::new("hive");
static HIVE_LABEL: Phrases = phrases!["bikupa"];

parser_kit::register!(Category {
    sub_type: SUB_TYPE,
    description: "Bees and what they need.",
    version: 1,
    vendors: &[VendorEntry {
        id: "beekeeper",
        name: "Beekeeper",
        senders: &[SENDER],
        subjects: &["Kvitto"],
    }],
    layouts: &[],
    schema: |generator| tagged_schema::<BeekeepingInvoice>(generator, SUB_TYPE),
    detail,
});

/// The detail record of the category.
#[derive(Default, Serialize, JsonSchema)]
struct BeekeepingInvoice {
    #[serde(flatten)]
    common: Common,
    /// The kind of hive.
    #[serde(skip_serializing_if = "Option::is_none")]
    hive: Option<String>,
}

fn detail(page: &Page<'_>, receipt: &mut Receipt) -> Map<String, Value> {
    receipt.set(HIVE, page.text(&HIVE_LABEL));
    let record = BeekeepingInvoice {
        common: Common::from(&receipt.stated()),
        hive: receipt.get(HIVE),
    };
    tagged_record(SUB_TYPE, &record)
}

/// A receipt of the category's vendor.
fn honey() -> Vec<u8> {
    let html = "<h1>Tack för ditt köp!</h1><p>Ordernummer: BI-7</p><p>Orderdatum: 2026-11-10</p>\
                <p>Bikupa: Lågnormal</p><p>Totalt: 249,50 kr</p>";
    receipt(SENDER, "Kvitto", at("2026-11-10T08:00:00Z"), html)
}

/// Reads documents in this process, which alone has the category.
struct ThisProcess(Arc<dyn Reader>);

#[async_trait]
impl Reader for ThisProcess {
    fn at_once(&self) -> u32 {
        self.0.at_once()
    }

    fn parsers(&self) -> Vec<ParserTag> {
        invoices_parsers::parsers()
    }

    async fn prepare(&self) -> Result<Vec<String>, DependencyError> {
        self.0.prepare().await
    }

    async fn open_mail(
        &self,
        message: Bytes,
        authserv_id: Option<&str>,
        forwarders: &[MailAddress],
    ) -> Result<Result<MailContent, NotAMail>, ReaderError> {
        self.0.open_mail(message, authserv_id, forwarders).await
    }

    async fn read(&self, kind: DocumentKind, bytes: Bytes, context: MailContext) -> Result<Reading, ReaderError> {
        Ok(invoices_parsers::read(kind, &bytes, &context))
    }
}

async fn world(database: Database) -> World {
    let world = World::start(database).await;
    world
        .with_ports(|ports| ports.reader = Arc::new(ThisProcess(ports.reader.clone())))
        .await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_mail_becomes_an_invoice_of_the_category() {
    let world = world(Sqlite).await;
    let alva = world.connects("Alva").await;
    world.sandbox.add(&honey());
    let data = alva.fetches_category(SUB_TYPE).await;
    assert_eq!(
        (&data["totalEmailsFound"], &data["byVendor"], &data["errors"]),
        (&json!(1), &json!({"beekeeper": 1}), &json!([]))
    );
    assert!(
        world.objects()[0].starts_with(&format!("invoices/{}/retail/beekeeping/beekeeper_2026-11-10_", alva.id)),
        "{:?}",
        world.objects()
    );

    let list = alva.gets("/v1/invoices/retail?subtype=beekeeping").await.data(200)["invoices"].clone();
    let invoice_id = list[0]["invoice_id"].clone();
    assert_eq!(
        list,
        json!([{
            "invoice_id": invoice_id, "vendor_name": "Beekeeper", "sub_type": SUB_TYPE, "invoice_date": "2026-11-10",
            "total_amount": 249.5, "currency": "SEK"
        }])
    );
    assert_eq!(
        alva.detail_of(&list[0]).await,
        json!({
            "invoice_id": invoice_id, "sub_type": SUB_TYPE, "vendor_name": "Beekeeper", "order_id": "BI-7",
            "invoice_date": "2026-11-10", "total_amount": 249.5, "currency": "SEK", "hive": "Lågnormal"
        })
    );
    alva.deletes_retail(&invoice_id).await.data(200);
    assert_eq!(alva.lists_retail().await, Vec::<Value>::new());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_category_is_counted() {
    let world = world(Sqlite).await;
    let alva = world.connects("Alva").await;
    let counts = || async { alva.gets("/v1/invoices/retail?counts=true").await.data(200)["counts"].clone() };
    assert_eq!(counts().await[SUB_TYPE], 0);
    assert_eq!(
        counts().await.as_object().unwrap().len(),
        world.app.catalogue().categories().len()
    );
    world.sandbox.add(&honey());
    alva.fetches_retail().await;
    assert_eq!(counts().await[SUB_TYPE], 1);
    let own = alva.gets("/v1/invoices/retail?counts=true&subtype=beekeeping").await;
    assert_eq!(*own.data(200), json!({"type": "counts", "counts": {"beekeeping": 1}}));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_category_is_among_the_valid_options() {
    let world = world(Sqlite).await;
    let alva = world.signs_up("Alva").await;
    let answer = alva.gets("/v1/invoices/retail?subtype=honey").await;
    let message = answer.fails(400, "INVALID_REQUEST");
    assert!(
        message.starts_with("Invalid subtype 'honey'. Valid options: beekeeping, "),
        "{message}"
    );
    let answer = alva
        .posts("/v1/invoices/retail/ingest", &json!({"vendor_category": "honey"}))
        .await;
    let message = answer.fails(400, "INVALID_REQUEST");
    assert!(
        message.contains("vendor_category") && message.contains(SUB_TYPE),
        "{message}"
    );
}

#[test]
fn the_document_lists_the_category() {
    let document = invoices_api::document(&invoices_parsers::catalogue().unwrap());
    let schemas = &document["components"]["schemas"];
    assert_eq!(schemas["KnownSubType"]["enum"][0], SUB_TYPE);
    assert_eq!(schemas["SubType"]["x-extensible-enum"][0], SUB_TYPE);
    let record = &schemas["BeekeepingInvoice"]["allOf"][1];
    assert_eq!(record["properties"]["sub_type"]["enum"], json!([SUB_TYPE]));
    assert_eq!(record["properties"]["hive"]["type"], "string");
    let details = &schemas["InvoiceDetails"];
    let reference = "#/components/schemas/BeekeepingInvoice";
    assert_eq!(details["discriminator"]["mapping"][SUB_TYPE], reference);
    assert!(
        details["oneOf"]
            .as_array()
            .unwrap()
            .contains(&json!({"$ref": reference}))
    );
}
