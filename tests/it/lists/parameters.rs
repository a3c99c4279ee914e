//! Query parameters of the list of invoices that are refused.

use invoices_tests::support::database::Database::Sqlite;
use invoices_tests::support::world::World;
use uuid::Uuid;

use super::{RETAIL, sub_types};

// Shows: Lists | A type that is neither `rental` nor `retail` is 400 `INVALID_REQUEST`; the message names it and both
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_invalid_type_is_named_in_the_error() {
    let world = World::start(Sqlite).await;
    let alva = world.signs_up("Alva").await;
    for name in ["bogus", "Rental", "retails", "rental,retail"] {
        let answer = alva.gets(&format!("/v1/invoices/{name}")).await;
        assert_eq!(
            answer.fails(400, "INVALID_REQUEST"),
            format!("Invalid invoice type '{name}': it must be rental or retail.")
        );
    }
    let answer = alva
        .gets("/v1/invoices/bogus?subtype=toys&counts=true&invoice-id=1")
        .await;
    assert!(answer.fails(400, "INVALID_REQUEST").contains("'bogus'"));
    alva.gets("/v1/invoices/").await.fails(404, "INVALID_REQUEST");
}

// Shows: Lists | A wrong `subtype` is 400 `INVALID_REQUEST`; the message lists the valid ones
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_invalid_sub_type_is_answered_with_the_valid_ones() {
    let world = World::start(Sqlite).await;
    let alva = world.signs_up("Alva").await;
    for (given, query) in [
        ("toys", ""),
        ("Grocery", ""),
        ("", ""),
        ("toys", "&counts=true"),
        ("toys", "&invoice-id=1"),
    ] {
        let answer = alva.gets(&format!("{RETAIL}?subtype={given}{query}")).await;
        let message = answer.fails(400, "INVALID_REQUEST");
        assert_eq!(
            message,
            format!(
                "Invalid subtype '{given}'. Valid options: {}.",
                sub_types(&world).join(", ")
            )
        );
    }
}

// Shows: Envelopes, requests and errors | A wrong parameter of a list is named in the error; days are from 1900 to 2200, and `from` is not after `to`: 400 `INVALID_REQUEST`
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_wrong_parameter_is_named_in_the_error() {
    let world = World::start(Sqlite).await;
    let alva = world.signs_up("Alva").await;
    let lists = [
        RETAIL,
        "/v1/invoices/rental",
        "/v1/mail/messages",
        "/v1/statistics/spending",
    ];
    for list in lists {
        for query in [
            "from=0000-01-01",
            "to=9999-12-31",
            "from=2026-1-1",
            "to=x",
            "from=2026-02-01&to=2026-01-01",
        ] {
            let answer = alva.gets(&format!("{list}?{query}")).await;
            let (name, _) = query.split_once('=').unwrap();
            let message = answer.fails(400, "INVALID_REQUEST");
            assert!(message.contains(name), "{list}?{query}: {message}");
        }
        alva.gets(&format!("{list}?from=1900-01-01&to=2200-12-31"))
            .await
            .data(200);
    }
    for (name, list) in [
        ("sort", RETAIL),
        ("counts", RETAIL),
        ("limit", RETAIL),
        ("currency", RETAIL),
        ("currency", "/v1/invoices/rental"),
        ("state", "/v1/mail/messages"),
        ("type", "/v1/mail/messages"),
        ("unread", "/v1/notifications"),
        ("by", "/v1/statistics/spending"),
        ("type", "/v1/statistics/spending"),
    ] {
        let answer = alva.gets(&format!("{list}?{name}=wrong")).await;
        let message = answer.fails(400, "INVALID_REQUEST");
        assert!(message.contains(name), "{list}: {message}");
    }
}

// Shows: Lists | `counts=false` is as absent…
// Shows: Lists | `invoice-id` without `subtype`, or with `counts`, is 400 `INVALID_REQUEST`
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn conflicting_parameters_are_refused() {
    let world = World::start(Sqlite).await;
    let alva = world.signs_up("Alva").await;
    let id = Uuid::new_v4();
    for (query, message) in [
        (format!("invoice-id={id}"), "The parameter invoice-id requires subtype."),
        (
            format!("invoice-id={id}&counts=false"),
            "The parameter invoice-id requires subtype.",
        ),
        (
            format!("invoice-id={id}&counts=true"),
            "The parameters counts and invoice-id must not be combined.",
        ),
        (
            format!("invoice-id={id}&counts=true&subtype=grocery"),
            "The parameters counts and invoice-id must not be combined.",
        ),
    ] {
        assert_eq!(
            alva.gets(&format!("{RETAIL}?{query}"))
                .await
                .fails(400, "INVALID_REQUEST"),
            message,
            "{query}"
        );
    }
    for value in ["maybe", "1", ""] {
        assert!(
            alva.gets(&format!("{RETAIL}?counts={value}"))
                .await
                .fails(400, "INVALID_REQUEST")
                .contains("counts")
        );
    }
}

// Shows: Envelopes, requests and errors | An optional field that…
// Shows: Lists | Any of the three parameters with `rental` is 400 `INVALID_REQUEST`
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rental_takes_no_parameters() {
    let world = World::start(Sqlite).await;
    let alva = world.signs_up("Alva").await;
    for query in [
        "subtype=grocery",
        "subtype=toys",
        "invoice-id=1",
        "counts=true",
        "counts=false",
        "subtype=",
        "subtype=grocery&counts=true",
    ] {
        let answer = alva.gets(&format!("/v1/invoices/rental?{query}")).await;
        let message = answer.fails(400, "INVALID_REQUEST");
        assert_eq!(
            message, "The parameters subtype, invoice-id and counts are for retail invoices only.",
            "{query}"
        );
    }
    for query in ["", "page=2", "Subtype=grocery", "%00=%00"] {
        alva.gets(&format!("/v1/invoices/rental?{query}")).await.data(200);
        alva.gets(&format!("{RETAIL}?{query}")).await.data(200);
    }
}
