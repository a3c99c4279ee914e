//! The sample mailbox: its expectations, and that searches find its mails.

use std::collections::{BTreeSet, HashSet};

use chrono::{DateTime, TimeDelta, Utc};
use invoices_sandbox::sample::{
    self, Amount, Expectation, LANDLORD, RENT_SUBJECT, RentNotice, SampleMail, Shop, rent_notice_pdf, with_check_digit,
};
use invoices_sandbox::{Sandbox, SandboxSettings};
use mail_parser::{MessageParser, MimeHeaders};
use proptest::prelude::*;
use reqwest::Client;
use serde_json::Value;

fn now() -> DateTime<Utc> {
    "2026-11-21T12:00:00Z".parse().unwrap()
}

fn rents(sample: &[SampleMail]) -> Vec<RentNotice> {
    let rents = sample.iter().filter_map(|mail| match &mail.what {
        Expectation::Rental(rent) => Some(rent.clone()),
        _ => None,
    });
    rents.collect()
}

async fn found(query: &str, sample: &[SampleMail]) -> usize {
    let sandbox = Sandbox::start(SandboxSettings::default()).await.unwrap();
    for mail in sample {
        sandbox.add(&mail.eml);
    }
    let url = format!("{}/gmail/v1/users/me/messages", sandbox.base_url());
    let request = Client::new()
        .get(url)
        .query(&[("q", query)])
        .bearer_auth(sandbox.issue_tokens().access);
    let list: Value = request.send().await.unwrap().json().await.unwrap();
    usize::try_from(list["resultSizeEstimate"].as_u64().unwrap()).unwrap()
}

#[test]
fn rents_are_due_at_the_end_of_the_last_four_months() {
    let rents = rents(&sample::mailbox(now()));
    let due: Vec<String> = rents.iter().map(|rent| rent.due.to_string()).collect();
    assert_eq!(due, ["2026-11-30", "2026-10-31", "2026-09-30", "2026-08-31"]);
    assert_eq!(rents[0].invoice_id(), "Invoice_1297261108");
    assert_eq!(rents[0].file_name(), "Hyresavi_1297261108.pdf");
    let totals: HashSet<String> = rents.iter().map(|rent| rent.total().to_string()).collect();
    assert_eq!(totals.len(), 4);
    for rent in rents {
        let (digits, _) = rent.ocr.split_at(rent.ocr.len() - 1);
        assert_eq!(with_check_digit(digits), rent.ocr);
    }
}

proptest! {
    #[test]
    fn everything_was_received_by_now_and_the_newest_rent_this_month(seconds in 0i64..(400 * 86_400)) {
        let now = "2026-01-01T00:00:00Z".parse::<DateTime<Utc>>().unwrap() + TimeDelta::seconds(seconds);
        let sample = sample::mailbox(now);
        let stockholm = |at: DateTime<Utc>| at.with_timezone(&chrono_tz::Europe::Stockholm).format("%Y-%m").to_string();
        for mail in &sample {
            prop_assert!(mail.received_at <= now);
            if matches!(mail.what, Expectation::Retail(..)) {
                prop_assert!(now - mail.received_at <= TimeDelta::days(25));
            }
        }
        let newest = &sample[0];
        prop_assert!(matches!(newest.what, Expectation::Rental(_)));
        prop_assert_eq!(stockholm(newest.received_at), stockholm(now));
        let months: BTreeSet<String> = sample[..4].iter().map(|mail| stockholm(mail.received_at)).collect();
        prop_assert_eq!(months.len(), 4);
    }
}

#[test]
fn the_same_time_makes_the_same_mailbox() {
    let (one, other) = (sample::mailbox(now()), sample::mailbox(now() + TimeDelta::hours(3)));
    let bytes = |sample: &[SampleMail]| sample.iter().map(|mail| mail.eml.clone()).collect::<Vec<_>>();
    assert_eq!(bytes(&one), bytes(&other));
    assert_eq!(bytes(&one).into_iter().collect::<HashSet<_>>().len(), one.len());
}

