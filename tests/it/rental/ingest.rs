//! Rental invoices the whole way: mail, object, record, notification.

use std::fmt::Write as _;

use chrono::TimeDelta;
use invoices_sandbox::Endpoint;
use serde_json::json;

use crate::mails::{LANDLORD, at, notice, receipt, rent_mail, unauthenticated};
use crate::on_both_databases;
use crate::world::World;

const NOVEMBER: &str = "2026-11-10T08:00:00Z";
const OCTOBER: &str = "2026-10-10T08:00:00Z";

on_both_databases! {
    async fn a_notice_becomes_a_record_and_a_notification(world: World) {
        let alva = world.connects("Alva").await;
        world.sandbox.add(&rent_mail(at(NOVEMBER), &[("Hyresavi_1297534008.pdf", notice(9876, "2026-11-30"))]));
        let answer = alva.ingests_rental().await;
        assert_eq!((answer.data(200), answer.message()), (&json!({"invoiceCount": 1}), "Rental invoices ingested successfully!"));
        assert_eq!(world.objects(), [format!("invoices/{}/rental/Hyresavi_1297534008.pdf", alva.id)]);

        let answer = alva.gets("/v1/invoices/rental/Invoice_1297534008").await;
        let record = answer.data(200);
        assert_eq!(record["InvoiceID"], "Invoice_1297534008");
        assert_eq!(record["UserID"], json!(alva.id));
        assert_eq!(record["Filename"], "Hyresavi_1297534008.pdf");
        assert_eq!(record["due_date_month"], "11");
        assert_eq!(record["due_date_year"], "2026");
        assert_eq!(record["Due Date"], "2026-11-30");
        assert_eq!(record["Total Amount"], json!(9876));
        assert!(record["OCR"].is_string(), "{record}");

        let list = alva.lists_rental().await;
        assert_eq!(list.message(), "Rental invoices retrieved successfully!");
        assert_eq!(*list.data(200), json!({"invoiceCount": 1, "invoices": {"2026": [record]}}));
        assert_eq!(
            alva.notifications().await,
            [("New invoice available!".to_owned(), "New rental invoice of 9876 SEK with due date of 2026-11-30 is now available!".to_owned())]
        );
    }

    async fn nothing_new_is_nothing(world: World) {
        let alva = world.connects("Alva").await;
        let none = alva.lists_rental().await;
        assert_eq!((none.data(200), none.message()), (&json!(null), "No rental invoices found for this user."));
        let answer = alva.ingests_rental().await;
        assert_eq!((answer.data(200), answer.message()), (&json!(null), "No new rental invoices found."));
        world.sandbox.add(&rent_mail(at(NOVEMBER), &[("Hyresavi_1.pdf", notice(5000, "2026-11-30"))]));
        alva.ingests_rental().await.data(200);
        world.sandbox.reset_calls();
        assert_eq!(*alva.ingests_rental().await.data(200), json!(null));
        assert_eq!(world.sandbox.calls(Endpoint::Fetch), 0, "a known message is never fetched again");
        assert_eq!(alva.notifications().await.len(), 1);
    }

    async fn without_a_landlord_the_answer_says_so(world: World) {
        let world = world.with_settings(|config| config.rental.landlords.clear()).await;
        let alva = world.connects("Alva").await;
        world.sandbox.add(&rent_mail(at(NOVEMBER), &[("Hyresavi_1.pdf", notice(5000, "2026-11-30"))]));
        let answer = alva.ingests_rental().await;
        assert_eq!((answer.data(200), answer.message()), (&json!(null), "No rental invoices found: no landlord is configured."));
        assert_eq!(world.objects(), Vec::<String>::new());
    }

    async fn months_are_skipped_once_processed(world: World) {
        let alva = world.connects("Alva").await;
        world.sandbox.add(&rent_mail(at(OCTOBER), &[("Hyresavi_10.pdf", notice(5000, "2026-10-31"))]));
        // One mail with two notices: all PDFs of a month that is not processed are taken.
        world.sandbox.add(&rent_mail(at(NOVEMBER), &[("Hyresavi_11.pdf", notice(5100, "2026-11-30")), ("Parkering_12.pdf", notice(800, "2026-11-30"))]));
        assert_eq!(alva.ingests_rental().await.data(200)["invoiceCount"], 3);
        world.sandbox.add(&rent_mail(at("2026-11-12T08:00:00Z"), &[("Hyresavi_13.pdf", notice(99, "2026-11-30"))]));
        assert_eq!(*alva.ingests_rental().await.data(200), json!(null));
        let ledger = alva.ledger().await;
        assert!(ledger.iter().any(|(_, line)| line == "skipped [] 11/2026 is processed already"), "{ledger:?}");
        let list = alva.lists_rental().await;
        let due: Vec<&str> = list.data(200)["invoices"]["2026"].as_array().unwrap().iter().map(|r| r["Due Date"].as_str().unwrap()).collect();
        assert_eq!(due, ["2026-11-30", "2026-11-30", "2026-10-31"], "newest due date first");
    }

    async fn latest_says_what_became_of_the_month(world: World) {
        let alva = world.connects("Alva").await;
        let none = alva.ingests_latest().await;
        assert_eq!((none.status, &none.body), (204, &json!(null)));
        assert_eq!(none.header("invoice-message"), Some("Rental invoice for 11/2026 has not been dispatched yet."));
        // Last month's notice is no business of this operation.
        world.sandbox.add(&rent_mail(at(OCTOBER), &[("Hyresavi_10.pdf", notice(5000, "2026-10-31"))]));
        assert_eq!(alva.ingests_latest().await.status, 204);
        world.sandbox.add(&rent_mail(at(NOVEMBER), &[("Hyresavi_11.pdf", notice(5100, "2026-11-30"))]));
        let found = alva.ingests_latest().await;
        assert_eq!((found.data(201), found.message()), (&json!(null), "Invoice for 11/2026 found and ingested successfully!"));
        world.sandbox.reset_calls();
        let again = alva.ingests_latest().await;
        assert_eq!((again.data(200), again.message()), (&json!(null), "Invoice for 11/2026 has already been processed."));
        assert_eq!(world.sandbox.calls(Endpoint::Search), 0, "a processed month is not searched");
        assert_eq!(alva.ingests_rental().await.data(200)["invoiceCount"], 1, "October was left for the ingest of all months");
    }

    /// A notice that came last month and is due this month is not asked for again.
    async fn latest_knows_a_notice_by_its_due_month(world: World) {
        let alva = world.connects("Alva").await;
        world.sandbox.add(&rent_mail(at("2026-10-28T08:00:00Z"), &[("Hyresavi_11.pdf", notice(5100, "2026-11-30"))]));
        assert_eq!(alva.ingests_rental().await.data(200)["invoiceCount"], 1);
        let answer = alva.ingests_latest().await;
        assert_eq!((answer.status, answer.message()), (200, "Invoice for 11/2026 has already been processed."));
        // And one that comes this month is not lost all the same.
        world.sandbox.add(&rent_mail(at(NOVEMBER), &[("Hyresavi_12.pdf", notice(5200, "2026-12-31"))]));
        assert_eq!(alva.ingests_latest().await.status, 201);
    }

    /// A month begins and ends in the service's time zone.
    async fn a_month_is_the_services(world: World) {
        let alva = world.connects("Alva").await;
        world.sandbox.add(&rent_mail(at("2026-10-31T23:30:00Z"), &[("Hyresavi_11.pdf", notice(5100, "2026-11-30"))]));
        assert_eq!(alva.ingests_latest().await.status, 201, "half past midnight in Stockholm is November");
    }

    async fn a_taken_name_never_overwrites(world: World) {
        let alva = world.connects("Alva").await;
        let first = notice(5000, "2026-10-31");
        world.sandbox.add(&rent_mail(at(OCTOBER), &[("Hyresavi_1.pdf", first.clone())]));
        alva.ingests_rental().await.data(200);
        // Another notice of the same name, one whose id would be the same, and the first one once more.
        world.sandbox.add(&rent_mail(
            at(NOVEMBER),
            &[("Hyresavi_1.pdf", notice(5100, "2026-11-30")), ("Faktura_1.pdf", notice(700, "2026-11-30")), ("Kopia_7.pdf", first)],
        ));
        assert_eq!(alva.ingests_rental().await.data(200)["invoiceCount"], 2);
        let list = alva.lists_rental().await;
        let data = list.data(200);
        assert_eq!(data["invoiceCount"], 3);
        let mut amounts: Vec<i64> = data["invoices"]["2026"].as_array().unwrap().iter().map(|r| r["Total Amount"].as_i64().unwrap()).collect();
        amounts.sort_unstable();
        assert_eq!(amounts, [700, 5000, 5100]);
        assert_eq!(alva.gets("/v1/invoices/rental/Invoice_1").await.data(200)["Total Amount"], 5000);
        assert!(alva.ledger().await.iter().any(|(_, line)| line.contains("pdf-2 duplicate")));
        assert_eq!(alva.notifications().await.len(), 3);
    }

    async fn an_unknown_id_is_nothing(world: World) {
        let (alva, bo) = (world.connects("Alva").await, world.signs_up("Bo").await);
        world.sandbox.add(&rent_mail(at(NOVEMBER), &[("Hyresavi_1.pdf", notice(5000, "2026-11-30"))]));
        alva.ingests_rental().await.data(200);
        assert_eq!(alva.gets("/v1/invoices/rental/Invoice_1").await.status, 200);
        for (user, id) in [(&bo, "Invoice_1"), (&alva, "Invoice_2"), (&alva, "..%2f"), (&alva, "%00"), (&alva, "å")] {
            let answer = user.gets(&format!("/v1/invoices/rental/{id}")).await;
            assert_eq!((answer.status, answer.body), (204, json!(null)), "{id}");
        }
        assert_eq!(*bo.lists_rental().await.data(200), json!(null));
    }

    async fn only_the_landlords_mails_count(world: World) {
        let alva = world.connects("Alva").await;
        world.sandbox.add(&receipt(LANDLORD, "Hyresavi", at(NOVEMBER), "<p>Avin kommer snart</p>"));
        world.sandbox.add(&unauthenticated(&rent_mail(at(NOVEMBER), &[("Hyresavi_66.pdf", notice(66, "2026-11-30"))])));
        assert_eq!(*alva.ingests_rental().await.data(200), json!(null));
        assert_eq!(world.objects(), Vec::<String>::new());
        let mut lines = String::new();
        for (_, line) in alva.ledger().await {
            writeln!(lines, "{line}").unwrap();
        }
        assert!(lines.contains("rejected [] no PDF is attached"), "{lines}");
        assert!(lines.contains("quarantined [] no check passed for landlord.example.com"), "{lines}");
        assert_eq!(alva.ingests_latest().await.status, 204, "neither makes the month processed");
    }

    async fn a_pdf_that_can_not_be_read_says_why(world: World) {
        let alva = world.connects("Alva").await;
        world.sandbox.add(&rent_mail(at(NOVEMBER), &[("Hyresavi_1.pdf", b"%PDF-1.4 and nothing else".to_vec())]));
        assert_eq!(alva.ingests_latest().await.status, 201, "it was found and stored");
        let ledger = alva.ledger().await;
        assert!(ledger[0].1.starts_with("fetched [pdf-0 failed]"), "{ledger:?}");
        assert_eq!(alva.ingests_latest().await.status, 204, "a failed mail does not process its month");
        assert_eq!(alva.notifications().await.len(), 0);
    }

    /// Two calls at once are one run.
    async fn simultaneous_ingests_join(world: World) {
        let alva = world.connects("Alva").await;
        for month in 1..=9 {
            let file = format!("Hyresavi_{month}.pdf");
            world.sandbox.add(&rent_mail(at(&format!("2026-0{month}-10T08:00:00Z")), &[(&file, notice(5000 + month, &format!("2026-0{month}-28")))]));
        }
        let call = || world.http.post(world.url("/v1/invoices/rental/ingest")).bearer_auth(&alva.token).send();
        let (one, two, three) = world.while_working(async { tokio::join!(call(), call(), call()) }).await;
        for answer in [one, two, three] {
            assert_eq!(answer.unwrap().status(), 200);
        }
        assert_eq!(alva.lists_rental().await.data(200)["invoiceCount"], 9);
        assert_eq!(alva.notifications().await.len(), 9);
        assert_eq!(world.sandbox.calls(Endpoint::Fetch), 9);
    }

    /// An event that comes again, late or twice, changes nothing.
    async fn a_repeated_event_writes_nothing_twice(world: World) {
        let alva = world.connects("Alva").await;
        world.sandbox.add(&rent_mail(at(NOVEMBER), &[("Hyresavi_1.pdf", notice(5000, "2026-11-30"))]));
        alva.ingests_rental().await.data(200);
        let key = world.objects().remove(0).parse().unwrap();
        for again in ["", "#1", "#2"] {
            let job = invoices_app::work::object_created_again(&key, again, world.now());
            world.app.store().enqueue(job, world.now()).await.unwrap();
            world.drain().await;
        }
        assert_eq!(alva.lists_rental().await.data(200)["invoiceCount"], 1);
        assert_eq!(alva.notifications().await.len(), 1);
    }

    /// Work that a crash left lying is swept up.
    async fn the_sweeper_finishes_what_was_left(world: World) {
        let alva = world.connects("Alva").await;
        world.sandbox.add(&rent_mail(at(NOVEMBER), &[("Hyresavi_1.pdf", notice(5000, "2026-11-30"))]));
        alva.ingests_rental().await.data(200);
        // As if the process had died between storing and parsing.
        world.sql("DELETE FROM jobs; DELETE FROM rental_invoices; DELETE FROM notifications; UPDATE documents SET state = 'stored', attempts = 0;").await;
        world.tick().await;
        world.clock.forward(TimeDelta::minutes(11));
        assert_eq!(world.tick().await, 1);
        assert_eq!(alva.lists_rental().await.data(200)["invoiceCount"], 1);
        assert_eq!(alva.notifications().await.len(), 1);
    }
}
