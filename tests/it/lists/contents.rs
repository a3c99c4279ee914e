//! The list of invoices in every mode, and every way to ask for it wrongly.

use invoices_domain::SubType;
use invoices_sandbox::sample::{Shop, shop_mail};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::mails::{at, grocery};
use crate::on_both_databases;
use crate::user::User;
use crate::world::World;

const RETAIL: &str = "/v1/invoices/retail";

/// Someone with two grocery receipts, an order of clothes and one of food.
async fn shopper(world: &World) -> User<'_> {
    let alva = world.connects("Alva").await;
    world
        .sandbox
        .add(&grocery(at("2026-11-10T08:00:00Z"), "204118", "100,00"));
    world
        .sandbox
        .add(&grocery(at("2026-11-12T08:00:00Z"), "204119", "200,00"));
    for (vendor, day) in [("zalando", "2026-11-11T08:00:00Z"), ("foodora", "2026-11-12T08:00:00Z")] {
        world
            .sandbox
            .add(&shop_mail(&Shop::named(vendor).unwrap(), at(day)).eml());
    }
    assert_eq!(alva.finds_retail().await["totalEmailsFound"], 4);
    alva
}

/// The names of the build's categories, in order. The eight of the contract are tested where its document is.
fn sub_types(world: &World) -> Vec<&str> {
    world.app.catalogue().sub_types().map(SubType::as_str).collect()
}

fn dates(list: &Value) -> Vec<&str> {
    list["invoices"]
        .as_array()
        .unwrap()
        .iter()
        .map(|invoice| invoice["invoice_date"].as_str().unwrap())
        .collect()
}