#[test]
fn every_category_has_a_receipt() {
    let sample = sample::mailbox(now());
    let categories: BTreeSet<&str> = sample
        .iter()
        .filter_map(|mail| match &mail.what {
            Expectation::Retail(shop, _) => Some(shop.sub_type),
            _ => None,
        })
        .collect();
    assert_eq!(
        categories.into_iter().collect::<Vec<_>>(),
        [
            "clothing",
            "food-delivery",
            "grocery",
            "miscellaneous",
            "subscriptions",
            "technology",
            "travel",
            "utility"
        ]
    );
}

#[test]
fn a_receipt_states_what_is_expected_of_it() {
    for shop in Shop::ALL {
        let day = now().date_naive();
        let html = shop.html(day).replace("&nbsp;", " ");
        let total = match shop.currency {
            "USD" => format!("${}.00", shop.total),
            _ => shop.total.swedish(),
        };
        let date = [
            day.to_string(),
            "21 november 2026".to_owned(),
            "November 21, 2026".to_owned(),
        ];
        assert!(html.contains(&total), "{}", shop.vendor_id);
        assert!(date.iter().any(|date| html.contains(date)), "{}", shop.vendor_id);
        assert!(
            shop.order_number.is_none_or(|number| html.contains(number)),
            "{}",
            shop.vendor_id
        );
        assert!(shop.ocr().is_none_or(|ocr| html.contains(&ocr)), "{}", shop.vendor_id);
        assert!(
            shop.due_date(day).is_none_or(|due| html.contains(&due.to_string())),
            "{}",
            shop.vendor_id
        );
        assert!(!html.contains("{{"), "{}", shop.vendor_id);
    }
}

#[test]
fn a_rent_notice_is_a_pdf_that_says_what_it_was_given() {
    let notice = RentNotice {
        tenant: "Åsa Öberg".into(),
        lines: vec![("Hyra".into(), Amount(1_234_500)), ("Avdrag".into(), Amount(-50_000))],
        ..RentNotice::issued_on(now().date_naive())
    };
    let pdf = rent_notice_pdf(&notice);
    assert_eq!(pdf, rent_notice_pdf(&notice));
    let text = lopdf::Document::load_mem(&pdf).unwrap().extract_text(&[1]).unwrap();
    for said in [
        "Åsa Öberg",
        "Förfallodatum",
        "2026-11-30",
        "12 345,00",
        "-500,00",
        "11 845,00 kr",
        &notice.ocr,
        &notice.bankgiro,
    ] {
        assert!(text.contains(said), "{said}: {text}");
    }
}

#[test]
fn a_rent_mail_brings_its_pdf() {
    let sample = sample::mailbox(now());
    let mail = MessageParser::default().parse(&sample[0].eml).unwrap();
    assert_eq!(mail.from().unwrap().first().unwrap().address(), Some(LANDLORD));
    assert_eq!(mail.subject(), Some(RENT_SUBJECT));
    let pdf = mail.attachment(0).unwrap();
    assert_eq!(pdf.attachment_name(), Some("Hyresavi_1297261108.pdf"));
    assert!(pdf.contents().starts_with(b"%PDF-"));
}

#[tokio::test]
async fn the_sandbox_finds_what_the_service_looks_for() {
    let sample = sample::mailbox(now());
    // The look-alike is found too, because a search matches words.
    assert_eq!(
        found(&format!("(from:{LANDLORD} subject:\"{RENT_SUBJECT}\")"), &sample).await,
        5
    );
    for shop in Shop::ALL {
        let words = shop.subject.split(" {{").next().unwrap();
        let forged = usize::from(shop.vendor_id == "foodora");
        let query = format!("(from:{} subject:\"{words}\")", shop.sender);
        assert_eq!(found(&query, &sample).await, 1 + forged, "{query}");
    }
    assert_eq!(
        found(
            "(from:no-reply@power.se subject:\"Vi har behandlat din order:\")",
            &sample
        )
        .await,
        1
    );
    assert_eq!(found("has:attachment filename:pdf", &sample).await, 5);
}
