//! Originals are the bytes as sent, and the service and `invoices parse` read the same from them, whatever charset a mail
//! is written in and whatever it declares.

use invoices_domain::reading::{MailContext, Outcome};
use invoices_parsers::read_file;
use invoices_tests::support::database::Database::Sqlite;
use invoices_tests::support::mails::GROCER;
use invoices_tests::support::world::World;
use serde_json::{Map, Value};

/// In the order of [`mails`]: one store each.
const STORES: [&str; 9] = [
    "Skåne",
    "Öland",
    "Åmål",
    "Ängelholm",
    "Växjö",
    "Malmö",
    "Gävle",
    "Luleå",
    "Umeå",
];

/// A receipt in every charset of real mails, and in some that declare none or the wrong one: what is declared, what kind of
/// text it is, and the text's bytes.
fn mails() -> Vec<(Option<&'static str>, &'static str, Vec<u8>)> {
    let html = |number: usize, euro: &str| {
        format!(
            "<html><body><h1>Tack för ditt köp!</h1><p>Ordernummer: 2041{number}</p><p>Butik: ICA {}</p>\
             <p>Orderdatum: 2026-11-10</p><p>{euro}</p><table><tr><td>Totalt att betala</td><td>1{number},50 kr</td></tr></table>\
             </body></html>",
            STORES[number]
        )
    };
    let plain = |number: usize| {
        format!(
            "Tack för ditt köp & välkommen åter <3\r\nOrdernummer: 2041{number}\r\nButik: ICA {}\r\nOrderdatum: 2026-11-10\r\n\
             Totalt att betala: 1{number},50 kr\r\n",
            STORES[number]
        )
    };
    // Every character here but the euro sign has the same place in Latin-1, Latin-9 and Windows-1252 as in Unicode.
    let single_byte = |text: &str, euro: u8| -> Vec<u8> {
        text.chars()
            .map(|c| {
                if c == '€' {
                    euro
                } else {
                    u8::try_from(u32::from(c)).unwrap()
                }
            })
            .collect()
    };
    let utf16 = |text: &str| -> Vec<u8> {
        std::iter::once(0xfeff)
            .chain(text.encode_utf16())
            .flat_map(u16::to_le_bytes)
            .collect()
    };
    vec![
        (Some("utf-8"), "html", html(0, "€").into_bytes()),
        (Some("iso-8859-1"), "html", single_byte(&html(1, ""), 0)),
        (Some("windows-1252"), "html", single_byte(&html(2, "€"), 0x80)),
        (Some("iso-8859-15"), "html", single_byte(&html(3, "€"), 0xa4)),
        (None, "html", single_byte(&html(4, "€"), 0x80)),
        (Some("utf-8"), "html", single_byte(&html(5, "€"), 0x80)),
        (Some("us-ascii"), "html", html(6, "€").into_bytes()),
        (Some("iso-8859-1"), "plain", single_byte(&plain(7), 0)),
        (Some("utf-16"), "plain", utf16(&plain(8))),
    ]
}

fn eml(number: usize, charset: Option<&str>, kind: &str, body: &[u8]) -> Vec<u8> {
    let charset = charset.map(|name| format!("; charset={name}")).unwrap_or_default();
    let mut eml = format!(
        "From: ICA <{GROCER}>\r\nTo: alva@example.com\r\nSubject: Ditt kvitto\r\nDate: Tue, 10 Nov 2026 08:00:00 +0000\r\n\
         Message-ID: <{number}@example.com>\r\nMIME-Version: 1.0\r\nContent-Type: text/{kind}{charset}\r\n\
         Content-Transfer-Encoding: base64\r\n\r\n"
    )
    .into_bytes();
    for line in body.chunks(57) {
        eml.extend_from_slice(base64::Engine::encode(&base64::prelude::BASE64_STANDARD, line).as_bytes());
        eml.extend_from_slice(b"\r\n");
    }
    eml
}

/// The detail that `invoices parse` reads of a mail of the vendor.
fn parsed(eml: &[u8]) -> Map<String, Value> {
    let context = MailContext {
        vendor_id: Some("ica".into()),
        vendor_name: Some("ICA".into()),
        sub_type: Some("grocery".parse().unwrap()),
        ..MailContext::default()
    };
    let reading = read_file("mail.eml", eml, None, &context);
    match reading.outcome {
        Outcome::Retail { records } if records.len() == 1 => records.into_iter().next().unwrap().detail,
        other => panic!("{other:?}"),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn mails_of_every_charset_are_read_as_parse_reads_them() {
    let world = World::start(Sqlite).await;
    let alva = world.connects("Alva").await;
    let mails = mails();
    for (number, (charset, kind, body)) in mails.iter().enumerate() {
        world.sandbox.add(&eml(number, *charset, kind, body));
    }
    assert_eq!(alva.ingests_retail().await.data(200)["totalEmailsFound"], mails.len());
    let listed = alva.lists_retail().await;
    assert_eq!(listed.len(), mails.len());
    for (number, (charset, kind, body)) in mails.iter().enumerate() {
        let expected = parsed(&eml(number, *charset, kind, body));
        assert_eq!(expected["store_name"], format!("ICA {}", STORES[number]), "{charset:?}");
        let order = &expected["order_id"];
        let summary = listed
            .iter()
            .find(|invoice| invoice["total_amount"] == expected["total_amount"]);
        let mut served = alva
            .detail_of(summary.unwrap_or_else(|| panic!("no invoice {order}")))
            .await;
        served.as_object_mut().unwrap().remove("invoice_id");
        assert_eq!(served, Value::Object(expected), "{charset:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_original_is_the_part_as_it_was_sent() {
    let world = World::start(Sqlite).await;
    let alva = world.connects("Alva").await;
    let (charset, kind, body) = mails().swap_remove(4);
    assert_eq!(
        (charset, kind),
        (None, "html"),
        "Windows-1252 without a declared charset"
    );
    world.sandbox.add(&eml(4, charset, kind, &body));
    alva.ingests_retail().await.data(200);
    let originals: Vec<Vec<u8>> = world
        .files()
        .iter()
        .filter(|file| {
            std::path::Path::new(file)
                .extension()
                .is_some_and(|ending| ending == "html")
        })
        .map(|file| std::fs::read(file).unwrap())
        .collect();
    assert_eq!(originals, [body]);
}