on_both_databases! {
    async fn nobody_has_anything_at_first(world: World) {
        let alva = world.signs_up("Alva").await;
        let retail = alva.gets(RETAIL).await;
        assert_eq!((retail.data(200), retail.message()), (&json!({"invoiceCount": 0, "invoices": []}), "Retail invoices retrieved successfully!"));
        let grocery = alva.gets(&format!("{RETAIL}?subtype=grocery")).await;
        assert_eq!(*grocery.data(200), json!({"invoiceCount": 0, "invoices": []}));
        let rental = alva.gets("/v1/invoices/rental").await;
        assert_eq!((rental.data(200), rental.message()), (&json!(null), "No rental invoices found for this user."));
        let counts = alva.gets(&format!("{RETAIL}?counts=true")).await;
        let zeros: serde_json::Map<String, Value> = sub_types(&world).into_iter().map(|name| (name.to_owned(), json!(0))).collect();
        assert_eq!((counts.data(200), counts.message()), (&json!({"counts": zeros}), "Retail invoice counts retrieved successfully!"));
    }

    async fn the_newest_comes_first_and_equal_dates_go_by_id(world: World) {
        let alva = shopper(&world).await;
        let answer = alva.gets(RETAIL).await;
        let list = answer.data(200);
        assert_eq!(list["invoiceCount"], 4);
        assert_eq!(dates(list), ["2026-11-12", "2026-11-12", "2026-11-11", "2026-11-10"]);
        let ids: Vec<&str> = list["invoices"].as_array().unwrap().iter().map(|invoice| invoice["invoice_id"].as_str().unwrap()).collect();
        assert!(ids[0] < ids[1]);
        let answer = alva.gets(&format!("{RETAIL}?subtype=grocery")).await;
        assert_eq!(dates(answer.data(200)), ["2026-11-12", "2026-11-10"]);
        assert_eq!(answer.data(200)["invoiceCount"], 2);
        for invoice in list["invoices"].as_array().unwrap() {
            let keys: Vec<&String> = invoice.as_object().unwrap().keys().collect();
            assert_eq!(keys, ["currency", "invoice_date", "invoice_id", "sub_type", "total_amount", "vendor_name"]);
        }
    }

    async fn counts_name_every_sub_type(world: World) {
        let alva = shopper(&world).await;
        let kept = |name| match name {
            "grocery" => 2,
            "clothing" | "food-delivery" => 1,
            _ => 0,
        };
        let expected: serde_json::Map<String, Value> = sub_types(&world).into_iter().map(|name| (name.to_owned(), json!(kept(name)))).collect();
        for value in ["true", "True", "TRUE"] {
            let answer = alva.gets(&format!("{RETAIL}?counts={value}")).await;
            assert_eq!(*answer.data(200), json!({"counts": expected}));
        }
        for (name, count) in [("grocery", 2), ("travel", 0)] {
            let answer = alva.gets(&format!("{RETAIL}?counts=true&subtype={name}")).await;
            assert_eq!(*answer.data(200), json!({"counts": {name: count}}));
        }
        // `false` is as absent.
        assert_eq!(alva.gets(&format!("{RETAIL}?counts=false")).await.data(200)["invoiceCount"], 4);
        assert_eq!(alva.gets(&format!("{RETAIL}?counts=False&subtype=grocery")).await.data(200)["invoiceCount"], 2);
        let bo = world.signs_up("Bo").await;
        assert_eq!(bo.gets(&format!("{RETAIL}?counts=true&subtype=grocery")).await.data(200)["counts"]["grocery"], 0);
    }

    async fn one_invoice_in_full(world: World) {
        let (alva, bo) = (shopper(&world).await, world.signs_up("Bo").await);
        let groceries = alva.gets(&format!("{RETAIL}?subtype=grocery")).await;
        let id = groceries.data(200)["invoices"][0]["invoice_id"].as_str().unwrap();
        let detail = format!("{RETAIL}?subtype=grocery&invoice-id={id}");
        for path in [detail.clone(), format!("{detail}&counts=false"), format!("{detail}&unknown=1")] {
            let answer = alva.gets(&path).await;
            let keys: Vec<&String> = answer.data(200).as_object().unwrap().keys().collect();
            assert_eq!(keys, ["invoiceDetails"]);
            assert_eq!(answer.data(200)["invoiceDetails"]["order_id"], "204119");
        }
        assert_eq!(bo.gets(&detail).await.fails(404, "INVALID_REQUEST"), "Invoice not found.");
        // Of another sub-type, of nobody, and of no form that an id has.
        for (sub_type, id) in [
            ("clothing", id),
            ("grocery", &Uuid::new_v4().to_string()),
            ("grocery", "x"),
            ("grocery", ""),
            ("grocery", "%00"),
            ("grocery", "' OR 1=1 --"),
            ("grocery", "Invoice_1"),
        ] {
            let answer = alva.gets(&format!("{RETAIL}?subtype={sub_type}&invoice-id={id}")).await;
            assert_eq!(answer.fails(404, "INVALID_REQUEST"), "Invoice not found.", "{sub_type} {id}");
        }
    }

    async fn a_wrong_type_is_named(world: World) {
        let alva = world.signs_up("Alva").await;
        for name in ["bogus", "Rental", "retails", "rental,retail"] {
            let answer = alva.gets(&format!("/v1/invoices/{name}")).await;
            assert_eq!(answer.fails(400, "INVALID_REQUEST"), format!("Invalid invoice type '{name}': it must be rental or retail."));
        }
        let answer = alva.gets("/v1/invoices/bogus?subtype=toys&counts=true&invoice-id=1").await;
        assert!(answer.fails(400, "INVALID_REQUEST").contains("'bogus'"));
        alva.gets("/v1/invoices/").await.fails(404, "INVALID_REQUEST");
    }

    async fn a_wrong_sub_type_lists_the_right_ones(world: World) {
        let alva = world.signs_up("Alva").await;
        for (given, query) in [("toys", ""), ("Grocery", ""), ("", ""), ("toys", "&counts=true"), ("toys", "&invoice-id=1")] {
            let answer = alva.gets(&format!("{RETAIL}?subtype={given}{query}")).await;
            let message = answer.fails(400, "INVALID_REQUEST");
            assert_eq!(message, format!("Invalid subtype '{given}'. Valid options: {}.", sub_types(&world).join(", ")));
        }
    }

    async fn parameters_that_do_not_go_together_are_refused(world: World) {
        let alva = world.signs_up("Alva").await;
        let id = Uuid::new_v4();
        for (query, message) in [
            (format!("invoice-id={id}"), "The parameter invoice-id requires subtype."),
            (format!("invoice-id={id}&counts=false"), "The parameter invoice-id requires subtype."),
            (format!("invoice-id={id}&counts=true"), "The parameters counts and invoice-id must not be combined."),
            (format!("invoice-id={id}&counts=true&subtype=grocery"), "The parameters counts and invoice-id must not be combined."),
        ] {
            assert_eq!(alva.gets(&format!("{RETAIL}?{query}")).await.fails(400, "INVALID_REQUEST"), message, "{query}");
        }
        for value in ["maybe", "1", ""] {
            assert!(alva.gets(&format!("{RETAIL}?counts={value}")).await.fails(400, "INVALID_REQUEST").contains("counts"));
        }
    }

    async fn rental_takes_no_parameters(world: World) {
        let alva = world.signs_up("Alva").await;
        for query in ["subtype=grocery", "subtype=toys", "invoice-id=1", "counts=true", "counts=false", "subtype=", "subtype=grocery&counts=true"] {
            let answer = alva.gets(&format!("/v1/invoices/rental?{query}")).await;
            let message = answer.fails(400, "INVALID_REQUEST");
            assert_eq!(message, "The parameters subtype, invoice-id and counts are for retail invoices only.", "{query}");
        }
        for query in ["", "page=2", "Subtype=grocery", "%00=%00"] {
            alva.gets(&format!("/v1/invoices/rental?{query}")).await.data(200);
            alva.gets(&format!("{RETAIL}?{query}")).await.data(200);
        }
    }
}
